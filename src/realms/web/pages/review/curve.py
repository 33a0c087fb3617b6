"""The curve of a review: the chances of all seats over a game, as hills or as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from realms.analysis.review import CurvePoint

WIDTH, HEIGHT = 1000, 200
"""The size of the picture, in its own units."""
NAME = 26
"""The height of a name."""
CLEAR = 85
"""How far from a marked moment a name stands, across."""
MOST_TICKS = 12
EDGE = 14
"""How near to the edges a marked moment comes."""


class Band(Struct, frozen=True):
    """The chances of one seat."""

    seat: int
    path: str
    """Its hill, between those below and above it …"""
    line: str
    """… and its line, on a scale of its own."""
    label_x: float
    label_y: float
    """Where its name stands in the hill: where it is broad and no moment is marked."""
    is_broad: bool
    """Whether the name fits there."""
    end_y: float
    """Where its line ends, but for others that end there."""


class Spot(Struct, frozen=True):
    """Where a move stands in the picture."""

    x: float
    y: float
    """On its seat's hill …"""
    line_y: float
    """… and on its line."""


class Tick(Struct, frozen=True):
    """A round below the picture."""

    x: float
    number: int


class Curve(Struct, frozen=True):
    """The chart of the chances over a game."""

    bands: tuple[Band, ...]
    """From the lowest up."""
    spots: dict[int, Spot]
    """By the numbers of moves."""
    ticks: tuple[Tick, ...] = ()
    """Where rounds begin."""


def draw_curve(
    points: Sequence[CurvePoint],
    lowest: int,
    deciders: Mapping[int, int],
    marked: Sequence[int] = (),
    rounds: Sequence[int] = (),
) -> Curve:
    """Draw the chances, one seat's at the bottom.

    `deciders` tells whose each move was, `marked` the moves that are marked in the picture, and
    `rounds` after which moves a round begins.
    """
    seats = len(points[0].chances)
    order = [(lowest + k) % seats for k in range(seats)]
    across = [WIDTH * n / max(1, len(points) - 1) for n in range(len(points))]
    avoided = [x for x, point in zip(across, points, strict=True) if point.number in set(marked)]
    floor = [float(HEIGHT)] * len(points)
    bands, tops = [], {}
    ends = _line_ends(points[-1], order)
    for seat in order:
        own = [HEIGHT * (1 - point.chances[seat]) for point in points]
        top = [low - HEIGHT * point.chances[seat] for low, point in zip(floor, points, strict=True)]
        bands.append(_band(seat, across, (floor, top, own), avoided, ends[seat]))
        tops[seat] = floor = top
    spots = {
        point.number: Spot(
            round(min(max(x, EDGE), WIDTH - EDGE), 1),
            _inside(tops[deciders[point.number]][n]),
            _inside(HEIGHT * (1 - point.chances[deciders[point.number]])),
        )
        for n, (x, point) in enumerate(zip(across, points, strict=True))
        if point.number in deciders
    }
    return Curve(tuple(bands), spots, tuple(_ticks(points, across, rounds)))


def _inside(y: float) -> float:
    return round(min(max(y, EDGE), HEIGHT - EDGE), 1)


def _ticks(
    points: Sequence[CurvePoint], across: Sequence[float], rounds: Sequence[int]
) -> Iterator[Tick]:
    """The rounds, as many as there is room for, each at its first decision."""
    step = -(-len(rounds) // MOST_TICKS) if rounds else 1
    for number, begins in enumerate(rounds, 1):
        if (number - 1) % step:
            continue
        later = (n for n, point in enumerate(points[:-1]) if point.number > begins)
        if (n := next(later, None)) is not None:
            yield Tick(round(across[n], 1), number)


def _band(
    seat: int,
    across: list[float],
    heights: tuple[list[float], list[float], list[float]],
    avoided: Sequence[float],
    end: float,
) -> Band:
    floor, top, own = heights
    inner = range(len(across) // 8, max(len(across) // 8 + 1, len(across) * 7 // 8))
    clear = [n for n in inner if all(abs(across[n] - x) > CLEAR for x in avoided)]
    broad = [n for n in clear if floor[n] - top[n] > NAME] or [*inner]
    widest = max(broad, key=lambda n: floor[n] - top[n])
    middle = (floor[widest] + top[widest]) / 2 + NAME / 3
    back = smooth([*reversed(across)], [*reversed(floor)])
    path = f"M{across[0]:.1f} {top[0]:.1f}{smooth(across, top)} L{across[-1]:.1f} {floor[-1]:.1f}"
    return Band(
        seat=seat,
        path=f"{path}{back} Z",
        line=f"M{across[0]:.1f} {own[0]:.1f}{smooth(across, own)}",
        label_x=round(across[widest], 1),
        label_y=round(middle, 1),
        is_broad=floor[widest] - top[widest] > NAME,
        end_y=round(end, 1),
    )


def smooth(across: Sequence[float], heights: Sequence[float]) -> str:
    """A curve on from its first point that leaves and reaches every point level.

    >>> smooth([0, 10], [5, 7])
    ' C5.0 5.0 5.0 7.0 10.0 7.0'
    """
    parts = []
    for (x, y), (to_x, to_y) in pairwise(zip(across, heights, strict=True)):
        middle = (x + to_x) / 2
        parts.append(f" C{middle:.1f} {y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}")
    return "".join(parts)


def _line_ends(last: CurvePoint, order: Sequence[int]) -> dict[int, float]:
    """Where names stand beside the ends of the lines, none upon another."""
    ends: dict[int, float] = {}
    below = HEIGHT + NAME / 2
    for seat in sorted(order, key=lambda one: (last.chances[one], -order.index(one))):
        below = ends[seat] = min(HEIGHT * (1 - last.chances[seat]), below - NAME * 0.72)
    return ends
