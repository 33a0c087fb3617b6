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
from realms.medieval.web.board.history import KeyMoment, PointsChart, key_moments, points_chart
from realms.medieval.web.board.lands import LandShown, holdings, lands
from realms.medieval.web.board.motion_names import Flips
from realms.medieval.web.board.news import Part, recent_events
from realms.medieval.web.board.panel import Action, Square, current_panel, future_panel, move_json
from realms.medieval.web.board.placement import Placing, placing
from realms.medieval.web.board.realms import Realm, realms
from realms.medieval.web.board.scores import Scores, scores
from realms.medieval.web.board.track import Track, track
from realms.web.pages.table.table_page import TablePage


class Stand(Struct, frozen=True):
    """Where a king stands in the picture of the podium, and how large."""

    x: float
    y: float
    width: float
    height: float


def _stand(x: float, foot: float, scale: float) -> Stand:
    return Stand(x - 30 * scale, foot - 92 * scale, 60 * scale, 96 * scale)


STANDS = (
    _stand(304, 210, 1.3), _stand(150, 252, 0.98), _stand(453, 274, 0.92),
    _stand(556, 330, 0.84), _stand(48, 336, 0.8),
)  # fmt: skip
"""The first in the middle, the second and third beside, the others at their feet."""


class MedievalBoard(Struct, frozen=True):
    """The board, every realm, and what is asked of the viewer."""

    phase: str
    round: int
    rounds: int
    deck: int
    swept: int
    """Cards that were cleared off the panel, or that nobody could take."""
    realms: tuple[Realm, ...]
    """Everybody, in turn order."""
    mine: Realm | None
    others: tuple[Realm, ...]
    current: tuple[Square, ...]
    future: tuple[Square, ...]
    lands: tuple[LandShown, ...]
    track: Track
    holdings: dict[int, str]
    """Which lands each seat holds, in words; seats without one are not there."""
    happened: tuple[Part, ...]
    scores: Scores
    drafting: Drafting | None
    placing: Placing | None
    auction: Auction | None
    choosing: Choosing | None
    passing: Action | None
    only_pass: bool
    """Whether there is nothing else to do than to pass. [MR-32]"""
    awaited: str
    """Who is to decide, by name."""
    chart: PointsChart | None
    """What realms were worth by round, when the game is over."""
    moments: tuple[KeyMoment, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "ended"

    @property
    def worth(self) -> dict[int, int]:
        """What each seat would score if the game ended now. [MR-75]"""
        return {sheet.seat: sheet.score for sheet in self.scores.sheets}

    @property
    def stands(self) -> tuple[Stand, ...]:
        """Where the first five stand on the podium."""
        return STANDS


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
        swept=len(view.discards),
        realms=everybody,
        mine=next((realm for realm in everybody if realm.is_me), None),
        others=tuple(realm for realm in everybody if not realm.is_me),
        current=current_panel(reading, flips),
        future=future_panel(reading, flips),
        lands=(ground := lands(reading)),
        holdings=holdings(reading, ground),
        track=track(reading),
        happened=recent_events(reading),
        scores=scores(reading),
        drafting=drafting(reading),
        placing=placing(reading),
        auction=lot,
        choosing=choosing(reading),
        passing=Action(move_json(PassRound()), reading.say("pass"), "p") if acting else None,
        only_pass=acting and len(page.moves) == 1,
        awaited=reading.listed(view.awaiting),
        chart=points_chart(reading) if view.phase == "ended" else None,
        moments=key_moments(reading) if view.phase == "ended" else (),
    )
