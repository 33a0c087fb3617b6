"""The victory-point track, from milestone to milestone. [MR-55]"""

from __future__ import annotations

from msgspec import Struct

from realms.medieval.web.board.board_reader import BoardReader

AHEAD = 2
"""Stretches shown beyond the marker that leads."""


class Marker(Struct, frozen=True):
    """Where a seat stands."""

    name: str
    points: int
    is_me: bool


class Stretch(Struct, frozen=True):
    """The points from one milestone to the next, and who stands there."""

    first: int
    markers: tuple[Marker, ...]


def track(reading: BoardReader) -> tuple[Stretch, ...]:
    """The track as far as it matters now."""
    length = reading.lexicon.content.board.milestone
    points = [seat.points for seat in reading.view.seats]
    markers = [
        Marker(reading.names[seat], number, seat == reading.me)
        for seat, number in sorted(enumerate(points), key=lambda one: one[1])
    ]
    return tuple(
        Stretch(first, tuple(m for m in markers if first <= m.points < first + length))
        for first in range(0, (max(points) // length + 1 + AHEAD) * length, length)
    )
