"""Moves and events of Fantasy Realms in words, as one would say them across the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import log
from realms.fantasy.interface import moves as m
from realms.kernel.game import Event
from realms.kernel.text import say
from realms.web.pages.table.move_text import Reader


def event_sentence(event: Event, names: Sequence[str], options: Any, language: str) -> str:
    """An event as a sentence of the log."""
    return log.event_sentence(event, names, language)


def opening_line(view: Any, names: Sequence[str], options: Any, language: str) -> tuple[str, str]:
    """Who begins, and the paragraph. [FR-3]"""
    dealt = m.Dealt(view.first)
    return log.event_sentence(dealt, names, language), dealt.paragraph


def is_own_act(event: Event, seat: int) -> bool:
    """Whether a seat did itself what an event tells; to a trade it offered, another agreed."""
    return getattr(event, "seat", None) == seat and not isinstance(event, m.Traded)


def aim(options: Any, language: str) -> str:
    """What the game is about; Chaos is another one."""
    return say(f"web.fantasy.aim.{'chaos' if options.variant == 'chaos' else 'turns'}", language)


def move_text(move: Any, reader: Reader) -> str:
    """A move that is proposed to a reader."""
    key = move.__struct_config__.tag
    if isinstance(move, m.Offer) and move.wish:
        key = "offer_wishing"
    elif isinstance(move, m.Declare) and (move.choice == "best" or move.value is None):
        key = "declare_best" if move.choice == "best" else "declare_none"
    fields = {name: _field(name, getattr(move, name), reader) for name in move.__struct_fields__}
    return say(f"web.fantasy.move.{key}", reader.language, **fields)


def _field(name: str, value: Any, reader: Reader) -> Any:
    """A field of a move as sentences have it."""
    if name == "to":
        everybody = say("event.everybody", reader.language)
        return everybody if value is None else reader.names[value]
    if name == "seat":
        return reader.names[value]
    if isinstance(value, str) and value != "best":
        return name_of(value, reader.language)
    return value
