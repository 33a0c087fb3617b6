"""Work units: hands that share their first free cards, numbered, in any order at all.

The free cards stand in one order; a unit is the first two or three of a hand. What a unit
finds depends on nothing but its number and the task.
"""

from __future__ import annotations

from math import comb
from typing import Any

from realms.kernel.bits.sets import count
from realms.kernel.rule import rule


def unit_count(free: int, task: Any) -> int:
    """How many units a task has."""
    return comb(free, int(task.leading))


@rule
def lead(w: Any, space: Any, number: int) -> None:
    """Put the leading free cards of a unit on their levels: the `number`-th choice of them."""
    task, free, _quotas = space
    first = 0
    left = number
    for level in range(task.leading):
        more = task.leading - level - 1
        behind = choices_of(len(free) - first - 1, more)
        while left >= behind:
            left -= behind
            first += 1
            behind = choices_of(len(free) - first - 1, more)
        w.at[level] = first
        first += 1


@rule
def choices_of(cards: int, some: int) -> int:
    """How many choices there are of some among so many cards."""
    ways = 1
    for step in range(some):
        ways = ways * (cards - step) // (step + 1)
    return ways


@rule
def can_meet(hand: int, room: int, quotas: Any) -> bool:
    """Whether a hand has enough cards of each quota, or may yet with so much room."""
    for row in range(len(quotas)):
        if count(hand & quotas[row, 0]) + room < quotas[row, 1]:
            return False
    return True


@rule
def open_unit(w: Any, space: Any, number: int) -> None:
    """Stand before the first hand of a unit."""
    task, free, _quotas = space
    w.begun = 0
    w.kept = 0
    w.hands = 0
    w.bounded = 0
    w.scored = 0
    lead(w, space, number)
    w.hand[0] = task.fixed
    for level in range(task.leading):
        w.hand[level + 1] = w.hand[level] | (1 << free[w.at[level]])


@rule
def next_hand(w: Any, space: Any) -> int:
    """The next hand of an open unit, quotas aside; 0 behind the last."""
    task, free, _quotas = space
    level = task.room - 1
    if w.begun:
        while level >= task.leading and w.at[level] + task.room - level >= len(free):
            level -= 1
        if level < task.leading:
            return 0
        first = w.at[level] + 1
    else:
        w.begun = 1
        level = task.leading
        first = w.at[level - 1] + 1 if level else 0
        if first + task.room - level > len(free):
            return 0
    while level < task.room:
        w.at[level] = first
        w.hand[level + 1] = w.hand[level] | (1 << free[first])
        level += 1
        first += 1
    return w.hand[task.room]


@rule
def fill(w: Any, space: Any, block: Any) -> int:
    """Fill a block with the next hands of an open unit that meet the quotas; how many."""
    quotas = space.quotas
    filled = 0
    while filled < len(block):
        hand = next_hand(w, space)
        if hand == 0:
            break
        if can_meet(hand, 0, quotas):
            block[filled] = hand
            filled += 1
    w.hands += filled
    return filled
