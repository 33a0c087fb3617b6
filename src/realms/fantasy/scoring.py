"""Scoring one hand after its choices, in the order of the rulebook. [FR-12]

`score_cast` reads like the list of steps: clear, blank, starve, then add up.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.blanking import blank, clear, starve
from realms.fantasy.singles import LONE_COUNTS, own_rule
from realms.fantasy.tables import (
    ALL_NAMES,
    ANY_NAMES,
    ANY_SUITS,
    BONUS_ROW,
    EACH,
    END_ROW,
    NO_RULE,
    NONE_NAMES,
    NONE_SUITS,
    ONCE,
    OTHER,
    OWN_RULE,
    PENALTY_ROW,
    POINTS,
    ROWS,
    WORD,
    wide,
)
from realms.kernel.journal import note
from realms.kernel.rule import rule

GAVE, GAVE_OWN, TOOK = range(6, 9)
"""What the journal is told of points: kind, place, the row or rule, how much."""

WORD_WIDE = wide(WORD)


@rule
def score_cast(c: Any, journal: Any) -> int:
    """The points of a cast hand; nothing but the own hand counts. [FR-11] [FR-12]"""
    clear(c, journal)
    blank(c, journal)
    starve(c, journal)
    return add_up(c, journal)


@rule
def add_up(c: Any, journal: Any) -> int:
    """Strengths, bonuses and the penalties that remain, over all active cards. [FR-12]

    The strengths alone, blanked cards counting 0, decide ties. [FR-6b]
    """
    census, names, strengths_sum = 0, 0, 0
    for place in range(c.held):
        active = ((c.blanked >> place) & 1) ^ 1
        census += active << (4 * c.suit[place])
        names |= active << c.name[place]
        strengths_sum += c.strength[place] * active
    c.strengths = strengths_sum
    points = strengths_sum
    for place in range(c.held):
        if (c.blanked >> place) & 1:
            continue
        owner = c.bonus_of[place]
        own = 4 * c.suit[place]
        for row in range(BONUS_ROW[owner], PENALTY_ROW[owner]):
            given = row_points(census, names, own, row, 0)
            points += given
            note(journal, GAVE, place, row, given)
        if OWN_RULE[owner] != NO_RULE:
            given = own_rule(c, census, OWN_RULE[owner])
            points += given
            note(journal, GAVE_OWN, place, OWN_RULE[owner], given)
        owner = c.penalty_of[place]
        if PENALTY_ROW[owner] < END_ROW[owner] and not (c.cleared >> place) & 1:
            word = WORD_WIDE if (c.wordless >> place) & 1 else 0
            for row in range(PENALTY_ROW[owner], END_ROW[owner]):
                taken = row_points(census, names, own, row, word)
                points += taken
                note(journal, TOOK, place, row, taken)
    c.points = points
    return points


@rule
def counted(census: int) -> int:
    """How many cards a census counts: the sum of its four-bit counts."""
    return ((int(census) * LONE_COUNTS) >> 40) & 0xF


@rule
def row_points(census: int, names: int, own: int, row: int, word: int) -> int:
    """What one row of the table gives or takes. [FR-7]

    `own` is where the census counts the card's own suit; `word` is a suit not counted.
    """
    if names & ROWS[row, ALL_NAMES] != ROWS[row, ALL_NAMES]:
        return 0
    if (census & ROWS[row, ANY_SUITS]) | (names & ROWS[row, ANY_NAMES]) == 0:
        return 0
    if (census & ROWS[row, NONE_SUITS]) | (names & ROWS[row, NONE_NAMES]) != 0:
        return 0
    if ROWS[row, ONCE]:
        return ROWS[row, POINTS]
    others = ROWS[row, OTHER] & ~word
    times = counted(census & (ROWS[row, EACH] & ~word | others)) - ((others >> own) & 1)
    return ROWS[row, POINTS] * times
