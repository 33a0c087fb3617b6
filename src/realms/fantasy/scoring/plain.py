"""Plain hands by the million: scoring without choices, as arithmetic on masks. [FR-12]

A plain hand makes no choice: wild cards stay as printed, and the Fountain of Life, which
always adds a strength, adds the highest. Suits then never change, so a
whole block of hands is pushed through each row of masks in turn without a single branch,
which lets the compiler work on many hands at once. The tests hold it equal to
`score_hand`, card by card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content import tables as t
from realms.fantasy.scoring.masks import (
    ASKING,
    ASKING_AND_COUNTING,
    BLANKERS,
    CLEARERS,
    COLLECTOR,
    COUNTING,
    DEPENDENT,
    DIGITS,
    FOUNTAIN_CARDS,
    GEM,
    JESTER_CARD,
    ODD_CARDS,
    PENALTIES,
    STRENGTHS_CARDS,
    WARLORD,
    WORLD_TREE,
)
from realms.fantasy.scoring.singles import run_points
from realms.kernel.bits.sets import count, lowest
from realms.kernel.rule import rule

BLOCK = 512
"""Hands pushed through together: their masks stay in the first-level cache."""


@rule
def score_plain(hands: Any, points: Any) -> None:
    """The points of each hand of an array of masks, without any choice. [FR-12]"""
    active = np.empty(BLOCK, np.int64)
    cleared = np.empty(BLOCK, np.int64)
    army_cleared = np.empty(BLOCK, np.int64)
    total = np.empty(BLOCK, np.int64)
    for start in range(0, len(hands), BLOCK):
        size = min(BLOCK, len(hands) - start)
        score_block(hands[start : start + size], total, active, cleared, army_cleared, size)
        fountains_block(active, total, size)
        for i in range(size):
            points[start + i] = total[i]


@rule
def score_block(
    hands: Any, total: Any, active: Any, cleared: Any, army_cleared: Any, size: int
) -> None:
    """The points of a block of hands, or of a single one; nothing is allocated. [FR-12]

    What the Fountain of Life adds comes apart (`fountains_block`), since bots have a figure
    of their own for it.
    """
    present = union(hands, size)
    clear_block(hands, present, cleared, army_cleared, size)
    blank_block(hands, present, cleared, army_cleared, active, size)
    blank_unless_block(present, cleared, army_cleared, active, size)
    strengths_block(present, active, total, size)
    bonuses_block(present, active, total, size)
    penalties_block(present, cleared, army_cleared, active, total, size)
    single_cards_block(hands, active, total, size)


@rule
def union(hands: Any, size: int) -> int:
    """The cards that appear in some hand of a block; rows of all others can be skipped.

    Hands that a player compares share most of their cards, which makes that worth it.
    """
    present = 0
    for i in range(size):
        present |= hands[i]
    return present


@rule
def clear_block(hands: Any, present: int, cleared: Any, army_cleared: Any, size: int) -> None:
    """All clearing comes before any penalty. [FR-9] [FR-10]"""
    for i in range(size):
        cleared[i] = 0
        army_cleared[i] = 0
    for row in range(len(CLEARERS)):
        card, whole, word = CLEARERS[row, 0], CLEARERS[row, 1], CLEARERS[row, 2]
        if not (present >> card) & 1:
            continue
        for i in range(size):
            here = (hands[i] >> card) & 1
            cleared[i] |= whole & -here
            army_cleared[i] |= word & -here


@rule
def blank_block(
    hands: Any, present: int, cleared: Any, army_cleared: Any, active: Any, size: int
) -> None:
    """Blanking, each blanker behind all that could blank it. [FR-13]"""
    for i in range(size):
        active[i] = hands[i]
    for row in range(len(BLANKERS)):
        card, whole, less = BLANKERS[row, 0], BLANKERS[row, 1], BLANKERS[row, 2]
        spared = whole & ~less
        if not (present >> card) & 1:
            continue
        for i in range(size):
            here = ((active[i] & ~cleared[i]) >> card) & 1
            word = (army_cleared[i] >> card) & 1
            active[i] &= ~((whole & ~(spared & -word)) & -here)


@rule
def blank_unless_block(
    present: int, cleared: Any, army_cleared: Any, active: Any, size: int
) -> None:
    """Blanked unless: each such card behind all that it needs or is disturbed by. [FR-13b]"""
    for row in range(len(DEPENDENT)):
        card, needed = DEPENDENT[row, 0], DEPENDENT[row, 1]
        by_word, bane = DEPENDENT[row, 2], DEPENDENT[row, 3]
        if not (present >> card) & 1:
            continue
        for i in range(size):
            here = ((active[i] & ~cleared[i]) >> card) & 1
            met = int(active[i] & needed != 0) | (((army_cleared[i] >> card) & 1) & by_word)
            falls = here & ((1 - met) | int(active[i] & bane != 0))
            active[i] &= ~(falls << card)


@rule
def strengths_block(present: int, active: Any, total: Any, size: int) -> None:
    """The strengths of all active cards, digit by digit. [FR-2]"""
    for i in range(size):
        total[i] = 0
    for digit in range(len(DIGITS)):
        cards = DIGITS[digit]
        for i in range(size):
            total[i] += count(active[i] & cards) << digit
    if (present >> WARLORD) & 1:
        armies_of(active, total, size)


@rule
def armies_of(active: Any, total: Any, size: int) -> None:
    """Warlord: the strengths of all active Armies. [FR-2]"""
    for digit in range(len(DIGITS)):
        cards = DIGITS[digit] & STRENGTHS_CARDS
        for i in range(size):
            total[i] += (count(active[i] & cards) << digit) & -((active[i] >> WARLORD) & 1)


@rule
def bonuses_block(present: int, active: Any, total: Any, size: int) -> None:
    """Every bonus row of the tables. [FR-7]"""
    for row in range(len(COUNTING)):
        card, points, each = COUNTING[row, 0], COUNTING[row, 1], COUNTING[row, 5]
        if not (present >> card) & 1:
            continue
        for i in range(size):
            holds = (active[i] >> card) & 1
            total[i] += (points * count(active[i] & each)) & -holds
    for row in range(len(ASKING)):
        card, points, all_of = ASKING[row, 0], ASKING[row, 1], ASKING[row, 2]
        any_of, none_of = ASKING[row, 3], ASKING[row, 4]
        required = all_of | (1 << card)
        if not (present >> card) & 1:
            continue
        for i in range(size):
            total[i] += points & -conditions_met(active[i], required, any_of, none_of)
    for row in range(len(ASKING_AND_COUNTING)):
        card, points = ASKING_AND_COUNTING[row, 0], ASKING_AND_COUNTING[row, 1]
        all_of, any_of = ASKING_AND_COUNTING[row, 2], ASKING_AND_COUNTING[row, 3]
        none_of, each = ASKING_AND_COUNTING[row, 4], ASKING_AND_COUNTING[row, 5]
        required = all_of | (1 << card)
        if not (present >> card) & 1:
            continue
        for i in range(size):
            holds = conditions_met(active[i], required, any_of, none_of)
            total[i] += (points * count(active[i] & each)) & -holds


@rule
def conditions_met(there: int, required: int, any_of: int, none_of: int) -> int:
    """1 if all required cards are there, one of some, and none of others; else 0. [FR-7]"""
    holds = int(there & required == required)
    holds &= int(there & any_of != 0)
    return holds & int(there & none_of == 0)


@rule
def penalties_block(
    present: int, cleared: Any, army_cleared: Any, active: Any, total: Any, size: int
) -> None:
    """Every penalty row that was not cleared, its word spared where it was. [FR-7]"""
    for row in range(len(PENALTIES)):
        card, points, none_of = PENALTIES[row, 0], PENALTIES[row, 1], PENALTIES[row, 4]
        each, less = PENALTIES[row, 5], PENALTIES[row, 6]
        spared = each & ~less
        if not (present >> card) & 1:
            continue
        for i in range(size):
            there = active[i]
            holds = ((there & ~cleared[i]) >> card) & 1
            holds &= int(there & none_of == 0)
            word = (army_cleared[i] >> card) & 1
            total[i] += (points * count(there & each & ~(spared & -word))) & -holds


@rule
def single_cards_block(hands: Any, active: Any, total: Any, size: int) -> None:
    """The cards with a rule of their own. [FR-17]"""
    for i in range(size):
        odds = count(active[i] & ODD_CARDS)
        whole = int(hands[i] & ~(active[i] & ODD_CARDS) == 0)
        given = t.ODD_WHOLE * whole + t.ODD_EACH * (odds - 1) * (1 - whole)
        total[i] += given & -((active[i] >> JESTER_CARD) & 1)
    for i in range(size):
        if (active[i] >> WORLD_TREE) & 1:
            total[i] += different_mask(active[i])
        if (active[i] >> COLLECTOR) & 1:
            total[i] += collections_mask(active[i])
        if (active[i] >> GEM) & 1:
            total[i] += runs_mask(active[i])


@rule
def fountains_block(active: Any, total: Any, size: int) -> None:
    """Fountain of Life: the highest strength it may add, in hands already scored. [FR-17c]"""
    for i in range(size):
        if (active[i] >> t.FOUNTAIN) & 1:
            total[i] += highest_mask(active[i] & FOUNTAIN_CARDS)


@rule
def highest_mask(cards: int) -> int:
    """The highest strength of some cards. [FR-17c]"""
    highest = 0
    while cards:
        highest = max(highest, t.STRENGTH[lowest(cards)])
        cards &= cards - 1
    return highest


@rule
def different_mask(active: int) -> int:
    """World Tree: no two active cards share a suit. [FR-17e]"""
    for suit in range(len(t.OF_SUIT)):
        same = active & t.OF_SUIT[suit]
        if same & (same - 1):
            return 0
    return t.DIFFERENT_POINTS


@rule
def collections_mask(active: int) -> int:
    """Collector: different cards of one suit; printed names all differ. [FR-17b]"""
    points = 0
    for suit in range(len(t.OF_SUIT)):
        points += t.COLLECTION_POINTS[count(active & t.OF_SUIT[suit])]
    return points


@rule
def runs_mask(active: int) -> int:
    """Gem of Order, over the strengths of a mask of cards. [FR-17a]"""
    once, twice = 0, 0
    while active:
        step = 1 << t.STRENGTH[lowest(active)]
        active &= active - 1
        twice |= once & step
        once |= step
    return run_points(once, twice)
