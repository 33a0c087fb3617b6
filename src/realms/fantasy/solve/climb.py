"""A first threshold: hands found by climbing, which the search then has to beat.

From a hand drawn by chance the best exchange of one card is made until none helps. All
hands seen on the way are listed, so the last of a full list is a score that as many hands
as are asked for surely reach. Nothing is proven by it but that.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.scoring.wilds import best_choices
from realms.fantasy.solve.ranking import bar, keep
from realms.fantasy.solve.units import can_meet
from realms.kernel.bits.sets import count
from realms.kernel.chance import below
from realms.kernel.rule import rule


@rule
def climb(climbs: int, space: Any, w: Any, h: Any, best: Any, found: Any) -> None:
    """Climb from so many hands; `found` lists the best, or worst, that were seen."""
    task = space.task
    w.kept = 0
    for _ in range(climbs):
        hand = draw_hand(w, space)
        points = task.way * best_choices(h, best, hand, 0, False)
        keep(w, task, found, best.points, best.strengths, hand)
        grows = True
        while grows:
            after = best_exchange(hand, points, space, w, h, best, found)
            grows = after != hand
            hand = after
            points = task.way * best_choices(h, best, hand, 0, False)


@rule
def draw_hand(w: Any, space: Any) -> int:
    """A hand by chance: cards for the quotas first, then any."""
    task, free, quotas = space
    hand = task.fixed
    for row in range(len(quotas)):
        while count(hand & quotas[row, 0]) < quotas[row, 1]:
            hand |= (1 << free[below(w, len(free))]) & quotas[row, 0]
    whole = count(task.fixed) + task.room
    while count(hand) < whole:
        hand |= 1 << free[below(w, len(free))]
    return hand


@rule
def best_exchange(hand: int, points: int, space: Any, w: Any, h: Any, best: Any, found: Any) -> int:
    """The hand after the exchange of one free card that helps most; the same if none does."""
    task, free, quotas = space
    chosen = hand
    for out in free:
        if not (hand >> out) & 1:
            continue
        for card in free:
            other = hand ^ (1 << out) | (1 << card)
            if (hand >> card) & 1 or not can_meet(other, 0, quotas):
                continue
            worth = task.way * best_choices(h, best, other, 0, False)
            if worth >= bar(w, task, found):
                keep(w, task, found, best.points, best.strengths, other)
            if worth > points:
                points = worth
                chosen = other
    return chosen
