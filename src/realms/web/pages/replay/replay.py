"""A game to look back at: how it stood after each move, and what happened in between."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

from markupsafe import Markup

from realms.kernel.chance import commitment
from realms.kernel.game import Event, Game, State
from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.record import BrokenRecord, Played, Record, verify
from realms.kernel.record import replay as replay_record
from realms.tables import entries
from realms.tables.cache import BoundedCache
from realms.tables.permissions import MOST_ENTRIES
from realms.tables.table import Table
from realms.tables.table_view import SeatStatus, TableView, view_table
from realms.web.game_parts import texts_of, traits_of
from realms.web.pages.table.story import event_text
from realms.web.pages.table.table_page import StoryLine, TablePage

ALL: Literal["all"] = "all"
"""The viewer who sees everything, of a game that is over."""
ReplayViewer = int | None | Literal["all"]
"""A seat, a spectator, or all."""


class Replay:
    """A game, moment by moment: the deal, and then one moment a move."""

    def __init__(
        self,
        *,
        id_: str,
        path: str,
        game: Game,
        options: Any,
        seats: Sequence[SeatStatus],
        seed: str | None,
        commits: str,
        states: Sequence[State],
        events: Sequence[Sequence[Event]],
        moves: Sequence[Played],
    ) -> None:
        self.id, self.path, self.game, self.options = id_, path, game, options
        self.seats, self.seed, self.commitment = tuple(seats), seed, commits
        self.names = tuple(seat.name for seat in seats)
        self.states, self.events, self.moves = states, events, moves
        self._stories: dict[tuple[ReplayViewer, str], tuple[StoryLine, ...]] = {}
        self.story_items: dict[tuple[ReplayViewer, str], tuple[Markup, ...]] = {}
        """The same as parts of a page."""

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.states) - 1

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended, so that nothing is secret any more."""
        return not self.game.awaiting(self.states[-1])

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The moments at which a round begins."""
        begins, before, first = [], None, None
        goes_on = traits_of(self.game.name).turns_of_moves
        for number, played in enumerate(self.moves):
            again = goes_on and before is not None and before.seat == played.seat
            if not again and self.game.opens_round(before, played, first):
                begins.append(number)
                first = played.seat
            before = played
        return tuple(begins) or (0,)

    # --- What is seen ---

    def page(self, at: int, viewer: ReplayViewer, language: str, helped: bool = True) -> TablePage:
        """The table at a moment, as a viewer sees it."""
        return TablePage(
            table=self.seen(at, viewer),
            language=language,
            at=at,
            views=self._views(at) if viewer == ALL or self._ends(at) else None,
            helped=helped,
        )

    def seen(self, at: int, viewer: ReplayViewer) -> TableView:
        """What is seen of a moment."""
        state = self.states[at]
        seat = None if viewer == ALL else viewer
        ends = self._ends(at)
        return TableView(
            id=self.id,
            seq=at,
            game=self.game.name,
            rules=self.game.rules,
            options=self.options,
            public=False,
            watched=True,
            status="finished" if ends else "playing",
            seat=seat,
            seats=self.seats,
            awaiting=self.game.awaiting(state),
            commitment=self.commitment,
            seed=self.seed if ends else None,
            view=self.game.view(state, seat),
            events=tuple(self._visible_events(at, viewer)),
            outcome=self.game.outcome(state) if ends else None,
            undo=None,
            free_undo=0,
            most=None,
            clock=None,
            next=None,
            lines=(),
        )

    def _ends(self, at: int) -> bool:
        return self.is_over and at == self.last

    def _views(self, at: int) -> tuple[Any, ...] | None:
        """What every seat knew; None while the game is played."""
        if not self.is_over:
            return None
        return tuple(self.game.view(self.states[at], seat) for seat in range(len(self.seats)))

    def _visible_events(self, at: int, viewer: ReplayViewer) -> list[Event]:
        """What happened in a move, as far as the viewer may know."""
        if viewer == ALL:
            return [*self.events[at]]
        seen = (event.seen_by(viewer) for event in self.events[at])
        return [event for event in seen if event is not None]

    # --- What is told ---

    def story(self, viewer: ReplayViewer, language: str) -> tuple[StoryLine, ...]:
        """Every line of the log, as the viewer may read it."""
        if (viewer, language) not in self._stories:
            self._stories[viewer, language] = tuple(self._write_story(viewer, language))
        return self._stories[viewer, language]

    def _write_story(self, viewer: ReplayViewer, language: str) -> list[StoryLine]:
        texts, view = texts_of(self.game.name), self.game.view(self.states[0], None)
        begun = texts.opening_line(view, self.names, self.options, language)
        story = [StoryLine(1, 0, *begun)]
        for at in range(1, len(self.states)):
            for event in self._visible_events(at, viewer):
                text, seat = event_text(self, event, language), getattr(event, "seat", None)
                line = StoryLine(len(story) + 1, at, text, event.paragraph or None, seat)
                story.append(line)
        return story


def replay_of_table(table: Table, viewer: int | None) -> Replay:
    """The game of a table as far as a viewer may look back: all of it when it is over."""
    told = {t.moves: t.events for t in table.story if isinstance(t.entry, entries.MoveMade)}
    known = [
        (turn, told.get(number, ()))
        for number, (turn, seen) in enumerate(
            zip(table.turns, table.noticed_turns(viewer), strict=True), 1
        )
        if seen
    ]
    return Replay(
        id_=table.id,
        path=f"/tables/{table.id}/replay",
        game=table.game,
        options=table.options,
        seats=view_table(table, None).seats,
        seed=table.seed,
        commits=table.commitment,
        states=table.moments(viewer),
        events=[(), *(events for _turn, events in known)],
        moves=[Played(turn.seat, turn.move) for turn, _events in known],
    )


def replay_of_record(id_: str, game: Game, record: Record) -> Replay:
    """The game of a record."""
    moments = list(replay_record(game, record))
    return Replay(
        id_=id_,
        path=f"/replays/{id_}",
        game=game,
        options=record.options,
        seats=[SeatStatus(name, "person") for name in record.seats],
        seed=record.seed,
        commits=record.commitment or commitment(record.seed),
        states=[moment.state for moment in moments],
        events=[moment.events for moment in moments],
        moves=record.moves,
    )


KEPT, KEPT_MOMENTS = 32, 12_000
"""Records whose games are kept, and moments of all of them."""
REPLAYS: BoundedCache[str, Replay] = BoundedCache(KEPT, lambda one: len(one.states), KEPT_MOMENTS)
"""The games of records that were looked at lately, by id."""


def replay_in(id_: str, text: str) -> Replay:
    """The game of a record that was kept."""
    return replay_of_record(id_, *read(text, all_games()))


def check_record(text: str) -> None:
    """Refuse a record that does not hold, in one sentence."""
    game, record = read(text, all_games())
    if len(record.moves) > MOST_ENTRIES:
        first = record.moves[MOST_ENTRIES]
        raise BrokenRecord("record/too_many", first.line, first.column, n=MOST_ENTRIES)
    verify(game, record)
