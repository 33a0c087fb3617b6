"""What just happened, told in the words of the log; a reveal is told part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile, groupby
from operator import attrgetter
from typing import Any

from msgspec import Struct

from realms.kernel.game import Event
from realms.medieval.interface import events as e
from realms.medieval.interface.log import EventLog
from realms.medieval.web.board.board_reader import BoardReader
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
ORDER = ("", "placements", "lands", "income", "order", "panel")


class NewsLine(Struct, frozen=True):
    """A sentence, and the paragraph it rests on."""

    text: str
    paragraph: str


class Part(Struct, frozen=True):
    """Sentences under one heading; empty for none."""

    title: str
    lines: tuple[NewsLine, ...]


def recent_events(reading: BoardReader) -> tuple[Part, ...]:
    """What happened since the viewer moved, move by move; in a replay, with its last move."""
    log = EventLog(reading.lexicon.words, reading.names)
    told: list[tuple[str, list[NewsLine]]] = []
    for events in _moves(reading.page):
        for part in ORDER:
            lines = [
                line
                for event in events
                if PARTS.get(type(event), "") == part
                for line in _news_lines(event, log)
            ]
            if lines and not part and told and told[-1][0] in ("", "then"):
                told[-1][1].extend(lines)
            elif lines:
                told.append((part or ("then" if told else ""), lines))
    return tuple(
        Part(reading.say(f"happened.{part}") if part else "", tuple(lines)) for part, lines in told
    )


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


def _news_lines(event: Event, log: EventLog) -> list[NewsLine]:
    """An event as sentences: placements one by one, all others in one."""
    if not isinstance(event, e.Revealed):
        return [NewsLine(log.sentence(event), event.paragraph)]
    return [
        NewsLine(
            log.words.say("event.stands", seat=name, placement=log.placement(placement)),
            event.paragraph,
        )
        for name, placement in zip(log.names, event.placements, strict=True)
    ]
