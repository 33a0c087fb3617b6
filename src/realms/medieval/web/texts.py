"""Moves and events of Medieval Realms in words, as one would say them across the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.kernel.game import Event
from realms.kernel.text import listed, say
from realms.medieval.content.registry import content_for
from realms.medieval.interface import log
from realms.medieval.interface import moves as m
from realms.medieval.interface.log import card_name, placement_text, resource_name
from realms.web.pages.table.move_text import Reader


def event_sentence(event: Event, names: Sequence[str], options: Any, language: str) -> str:
    """An event as a sentence of the log."""
    return log.event_sentence(event, names, language, content_for(options))


def opening_line(view: Any, names: Sequence[str], options: Any, language: str) -> tuple[str, str]:
    """The first turn order, and the paragraph. [MR-12]"""
    return log.begun_sentence(view.order, names, language, content_for(options)), "MR-12"


def is_own_act(event: Event, seat: int) -> bool:
    """Whether a seat did itself what an event tells."""
    return getattr(event, "seat", None) == seat


def aim(options: Any, language: str) -> str:
    """What the game is about."""
    return say("web.medieval.aim", language)


def move_text(move: Any, reader: Reader) -> str:
    """A move that is proposed to a reader."""
    key = move.__struct_config__.tag
    if isinstance(move, m.Activate) and move.bid is not None:
        key = "activate_bid"
    return say(f"web.medieval.move.{key}", reader.language, **_fields(move, reader))


def _fields(move: Any, reader: Reader) -> dict[str, Any]:
    """The fields of a move as sentences have them."""
    language, content = reader.language, content_for(reader.options)
    match move:
        case m.Draft(tokens):
            names = [resource_name(token, language, content) for token in tokens]
            return {"tokens": listed(names, language)}
        case m.Place():
            return {"placement": placement_text(move, language, content)}
        case m.Activate(square, bid):
            return {"card": _card_on(square, reader), "square": square, "n": bid}
        case m.Get(square):
            return {"card": _card_on(square, reader), "square": square}
        case m.Bid(amount):
            return {"n": amount}
        case m.Play(card):
            return {"card": card_name(card, language, content)}
        case m.Choose(_, resource):
            return {"resource": resource_name(resource, language, content)}
    return {}


def _card_on(square: int, reader: Reader) -> str:
    """The card on a square of the panel."""
    panel: tuple[str | None, ...] = reader.view.current
    card = panel[square - 1] if 0 < square <= len(panel) else None
    return card_name(card, reader.language, content_for(reader.options)) if card else ""
