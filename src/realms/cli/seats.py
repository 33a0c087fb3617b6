"""Seats as people name them: by number, from 1, or by name."""

from __future__ import annotations

from collections.abc import Sequence

from realms.kernel.errors import Unreadable
from realms.kernel.names import folded


def seat_called(text: str, seats: Sequence[str]) -> int:
    """The seat of a number or a name, or of the only name that begins so.

    >>> seat_called("2", ["Ada", "Bob"]), seat_called("ad", ["Ada", "Bob"])
    (1, 0)
    """
    if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(seats):
        return int(text) - 1
    names = [folded(name) for name in seats]
    if folded(text) in names:
        return names.index(folded(text))
    starting = [seat for seat, name in enumerate(names) if name.startswith(folded(text))]
    if folded(text) and len(starting) == 1:
        return starting[0]
    raise Unreadable("usage/seat", name=text, seats=", ".join(seats))
