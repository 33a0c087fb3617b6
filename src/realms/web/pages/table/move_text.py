"""Moves in words: what somebody could do, as one would say it across the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import moves as fantasy
from realms.kernel.text import listed, say
from realms.medieval.content.registry import content_for
from realms.medieval.interface import moves as medieval
from realms.medieval.interface.log import card_name, placement_text, resource_name


class Reader(Struct, frozen=True):
    """Who reads of a move: the game as they see it, and their language."""

    game: str
    options: Any
    view: Any
    names: Sequence[str]
    language: str


def move_text(move: Any, look: Reader) -> str:
    """A move that is proposed to a reader."""
    key = move.__struct_config__.tag
    fields = _fantasy(move, look) if look.game == "fantasy" else _medieval(move, look)
    if isinstance(move, fantasy.Offer) and move.wish:
        key = "offer_wishing"
    elif isinstance(move, fantasy.Declare) and (move.choice == "best" or move.value is None):
        key = "declare_best" if move.choice == "best" else "declare_none"
    elif isinstance(move, medieval.Activate) and move.bid is not None:
        key = "activate_bid"
    return say(f"web.deed.{look.game}.{key}", look.language, **fields)


def _fantasy(move: Any, look: Reader) -> dict[str, Any]:
    """The fields of a move of Fantasy Realms."""
    told: dict[str, Any] = {}
    for field in move.__struct_fields__:
        value = getattr(move, field)
        if field == "to":
            everybody = say("event.everybody", look.language)
            told[field] = everybody if value is None else look.names[value]
        elif field == "seat":
            told[field] = look.names[value]
        elif isinstance(value, str) and value != "best":
            told[field] = name_of(value, look.language)
        else:
            told[field] = value
    return told


def _medieval(move: Any, look: Reader) -> dict[str, Any]:
    """The fields of a move of Medieval Realms."""
    language, content = look.language, content_for(look.options)
    match move:
        case medieval.Draft(tokens):
            names = [resource_name(token, language, content) for token in tokens]
            return {"tokens": listed(names, language)}
        case medieval.Place():
            return {"placement": placement_text(move, language, content)}
        case medieval.Activate(square, bid):
            return {"card": _on(square, look), "square": square, "n": bid}
        case medieval.Get(square):
            return {"card": _on(square, look), "square": square}
        case medieval.Bid(amount):
            return {"n": amount}
        case medieval.Play(card):
            return {"card": card_name(card, language, content)}
        case medieval.Choose(_, resource):
            return {"resource": resource_name(resource, language, content)}
    return {}


def _on(square: int, look: Reader) -> str:
    """The card on a square of the panel."""
    panel: tuple[str | None, ...] = look.view.current
    card = panel[square - 1] if 0 < square <= len(panel) else None
    return card_name(card, look.language, content_for(look.options)) if card else ""
