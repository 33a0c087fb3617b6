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
from realms.kernel.bits.sets import count, lowest
from realms.kernel.rule import rule


@rule
def search_best(number: int, space: Any, w: Any, h: Any, best: Any, found: Any) -> None:
    """List the best hands of a unit in `found`. [FR-18]"""
    task, free, quotas = space
    open_unit(w, space, number)
    lay_first(w, space)
    room = task.room
    level = task.leading
    if level == room:
        if can_meet(w.hand[room], 0, quotas):
            w.hands += 1
            try_whole_hand(w, task, w.hand[room], h, best, found)
        return
    w.at[level] = w.at[level - 1] if level else -1
    while level >= task.leading:
        w.at[level] += 1
        if w.at[level] > len(free) - (room - level):
            level -= 1
        elif level == room - 1:
            try_last(w, space, h, best, found)
            level -= 1
        else:
            card = free[w.at[level]]
            lay(w, level, level + 1, card)
            if level + 2 < room or (CHANGERS >> card) & 1:
                choose(w, level + 1)
            else:  # the closer bound waits until some last card asks for it
                w.chosen[level + 1] = chosen_with(w, level, card)
                w.copied[level + 1] = copied_with(w, level, card)
            if can_meet(w.hand[level + 1], room - level - 1, quotas):
                level += 1
                w.at[level] = w.at[level - 1]


@rule
def lay_first(w: Any, space: Any) -> None:
    """Lay the cards that all hands of the unit share."""
    task, free, _quotas = space
    w.total[0] = 0
    w.pairs[0] = 0
    w.hand[0] = 0
    left = task.fixed
    while left:
        lay(w, 0, 0, lowest(left))
        left &= left - 1
    for level in range(task.leading):
        lay(w, level, level + 1, free[w.at[level]])
    choose(w, task.leading)


@rule
def lay(w: Any, level: int, to: int, card: int) -> None:
    """Lay a card on what lies at a level. Wild cards add nothing until they are chosen."""
    w.hand[to] = w.hand[level] | (1 << card)
    w.total[to] = w.total[level] + SINGLE[card] + w.pairs[level, card]
    for name in range(DECK):
        w.pairs[to, name] = w.pairs[level, name] + BOTH[card, name]


@rule
def choose(w: Any, level: int) -> None:
    """Bound what is chosen for the cards laid: wild cards and the Book, closely."""
    hand = w.hand[level]
    w.chosen[level] = 0
    w.copied[level] = 0
    if hand & CHANGERS:
        held = list_cards(w, hand)
        w.chosen[level] = most_by_choices(w, hand, held)
        if (hand >> DOPPELGANGER) & 1:
            w.copied[level] = most_copied(w, held)


@rule
def chosen_with(w: Any, level: int, card: int) -> int:
    """What is chosen for the cards laid and one more, bounded quickly. [FR-14] to [FR-16]

    No choice gains more from the card than the most it can gain; but it may be copied.
    """
    others = count(w.hand[level] & CHANGERS & ~(1 << DOPPELGANGER))
    return w.chosen[level] + others * MOST[card]


@rule
def copied_with(w: Any, level: int, card: int) -> int:
    """What Doppelgänger adds to the cards laid and one more, bounded quickly. [FR-14]"""
    if not (w.hand[level] >> DOPPELGANGER) & 1:
        return 0
    return max(w.copied[level], STRENGTH[card] + w.pairs[level, card]) + MOST[card]


@rule
def reach(w: Any, level: int, card: int) -> int:
    """What the cards laid and one more are worth at most."""
    alone = w.total[level] + SINGLE[card] + w.pairs[level, card]
    return alone + chosen_with(w, level, card) + copied_with(w, level, card)


@rule
def try_last(w: Any, space: Any, h: Any, best: Any, found: Any) -> None:
    """Try every last card of a hand, from the one that its level points at."""
    task, free, quotas = space
    level = task.room - 1
    is_close = w.hand[level] & CHANGERS == 0
    wanted = bar(w, task, found)
    for place in range(w.at[level], len(free)):
        card = free[place]
        hand = w.hand[level] | (1 << card)
        if not can_meet(hand, 0, quotas):
            continue
        w.hands += 1
        if not (CHANGERS >> card) & 1:
            if reach(w, level, card) < wanted:
                continue
            if not is_close:
                choose(w, level)
                is_close = True
                if reach(w, level, card) < wanted:
                    continue
        try_whole_hand(w, task, hand, h, best, found)
        wanted = bar(w, task, found)


@rule
def try_whole_hand(w: Any, task: Any, hand: int, h: Any, best: Any, found: Any) -> None:
    """Bound a whole hand, score it if that is not enough, and list it if it belongs."""
    w.bounded += 1
    if at_most(w, hand) < bar(w, task, found):
        return
    w.scored += 1
    points = best_choices(h, best, hand, 0, False)
    if points >= bar(w, task, found):
        keep(w, task, found, points, best.strengths, hand)
