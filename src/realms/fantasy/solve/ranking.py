"""The list of the hands found so far: the best, or the worst, in one order for everybody.

More points come first, then the lower sum of strengths [FR-6], then the lower mask; for the
worst hands points and strengths the other way round. So the list is the same whatever the
order in which hands were found.
"""

from __future__ import annotations

from typing import Any

from realms.kernel.rule import rule


@rule
def comes_before(way: int, found: Any, points: int, strengths: int, hand: int) -> bool:
    """Whether a hand comes before one that was found."""
    if points != found.points:
        return way * points > way * found.points
    if strengths != found.strengths:
        return way * strengths < way * found.strengths
    return hand < found.hand


@rule
def bar(w: Any, task: Any, found: Any) -> int:
    """The points, times the way, that a hand needs at least to be listed."""
    if w.kept < len(found):
        return task.floor
    return max(task.floor, task.way * found[len(found) - 1].points)


@rule
def keep(w: Any, task: Any, found: Any, points: int, strengths: int, hand: int) -> None:
    """List a hand where it belongs, if it does; nobody is listed twice."""
    size = len(found)
    way = task.way
    if w.kept == size and not comes_before(way, found[size - 1], points, strengths, hand):
        return
    place = 0
    while place < w.kept and not comes_before(way, found[place], points, strengths, hand):
        if found[place].hand == hand:
            return
        place += 1
    if w.kept < size:
        w.kept += 1
    below = w.kept - 1
    while below > place:
        found[below].points = found[below - 1].points
        found[below].strengths = found[below - 1].strengths
        found[below].hand = found[below - 1].hand
        below -= 1
    found[place].points = points
    found[place].strengths = strengths
    found[place].hand = hand
