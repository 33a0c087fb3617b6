"""Moves in words: what somebody could do, as one would say it across the table."""

from __future__ import annotations

from typing import Any

from realms.kernel.presentation.texts import Reader
from realms.kernel.text import listed, say
from realms.medieval.content.registry import content_for
from realms.medieval.interface.log import placement_text
from realms.medieval.interface.moves import Activate, Bid, Choose, Draft, Get, Place, Play
from realms.medieval.interface.thing_names import card_name, resource_name


def move_text(move: Any, reader: Reader) -> str:
    """A move that is proposed to a reader."""
    key = move.__struct_config__.tag
    if isinstance(move, Activate) and move.bid is not None:
        key = "activate_bid"
    return say(f"medieval.move.{key}", reader.language, **_fields(move, reader))


def _fields(move: Any, reader: Reader) -> dict[str, Any]:
    """The fields of a move, cards and resources by their names."""
    language, content = reader.language, content_for(reader.options)
    match move:
        case Draft(tokens):
            names = [resource_name(token, language, content) for token in tokens]
            return {"tokens": listed(names, language)}
        case Place():
            return {"placement": placement_text(move, language, content)}
        case Activate(square, bid):
            return {"card": _card_on(square, reader), "square": square, "n": bid}
        case Get(square):
            return {"card": _card_on(square, reader), "square": square}
        case Bid(amount):
            return {"n": amount}
        case Play(card):
            return {"card": card_name(card, language, content)}
        case Choose(_, resource):
            return {"resource": resource_name(resource, language, content)}
    return {}


def _card_on(square: int, reader: Reader) -> str:
    """The card on a square of the panel."""
    panel: tuple[str | None, ...] = reader.view.current
    card = panel[square - 1] if 0 < square <= len(panel) else None
    return card_name(card, reader.language, content_for(reader.options)) if card else ""
