"""What just happened, told in the words of the log; a reveal is told part by part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, groupby
from operator import attrgetter
from typing import Any

from msgspec import Struct

from realms.kernel.game import Event
from realms.medieval.interface import events as e
from realms.medieval.interface.log import EventLog
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.texts import touches
from realms.web.pages.table.table_page import TablePage

PARTS: dict[Any, str] = {
    e.Revealed: "placements",
    e.Produced: "income",
    e.CardProduced: "income",
    e.GoodsGiven: "income",
    e.LandFought: "lands",
    e.OrderSet: "order",
    e.Swept: "panel",
    e.Refilled: "panel",
    e.RoundBegan: "panel",
    e.Finished: "panel",
}
"""Under which heading each event is told; all others come first, under none."""
NAMED = re.compile(r":? (.+)", re.DOTALL)
"""How a sentence goes on after a name."""
ORDER = ("", "placements", "lands", "income", "order", "panel")


class NewsLine(Struct, frozen=True):
    """A sentence of the log."""

    text: str
    """Without the name at its beginning, which the shield stands for."""
    seat: int | None = None
    """Whom it is about, where it is about one."""
    name: str = ""
    """The name that was left out."""
    is_mine: bool = False
    """Whether it changed what the viewer holds."""


class Part(Struct, frozen=True):
    """Sentences under one heading; empty for none."""

    title: str
    lines: tuple[NewsLine, ...]


def recent_events(reading: BoardReader) -> tuple[Part, ...]:
    """What happened since the viewer moved, move by move; in a replay, with its last move."""
    log = EventLog(reading.lexicon.words, reading.names)
    parts: list[tuple[str, list[NewsLine]]] = []
    for events in worth_telling(_moves(reading.page)):
        for part in ORDER:
            lines = [
                line
                for event in events
                if PARTS.get(type(event), "") == part
                for line in _news_lines(event, log, reading.me)
            ]
            if lines and not part and parts and parts[-1][0] in ("", "then"):
                parts[-1][1].extend(lines)
            elif lines:
                parts.append((part or ("then" if parts else ""), lines))
    return tuple(
        Part(reading.say(f"happened.{part}") if part else "", tuple(lines)) for part, lines in parts
    )


def worth_telling(moves: Iterable[Sequence[Event]]) -> list[list[Event]]:
    """The events of moves; once the walls fell nobody is told that somebody had placed. [MR-23]"""
    by_move = [[*events] for events in moves]
    fell = max((n for n, events in enumerate(by_move) if any(map(_reveals, events))), default=-1)
    for events in by_move[: fell + 1]:
        events[:] = [one for one in events if not isinstance(one, e.Placed | e.TookBack)]
    return by_move


def _reveals(event: Event) -> bool:
    return isinstance(event, e.Revealed)


def _moves(page: TablePage) -> Iterator[Sequence[Event]]:
    """The events of each move that is told; what the viewer did they know."""
    if not (page.is_live and page.story):
        yield page.table.events
        return
    me = page.table.seat
    known = dropwhile(lambda line: line.seat == me and line.moment == page.since, page.news)
    news = [*known] or page.news  # what one did oneself is better than nothing
    for _moment, lines in groupby(news, attrgetter("moment")):
        yield [line.event for line in lines]


def _news_lines(event: Event, log: EventLog, me: int | None) -> list[NewsLine]:
    """An event as sentences: placements one by one, all others in one."""
    if not isinstance(event, e.Revealed):
        seat, is_mine = getattr(event, "seat", None), me is not None and touches(event, me)
        return [_line(log, log.sentence(event), seat, is_mine)]
    return [
        _line(log, log.words.say("event.stands", seat=name, placement=log.placement(placed)), seat)
        for seat, (name, placed) in enumerate(zip(log.names, event.placements, strict=True))
    ]


def _line(log: EventLog, text: str, seat: int | None, is_mine: bool = False) -> NewsLine:
    """A sentence, without the name it begins with."""
    name = "" if seat is None else log.names[seat]
    found = NAMED.match(text.removeprefix(name)) if name and text.startswith(name) else None
    if found is None:
        return NewsLine(text, seat, is_mine=is_mine)
    return NewsLine(found[1], seat, name, is_mine)
