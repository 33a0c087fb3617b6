"""The best hands of a unit: every hand is bounded, the few that may be listed are scored.

Cards are laid level by level, each adding what it gains from the cards before it and they
from it; the last card of a hand is then a look at one sum. Behind that stands the closer
bound of the whole hand, and behind that the rules, which alone decide a score.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.content.tables import DECK, DOPPELGANGER, STRENGTH
from realms.fantasy.scoring.bounds import at_most, list_cards, most_by_choices, most_copied
from realms.fantasy.scoring.pairs import BOTH, CHANGERS, MOST, SINGLE
from realms.fantasy.scoring.wilds import best_choices
from realms.fantasy.solve.ranking import bar, keep
from realms.fantasy.solve.units import can_meet, open_unit
from realms.kernel.bits import count, lowest
from realms.kernel.rule import rule


@rule
def search_best(
    number: int, task: Any, free: Any, quotas: Any, s: Any, c: Any, best: Any, found: Any
) -> None:
    """List the best hands of a unit in `found`. [FR-18]"""
    open_unit(s, task, free, number)
    lay_first(s, task, free)
    room = task.room
    level = task.leading
    if level == room:
        if can_meet(s.hand[room], 0, quotas):
            s.hands += 1
            look(s, task, s.hand[room], c, best, found)
        return
    s.at[level] = s.at[level - 1] if level else -1
    while level >= task.leading:
        s.at[level] += 1
        if s.at[level] > len(free) - (room - level):
            level -= 1
        elif level == room - 1:
            try_last(s, task, free, quotas, c, best, found)
            level -= 1
        else:
            card = free[s.at[level]]
            lay(s, level, level + 1, card)
            if level + 2 < room or (CHANGERS >> card) & 1:
                choose(s, level + 1)
            else:  # the closer bound waits until some last card asks for it
                s.chosen[level + 1] = chosen_with(s, level, card)
                s.copied[level + 1] = copied_with(s, level, card)
            if can_meet(s.hand[level + 1], room - level - 1, quotas):
                level += 1
                s.at[level] = s.at[level - 1]


@rule
def lay_first(s: Any, task: Any, free: Any) -> None:
    """Lay the cards that all hands of the unit share."""
    s.total[0] = 0
    s.pairs[0] = 0
    s.hand[0] = 0
    left = task.fixed
    while left:
        lay(s, 0, 0, lowest(left))
        left &= left - 1
    for level in range(task.leading):
        lay(s, level, level + 1, free[s.at[level]])
    choose(s, task.leading)


@rule
def lay(s: Any, level: int, to: int, card: int) -> None:
    """Lay a card on what lies at a level. Wild cards add nothing until they are chosen."""
    s.hand[to] = s.hand[level] | (1 << card)
    s.total[to] = s.total[level] + SINGLE[card] + s.pairs[level, card]
    for name in range(DECK):
        s.pairs[to, name] = s.pairs[level, name] + BOTH[card, name]


@rule
def choose(s: Any, level: int) -> None:
    """Bound what is chosen for the cards laid: wild cards and the Book, closely."""
    hand = s.hand[level]
    s.chosen[level] = 0
    s.copied[level] = 0
    if hand & CHANGERS:
        held = list_cards(s, hand)
        s.chosen[level] = most_by_choices(s, hand, held)
        if (hand >> DOPPELGANGER) & 1:
            s.copied[level] = most_copied(s, held)


@rule
def chosen_with(s: Any, level: int, card: int) -> int:
    """What is chosen for the cards laid and one more, bounded quickly. [FR-14] to [FR-16]

    No choice gains more from the card than the most it can gain; but it may be copied.
    """
    others = count(s.hand[level] & CHANGERS & ~(1 << DOPPELGANGER))
    return s.chosen[level] + others * MOST[card]


@rule
def copied_with(s: Any, level: int, card: int) -> int:
    """What Doppelgänger adds to the cards laid and one more, bounded quickly. [FR-14]"""
    if not (s.hand[level] >> DOPPELGANGER) & 1:
        return 0
    return max(s.copied[level], STRENGTH[card] + s.pairs[level, card]) + MOST[card]


@rule
def reach(s: Any, level: int, card: int) -> int:
    """What the cards laid and one more are worth at most."""
    alone = s.total[level] + SINGLE[card] + s.pairs[level, card]
    return alone + chosen_with(s, level, card) + copied_with(s, level, card)


@rule
def try_last(s: Any, task: Any, free: Any, quotas: Any, c: Any, best: Any, found: Any) -> None:
    """Try every last card of a hand, from the one that its level points at."""
    level = task.room - 1
    is_close = s.hand[level] & CHANGERS == 0
    wanted = bar(s, task, found)
    for place in range(s.at[level], len(free)):
        card = free[place]
        hand = s.hand[level] | (1 << card)
        if not can_meet(hand, 0, quotas):
            continue
        s.hands += 1
        if not (CHANGERS >> card) & 1:
            if reach(s, level, card) < wanted:
                continue
            if not is_close:
                choose(s, level)
                is_close = True
                if reach(s, level, card) < wanted:
                    continue
        look(s, task, hand, c, best, found)
        wanted = bar(s, task, found)


@rule
def look(s: Any, task: Any, hand: int, c: Any, best: Any, found: Any) -> None:
    """Bound a whole hand, score it if that is not enough, and list it if it belongs."""
    s.bounded += 1
    if at_most(s, hand) < bar(s, task, found):
        return
    s.scored += 1
    points = best_choices(c, best, hand, 0, False)
    if points >= bar(s, task, found):
        keep(s, task, found, points, best.strengths, hand)
