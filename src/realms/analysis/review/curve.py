"""The curve of a game: the chances of all seats, each by what it knew itself, as parts of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from realms.analysis.review.game_review import DIGITS, CurvePoint


def chances_over(
    known: Iterable[tuple[int, int, float]], ends: Sequence[float], last: int
) -> tuple[CurvePoint, ...]:
    """The chances of all seats before each decision, and at the end.

    `known` has the number of each decision, its seat and the chance of that seat; those of the
    others are what they saw when they last decided.
    """
    latest = [1 / len(ends)] * len(ends)
    points = []
    for number, seat, chance in known:
        latest[seat] = chance
        whole = sum(latest) or 1.0
        points.append(CurvePoint(number, tuple(round(one / whole, DIGITS) for one in latest)))
    points.append(CurvePoint(last + 1, tuple(round(end, DIGITS) for end in ends)))
    return tuple(points)
