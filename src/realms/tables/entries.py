"""What is written in the log of a table: every act, in the order it was accepted.

Everything about a table follows from its entries. An entry is never changed and never
taken out; what is undone is undone by another entry.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct


class Entry(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag=str.lower
):
    """An act at a table."""


class Sat(Entry, frozen=True):
    """A person took a seat; the secret that proves it is kept as its hash."""

    seat: int
    name: str
    secret: str


class Named(Entry, frozen=True):
    """A person took another name."""

    seat: int
    name: str


class Rose(Entry, frozen=True):
    """A person left a seat: free again before the start, a bot's after it."""

    seat: int


class Seated(Entry, frozen=True):
    """A bot was put on a seat; called as whoever did so says, else by its name."""

    seat: int
    bot: str
    title: str = ""


class Returned(Entry, frozen=True):
    """A person came back to the seat a bot played meanwhile."""

    seat: int


class Started(Entry, frozen=True):
    """The cards were dealt."""


class Moved(Entry, frozen=True, omit_defaults=True):
    """A seat, or the table itself, made a move."""

    seat: int | None
    move: Any
    by: Literal["seat", "bot", "proxy", "clock"] = "seat"


class Asked(Entry, frozen=True):
    """A seat asked the others to let it undo so many moves."""

    seat: int
    moves: int


class Answered(Entry, frozen=True):
    """A seat answered such a request."""

    seat: int
    agrees: bool


class Undone(Entry, frozen=True):
    """The last moves were undone."""

    seat: int
    moves: int


class Bade(Entry, frozen=True):
    """A seat left a highest bid for the auction that is on; None takes it back."""

    seat: int
    most: int | None


class Continued(Entry, frozen=True):
    """The same people agreed on another game: the table where it is played."""

    table: str


AnyEntry = (
    Sat | Named | Rose | Seated | Returned | Started | Moved | Asked | Answered | Undone | Bade
    | Continued
)  # fmt: skip

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def written(entry: AnyEntry) -> bytes:
    """An entry as the log keeps it."""
    return _ENCODER.encode(entry)


def read(text: bytes | str) -> AnyEntry:
    """An entry from the log."""
    return _DECODER.decode(text)
