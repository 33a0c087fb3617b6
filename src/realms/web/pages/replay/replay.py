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
from realms.kernel.record import BrokenRecord, Played, Record, Redeal, verify
from realms.kernel.record import replay as replay_record
from realms.kernel.text import say
from realms.tables import entries
from realms.tables.caching.byte_cache import BoundedCache
from realms.tables.permissions import MOST_ENTRIES
from realms.tables.table import Table
from realms.tables.table_view import SeatStatus, TableView, view_table
from realms.web.admission.executor import answer_cache
from realms.web.game_lookup import texts_of, traits_of
from realms.web.pages.table.story import event_text
from realms.web.pages.table.table_page import StoryLine, TablePage

STORIES = 4
"""Viewers and languages for which a replay remembers what it told."""
MOMENT, TOLD_MOMENT = 1_500, 1_200
"""Bytes of a moment besides its state: of what happened, and of what one story tells of it."""
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
        begins: int | None = None,
        redeals: Sequence[Redeal] = (),
    ) -> None:
        self.id, self.path, self.game, self.options = id_, path, game, options
        self.seats, self.seed, self.commitment = tuple(seats), seed, commits
        self.names = tuple(seat.name for seat in seats)
        self.states, self.events, self.moves = states, events, moves
        self.begins, self.redeals = begins, tuple(redeals)
        """Where it goes on from another game, and what was dealt anew: as records have it."""
        self._stories = BoundedCache[tuple[ReplayViewer, str], tuple[StoryLine, ...]](STORIES)
        self.story_items = BoundedCache[tuple[ReplayViewer, str], tuple[Markup, ...]](STORIES)
        """The same as parts of a page."""

    def memory_size(self) -> int:
        """The bytes that it takes, about, when it has told its story to some viewers."""
        state = self.states[0].nbytes if self.states else 0
        return len(self.states) * (int(state) + MOMENT + STORIES * TOLD_MOMENT)

    def path_of(self, page: str) -> str:
        """The address of another page about this game, such as its review."""
        return f"{self.path.removesuffix('/replay')}/{page}"

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.states) - 1

    @property
    def record(self) -> Record:
        """The record of a game of which nothing is hidden, without chance's answers."""
        assert self.seed is not None
        return Record(
            rules=self.game.rules,
            options=self.options,
            seats=self.names,
            seed=self.seed,
            moves=tuple(self.moves),
            begins=self.begins,
            redeals=self.redeals,
        )

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
        """The `TablePage` of a moment for a viewer."""
        return TablePage(
            table=self.seen(at, viewer),
            language=language,
            story=self.story_until(at, viewer, language),
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
        story = self._stories.find((viewer, language))
        if story is None:
            story = self._stories[viewer, language] = tuple(self._write_story(viewer, language))
        return story

    def story_until(self, at: int, viewer: ReplayViewer, language: str) -> tuple[StoryLine, ...]:
        """The lines of the log up to a moment."""
        return tuple(line for line in self.story(viewer, language) if line.moment <= at)

    def _write_story(self, viewer: ReplayViewer, language: str) -> list[StoryLine]:
        texts, view = texts_of(self.game.name), self.game.view(self.states[0], None)
        begun = texts.opening_line(view, self.names, self.options, language)
        story = [StoryLine(1, 0, *begun)]
        self._add_origin(story, 0, language)
        for at in range(1, len(self.states)):
            for event in self._visible_events(at, viewer):
                text, seat = event_text(self, event, language), getattr(event, "seat", None)
                cited = event.paragraph or None
                story.append(StoryLine(len(story) + 1, at, text, cited, seat, event=event))
            self._add_origin(story, at, language)
        return story

    def _add_origin(self, story: list[StoryLine], at: int, language: str) -> None:
        """Say what was dealt anew at a moment, and whether a game that went on begins there."""
        sentences = [
            say("practice.redealt", language, name=self.names[one.seat])
            for one in self.redeals
            if one.after == at
        ]
        sentences += [say("practice.begun", language)] if self.begins == at else []
        for text in sentences:
            story.append(StoryLine(len(story) + 1, at, text, kind="table"))


def replay_of_table(table: Table, viewer: int | None) -> Replay:
    """The game of a table as far as a viewer may look back: all of it when it is over."""
    events_at = {t.moves: t.events for t in table.story if isinstance(t.entry, entries.MoveMade)}
    known = [
        (turn, events_at.get(number, ()))
        for number, (turn, seen) in enumerate(
            zip(table.turns, table.progress.noticed_turns(viewer), strict=True), 1
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
        states=table.progress.moments(viewer),
        events=[(), *(events for _turn, events in known)],
        moves=[Played(turn.seat, turn.move) for turn, _events in known],
        begins=table.progress.begins,
        redeals=table.progress.redeals,
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
        commits=record.commitment or commitment(record.committed_seed),
        states=[moment.state for moment in moments],
        events=[moment.events for moment in moments],
        moves=record.moves,
        begins=record.begins,
        redeals=record.redeals,
    )


MOST_MOVES = 3 * MOST_ENTRIES
"""Moves of a record that is brought along: more than any table of ours has."""
KEPT, KEPT_MEBIBYTES = 32, 48
"""Records whose games are kept, and what all of them may weigh."""
REPLAYS = answer_cache(KEPT, KEPT_MEBIBYTES)
"""The games of records that were looked at lately, by id."""


def replay_in(id_: str, text: str) -> Replay:
    """The game of a record that was kept."""
    return replay_of_record(id_, *read(text, all_games()))


def check_record(text: str) -> None:
    """Refuse a record that does not hold, in one sentence."""
    game, record = read(text, all_games())
    if len(record.moves) > MOST_MOVES:
        first = record.moves[MOST_MOVES]
        raise BrokenRecord("record/too_many", first.line, first.column, n=MOST_MOVES)
    verify(game, record)
