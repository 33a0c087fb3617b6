"""The notation of moves that are a word and plain values: `bid 7`, `pass`, `bid ?`.

A game whose moves have other fields writes and reads them itself.
"""

from __future__ import annotations

from typing import Any

import msgspec

from realms.kernel.errors import Unreadable

HIDDEN = "…"
"""A move of which a reader knows only that there was one."""
UNKNOWN = "?"
"""A value that a reader may not know: None in the move."""


def write_move(move: Any) -> str:
    """A move as its tag and the values of its fields; None is a move that is hidden.

    >>> class Bid(msgspec.Struct, tag_field="type", tag="bid"):
    ...     card: int | None
    >>> write_move(Bid(7)), write_move(Bid(None)), write_move(None)
    ('bid 7', 'bid ?', '…')
    """
    if move is None:
        return HIDDEN
    values = [getattr(move, field) for field in move.__struct_fields__]
    tag = str(move.__struct_config__.tag)
    return " ".join([tag, *(UNKNOWN if value is None else str(value) for value in values)])


def read_move(text: str, move_type: Any) -> Any:
    """A move of a type, or of a union of types, from its notation.

    Raises `Unreadable` for a text that no move is written as.

    >>> class Bid(msgspec.Struct, tag_field="type", tag="bid"):
    ...     card: int | None
    >>> read_move(" Bid 7", Bid), read_move("bid ?", Bid)
    (Bid(card=7), Bid(card=None))
    """
    plain = text.strip()
    if plain == HIDDEN:
        return None
    tag, *words = plain.split() or [""]
    for kind in getattr(move_type, "__args__", (move_type,)):
        fields = kind.__struct_fields__
        if kind.__struct_config__.tag == tag.casefold() and len(fields) == len(words):
            values = [None if word == UNKNOWN else word for word in words]
            try:
                return msgspec.convert(dict(zip(fields, values, strict=True)), kind, strict=False)
            except msgspec.ValidationError:
                break
    raise Unreadable("record/move", text=plain[:80])
