"""The whole table of Medieval Realms as a page shows it."""

from __future__ import annotations

from msgspec import Struct

from realms.medieval.interface.moves import PassRound
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.choices import (
    Auction,
    Choosing,
    Drafting,
    auction,
    choosing,
    drafting,
)
from realms.medieval.web.board.lands import LandShown, lands
from realms.medieval.web.board.motion_names import Flips
from realms.medieval.web.board.news import Part, recent_events
from realms.medieval.web.board.panel import Action, Square, current_panel, future_panel, move_json
from realms.medieval.web.board.placement import Placing, placing
from realms.medieval.web.board.realms import Realm, realms
from realms.medieval.web.board.scores import Scores, scores
from realms.medieval.web.board.track import Stretch, track
from realms.web.pages.table.table_page import TablePage


class MedievalBoard(Struct, frozen=True):
    """The board, every realm, and what is asked of the viewer."""

    phase: str
    round: int
    rounds: int
    deck: int
    realms: tuple[Realm, ...]
    """Everybody, in turn order."""
    mine: Realm | None
    others: tuple[Realm, ...]
    current: tuple[Square, ...]
    future: tuple[Square, ...]
    lands: tuple[LandShown, ...]
    track: tuple[Stretch, ...]
    milestone: int
    """Points from one milestone to the next. [MR-55]"""
    happened: tuple[Part, ...]
    scores: Scores
    drafting: Drafting | None
    placing: Placing | None
    auction: Auction | None
    choosing: Choosing | None
    passing: Action | None
    only_pass: bool
    """Whether there is nothing else to do than to pass. [MR-32]"""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "ended"

    @property
    def sweeps(self) -> bool:
        """Whether cards will be cleared off the panel. [MR-51]"""
        return any(square.swept for square in self.current)

    @property
    def shows_lands(self) -> bool:
        """Whether the map is shown by itself; whoever places has it in the form."""
        return self.placing is None


def board(page: TablePage) -> MedievalBoard:
    """A table whose game has begun, as one viewer sees it."""
    reading, flips = BoardReader(page), Flips()
    view = reading.view
    everybody = realms(reading, flips)
    lot = auction(reading, flips)
    acting = reading.acts and view.phase == "acting"
    return MedievalBoard(
        phase=view.phase,
        round=view.round,
        rounds=view.rounds,
        deck=view.deck,
        realms=everybody,
        mine=next((realm for realm in everybody if realm.is_me), None),
        others=tuple(realm for realm in everybody if not realm.is_me),
        current=current_panel(reading, flips),
        future=future_panel(reading, flips),
        lands=lands(reading),
        track=track(reading),
        milestone=reading.lexicon.content.board.milestone,
        happened=recent_events(reading),
        scores=scores(reading),
        drafting=drafting(reading),
        placing=placing(reading),
        auction=lot,
        choosing=choosing(reading),
        passing=Action(move_json(PassRound()), reading.say("pass"), "p") if acting else None,
        only_pass=acting and len(page.moves) == 1,
    )
