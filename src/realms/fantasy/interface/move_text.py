"""Moves in words: what somebody could do, as one would say it across the table."""

from __future__ import annotations

from typing import Any

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface.moves import Declare, Offer
from realms.kernel.presentation.texts import Reader
from realms.kernel.text import say


def move_text(move: Any, reader: Reader) -> str:
    """A move that is proposed to a reader."""
    key = move.__struct_config__.tag
    if isinstance(move, Offer) and move.wish:
        key = "offer_wishing"
    elif isinstance(move, Declare) and (move.choice == "best" or move.value is None):
        key = "declare_best" if move.choice == "best" else "declare_none"
    return say(f"fantasy.move.{key}", reader.language, **_fields(move, reader))


def _fields(move: Any, reader: Reader) -> dict[str, Any]:
    """The fields of a move, seats and cards by their names."""
    fields: dict[str, Any] = {}
    for field in move.__struct_fields__:
        value = getattr(move, field)
        if field == "to":
            everybody = say("event.everybody", reader.language)
            fields[field] = everybody if value is None else reader.names[value]
        elif field == "seat":
            fields[field] = reader.names[value]
        elif isinstance(value, str) and value != "best":
            fields[field] = name_of(value, reader.language)
        else:
            fields[field] = value
    return fields
