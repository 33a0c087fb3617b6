"""What just happened, told in the words of the log; a reveal is told part by part."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.kernel.game import Event
from realms.medieval import events as e
from realms.medieval.log import Log
from realms.web.pages.medieval.reading import Reading

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


class Told(Struct, frozen=True):
    """A sentence, and the paragraph it rests on."""

    text: str
    paragraph: str


class Part(Struct, frozen=True):
    """Sentences under one heading; empty for none."""

    title: str
    lines: tuple[Told, ...]


def happened(reading: Reading) -> tuple[Part, ...]:
    """What happened with the last move, as these eyes may know it."""
    log = Log(reading.lexicon.words, reading.names)
    lines: dict[str, list[Told]] = {part: [] for part in ORDER}
    for event in reading.look.seen.events:
        lines[PARTS.get(type(event), "")] += _told(event, log)
    return tuple(
        Part(reading.say(f"happened.{part}") if part else "", tuple(told))
        for part, told in lines.items()
        if told
    )


def _told(event: Event, log: Log) -> list[Told]:
    """An event as sentences: placements one by one, all others in one."""
    if not isinstance(event, e.Revealed):
        return [Told(log.sentence(event), event.paragraph)]
    return [
        Told(
            log.words.say("event.stands", seat=name, placement=log.placement(placement)),
            event.paragraph,
        )
        for name, placement in zip(log.names, event.placements, strict=True)
    ]
