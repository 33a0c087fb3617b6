"""Scoring one hand after its choices, in the order of the rulebook. [FR-12]

`score_hand` reads like the list of steps: clear, blank, blank unless, then add up.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.content.tables import (
    ALL_NAMES,
    ANY_NAMES,
    ANY_SUITS,
    EACH,
    NONE_NAMES,
    NONE_SUITS,
    ONCE,
    OTHER,
    OWN_RULE,
    POINTS,
    ROWS,
    SINGLES,
    WORD,
    wide,
)
from realms.fantasy.scoring.blanking import blank, blank_unless, clear
from realms.fantasy.scoring.scoring_hand import place_of
from realms.fantasy.scoring.singles import LONE_COUNTS, own_rule
from realms.kernel.bits.sets import lowest
from realms.kernel.journal import note
from realms.kernel.rule import rule

GAVE, GAVE_OWN, TOOK = range(6, 9)
"""What the journal is told of points: kind, place, the row or rule, how much."""

WORD_WIDE = wide(WORD)


@rule
def score_hand(h: Any, journal: Any) -> int:
    """The points of a hand after its choices; nothing but the own hand counts. [FR-11] [FR-12]"""
    clear(h, journal)
    blank(h, journal)
    blank_unless(h, journal)
    return add_up(h, journal)


@rule
def add_up(h: Any, journal: Any) -> int:
    """Strengths, bonuses and the penalties that remain, over all active cards. [FR-12]

    The strengths alone, blanked cards counting 0, decide ties. [FR-6b]
    """
    census, names, strengths_sum = 0, 0, 0
    for place in range(h.held):
        active = ((h.blanked >> place) & 1) ^ 1
        census += active << (4 * h.suit[place])
        names |= active << h.name[place]
        strengths_sum += h.strength[place] * active
    h.strengths = strengths_sum
    points = strengths_sum
    for n in range(h.bonuses):
        row, place = h.row[n], h.row_at[n]
        if not (h.blanked >> place) & 1:
            given = row_points(census, names, 4 * h.suit[place], row, 0)
            points += given
            note(journal, GAVE, place, row, given)
    for n in range(h.bonuses, h.rows):
        row, place = h.row[n], h.row_at[n]
        if not ((h.blanked | h.cleared) >> place) & 1:
            word = WORD_WIDE if (h.army_cleared >> place) & 1 else 0
            taken = row_points(census, names, 4 * h.suit[place], row, word)
            points += taken
            note(journal, TOOK, place, row, taken)
    singles = h.hand & SINGLES
    while singles:
        place = place_of(h, lowest(singles))
        number = OWN_RULE[lowest(singles)]
        singles &= singles - 1
        if not (h.blanked >> place) & 1:
            given = own_rule(h, census, number)
            points += given
            note(journal, GAVE_OWN, place, number, given)
    h.points = points
    return points


@rule
def count_cards(census: int) -> int:
    """How many cards a census counts: the sum of its four-bit counts."""
    return ((int(census) * LONE_COUNTS) >> 40) & 0xF


@rule
def row_points(census: int, names: int, own: int, row: int, word: int) -> int:
    """What one row of the table gives or takes. [FR-7]

    `own` is where the census counts the card's own suit; `word` is a suit not counted.
    """
    missing = ROWS[row, ALL_NAMES] & ~names
    unwanted = (census & ROWS[row, NONE_SUITS]) | (names & ROWS[row, NONE_NAMES])
    there = (census & ROWS[row, ANY_SUITS]) | (names & ROWS[row, ANY_NAMES])
    if missing | unwanted or not there:
        return 0
    others = ROWS[row, OTHER] & ~word
    times = count_cards(census & (ROWS[row, EACH] & ~word | others)) - ((others >> own) & 1)
    return ROWS[row, POINTS] * (times + ROWS[row, ONCE])
