"""The story of a table: its log, in words, as one pair of eyes may read it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from realms.kernel.game import Event
from realms.kernel.text import say
from realms.medieval.content.registry import content_for
from realms.tables import entries
from realms.tables.changes import StoryEntry, ViewerSeat
from realms.tables.table import Table
from realms.web.pages.table.table_page import StoryLine

Line = tuple[str, str | None, int | None, str, Event | None]
"""The text, its paragraph, the seat it speaks of, its kind, and what it tells."""
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

    Between getting a card and discarding one it is still the move before both.
    """
    seats = [turn.seat for turn in table.turns]
    is_amid = table.game.name == "fantasy" and viewer in table.awaiting
    if viewer is not None:
        while seats and is_amid and seats[-1] == viewer:
            seats.pop()
        while seats and seats[-1] != viewer:
            seats.pop()
    return sum(table.noticed_turns(viewer)[: len(seats)])


def _lines(table: Table, told: StoryEntry, viewer: ViewerSeat, language: str) -> Iterator[Line]:
    """What an entry adds to the log."""
    if isinstance(told.entry, entries.MoveMade):
        for event in told.events:
            seen = event.seen_by(viewer)
            if seen is not None:
                text, paragraph = event_line(table, seen, language)
                yield text, paragraph, getattr(seen, "seat", None), "event", seen
        return
    text = act_line(told, language)
    if text:
        yield text, None, getattr(told.entry, "seat", None), "table", None


def event_line(table: Table, event: Event, language: str) -> tuple[str, str | None]:
    """An event as a sentence, and the paragraph it rests on."""
    more: dict[str, Any] = {}
    if table.game.name == "medieval":
        more["content"] = content_for(table.options)
    text: str = _teller(table.game.name)(event, table.names, language, **more)
    return text, event.paragraph or None


def _teller(game: str) -> Any:
    module = {
        "fantasy": "realms.fantasy.interface.log",
        "medieval": "realms.medieval.interface.log",
    }[game]
    return importlib.import_module(module).event_sentence


def act_line(told: StoryEntry, language: str) -> str:
    """What was done at the table besides playing; empty for what needs no line."""
    entry, fields = told.entry, {"name": told.name}
    match entry:
        case (
            entries.SeatTaken()
            | entries.SeatLeft()
            | entries.BotSeated()
            | entries.PlayerReturned()
            | entries.GameStarted()
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
