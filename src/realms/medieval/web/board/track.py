"""The victory-point track, with its milestones. [MR-55]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from realms.medieval.web.board.board_reader import BoardReader

LEAST = 30
"""The track shows at least so many points."""
WIDTH, MARGIN = 718, 20
"""How wide the track is drawn, and how far from its ends it begins and ends."""
APART = 20.0
"""How far apart shields are drawn at least: those of equal points lie side by side."""


class Marker(Struct, frozen=True):
    """Where a seat stands."""

    seat: int
    name: str
    points: int
    is_me: bool
    place: float
    """Where its points lie on the drawing."""
    shield: float
    """Where the middle of its shield is drawn: beside that place where others stand there."""


class Track(Struct, frozen=True):
    """The track as far as it matters now, and who stands where."""

    length: int
    milestone: int
    """Points from one milestone to the next."""
    markers: tuple[Marker, ...]
    """Oneself last, so that nobody stands before."""

    @property
    def most(self) -> int:
        """The points of whoever leads."""
        return max(marker.points for marker in self.markers)

    @property
    def step(self) -> float:
        """How far a point is from the next on the drawing."""
        return (WIDTH - 2 * MARGIN) / self.length


def track(reading: BoardReader) -> Track:
    """The track: up to the milestone after the next of whoever leads."""
    milestone = reading.lexicon.content.board.milestone
    points = [shown.points for shown in reading.view.seats]
    length = max(LEAST, (max(points) // milestone + 2) * milestone)
    step = (WIDTH - 2 * MARGIN) / length
    seats = sorted(range(len(points)), key=lambda seat: (points[seat], seat))
    places = [round(MARGIN + step * points[seat], 1) for seat in seats]
    markers = [
        Marker(seat, reading.names[seat], points[seat], seat == reading.me, place, shield)
        for seat, place, shield in zip(seats, places, spread_out(places), strict=True)
    ]
    return Track(length, milestone, tuple(sorted(markers, key=lambda one: one.is_me)))


def spread_out(places: Sequence[float]) -> list[float]:
    """Places in order, moved as little as it takes for none to lie on another.

    >>> spread_out([20.0, 90.0, 90.0, 95.0]), spread_out([696.0, 696.0])
    ([20.0, 71.7, 91.7, 111.7], [678.0, 698.0])
    """
    groups: list[list[float]] = []
    for place in places:
        groups.append([place])
        while len(groups) > 1 and _begin(groups[-1]) - _end(groups[-2]) < APART:
            groups[-2:] = [groups[-2] + groups[-1]]
    return [
        round(_begin(group) + APART * number, 1) for group in groups for number in range(len(group))
    ]


def _begin(group: Sequence[float]) -> float:
    """Where a group of shields begins that lie side by side around their places."""
    wide = APART * (len(group) - 1)
    middle = sum(group) / len(group) - wide / 2
    return min(max(middle, MARGIN), WIDTH - MARGIN - wide)


def _end(group: Sequence[float]) -> float:
    """Where its last shield lies."""
    return _begin(group) + APART * (len(group) - 1)
