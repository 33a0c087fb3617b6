"""The cards with a rule of their own. [FR-17]"""

from __future__ import annotations

from typing import Any

from realms.fantasy.content.tables import (
    ALL_SUITS,
    CHOOSES,
    COLLECTION_POINTS,
    COLLECTIONS,
    DIFFERENT,
    DIFFERENT_POINTS,
    FOUNTAIN,
    ODD,
    ODD_EACH,
    ODD_WHOLE,
    ONE_STRENGTH,
    RUN_POINTS,
    RUNS,
    STRENGTHS,
    STRENGTHS_OF,
    SUIT_COUNT,
    wide,
)
from realms.fantasy.scoring.scoring_hand import HIGHEST
from realms.kernel.bits.sets import count, lowest
from realms.kernel.rule import rule

LONE_COUNTS = wide(ALL_SUITS) // 0xF
CROWDED = LONE_COUNTS * 0xE
"""In a census: every suit once, and every count above one."""


@rule
def own_rule(h: Any, census: int, number: int) -> int:
    """What the single rule of that number gives. [FR-17]"""
    if number == RUNS:
        return runs(h)
    if number == COLLECTIONS:
        return collections(h, census)
    if number == DIFFERENT:
        return different(census)
    if number == ODD:
        return odd(h)
    if number == STRENGTHS:
        return strengths(h)
    if number == ONE_STRENGTH:
        return one_strength(h)
    return 0


@rule
def runs(h: Any) -> int:
    """Gem of Order: disjoint runs of strengths, split for the highest total. [FR-17a]

    The longest run first is never worse, and eight cards make two runs at most.
    """
    once, twice = 0, 0
    for place in range(h.held):
        if not (h.blanked >> place) & 1:
            step = 1 << h.strength[place]
            twice |= once & step
            once |= step
    return run_points(once, twice)


@rule
def run_points(once: int, twice: int) -> int:
    """Points of the runs in the strengths held once, and held twice. [FR-17a]"""
    first = longest_run(once)
    return RUN_POINTS[count(first)] + RUN_POINTS[count(longest_run((once & ~first) | twice))]


@rule
def longest_run(steps: int) -> int:
    """The longest row of neighbouring bits in a set, as a set itself."""
    tops = steps
    length = 0
    ends = steps
    while tops:
        ends = tops
        length += 1
        tops &= steps << length
    if length == 0:
        return 0
    end = lowest(ends)
    return ((1 << length) - 1) << (end - length + 1)


@rule
def collections(h: Any, census: int) -> int:
    """Collector: different names of one suit, every suit scores. [FR-17b]"""
    points = 0
    for suit in range(SUIT_COUNT):
        if COLLECTION_POINTS[(census >> 4 * suit) & 0xF] == 0:
            continue
        names = 0
        for place in range(h.held):
            if h.suit[place] == suit and not (h.blanked >> place) & 1:
                names |= 1 << h.name[place]
        points += COLLECTION_POINTS[count(names)]
    return points


@rule
def different(census: int) -> int:
    """World Tree: no two active cards share a suit. [FR-17e]"""
    return 0 if census & CROWDED else DIFFERENT_POINTS


@rule
def odd(h: Any) -> int:
    """Jester: the whole hand odd, none of it blanked, or each other odd card. [FR-17d]"""
    odds = 0
    for place in range(h.held):
        if not (h.blanked >> place) & 1:
            odds += h.strength[place] & 1
    return ODD_WHOLE if odds == h.held else ODD_EACH * (odds - 1)


@rule
def strengths(h: Any) -> int:
    """Warlord: the strengths of all active Armies. [FR-2]"""
    points = 0
    for place in range(h.held):
        if (STRENGTHS_OF >> h.suit[place]) & 1 and not (h.blanked >> place) & 1:
            points += h.strength[place]
    return points


@rule
def one_strength(h: Any) -> int:
    """Fountain of Life: one chosen strength, its own allowed. [FR-17c]"""
    if h.fountain == HIGHEST:
        best = 0
        for place in range(h.held):
            fits = (CHOOSES[FOUNTAIN] >> h.suit[place]) & 1 and not (h.blanked >> place) & 1
            if fits and h.strength[place] > best:
                best = h.strength[place]
        return best
    if h.fountain < 0 or (h.blanked >> h.fountain) & 1:
        return 0
    return h.strength[h.fountain]
