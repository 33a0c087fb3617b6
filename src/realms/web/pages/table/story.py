"""The story of a table: its log, in words, as one viewer may read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Protocol

from realms.kernel.game import Event, Game
from realms.kernel.text import say
from realms.tables import entries
from realms.tables.changes import StoryEntry, ViewerSeat
from realms.tables.history import is_seen
from realms.tables.seating import stand_in
from realms.tables.table import Table
from realms.web.game_parts import texts_of, traits_of
from realms.web.pages.table.table_page import StoryLine

Line = tuple[str, str | None, int | None, str, Event | None]
"""The text, its paragraph, the seat it speaks of, its kind, and what it tells."""


class StoryGame(Protocol):
    """A game that is played, or was."""

    @property
    def game(self) -> Game:
        """Which one."""

    @property
    def options(self) -> Any:
        """What its table agreed on."""

    @property
    def names(self) -> Sequence[str]:
        """What the seats are called."""


Spoken = dict[Any, tuple[StoryEntry, list[Line]]]
"""Lines that were put in words before; an entry is kept with its lines, so it stays itself."""


def story_of(
    table: Table, viewer: ViewerSeat, language: str, spoken: Spoken | None = None
) -> tuple[StoryLine, ...]:
    """Every line, in order."""
    known = [0, *accumulate(map(int, table.noticed_turns(viewer)))]
    spoken, names = {} if spoken is None else spoken, table.names
    story: list[StoryLine] = []
    for told in table.story:
        key = (id(told), viewer, language, names)
        if key not in spoken:
            spoken[key] = (told, [*_lines(table, told, viewer, language)])
        moment = known[min(told.moves, len(known) - 1)]
        for line in spoken[key][1]:
            story.append(StoryLine(len(story) + 1, moment, *line))
    return tuple(story)


def last_moment(table: Table, viewer: ViewerSeat) -> int:
    """The moment of a seat's last move, as a replay counts it; of anybody's for a spectator.

    In the middle of a turn of several moves it is still the move before that turn.
    """
    noticed = zip(table.turns, table.noticed_turns(viewer), strict=True)
    seats = [turn.seat for turn, is_noticed in noticed if is_noticed]
    is_amid = traits_of(table.game.name).turns_of_moves and viewer in table.awaiting
    if viewer is not None:
        while seats and is_amid and seats[-1] == viewer:
            seats.pop()
        while seats and seats[-1] != viewer:
            seats.pop()
    return len(seats)


def _lines(table: Table, told: StoryEntry, viewer: ViewerSeat, language: str) -> Iterator[Line]:
    """What an entry adds to the log."""
    if isinstance(told.entry, entries.MoveMade):
        yield from _fault(table, told.entry, told, viewer, language)
        for event in told.events:
            seen = event.seen_by(viewer)
            if seen is not None:
                text = event_text(table, seen, language)
                yield text, seen.paragraph or None, getattr(seen, "seat", None), "event", seen
        return
    text = act_line(told, language)
    if text:
        yield text, None, getattr(told.entry, "seat", None), "table", None


def _fault(
    table: Table, move: entries.MoveMade, told: StoryEntry, viewer: ViewerSeat, language: str
) -> Iterator[Line]:
    """That a seat's own bot could not make a move, to who sees what came of it."""
    if move.fault and is_seen(told.events, viewer):
        bot = stand_in(table.game.name)
        text = say(f"web.story.fault.{move.fault}", language, name=told.name, bot=bot)
        yield text, None, move.seat, "fault", None


def event_text(played: StoryGame, event: Event, language: str) -> str:
    """An event as a sentence, in the words of its game."""
    texts = texts_of(played.game.name)
    return texts.event_sentence(event, played.names, played.options, language)


def act_line(told: StoryEntry, language: str) -> str:
    """What was done at the table besides playing; empty for what needs no line."""
    entry, fields = told.entry, {"name": told.name}
    match entry:
        case (
            entries.SeatTaken()
            | entries.SeatLeft()
            | entries.BotSeated()
            | entries.SeatCovered()
            | entries.PlayerReturned()
            | entries.GameStarted()
            | entries.TableClosed()
        ):
            key = str(entry.__struct_config__.tag)
        case entries.SeatRenamed(_, name):
            key, fields["other"] = "named", name
        case entries.MovesUndone(_, moves) | entries.UndoRequested(_, moves):
            return say(f"web.story.{entry.__struct_config__.tag}", language, n=moves, **fields)
        case entries.UndoVoted(_, agrees):
            key = "agreed" if agrees else "declined"
        case _:
            return ""
    return say(f"web.story.{key}", language, **fields)
