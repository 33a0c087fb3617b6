"""Scoring one hand after its choices, in the order of the rulebook. [FR-12]

`score_cast` reads like the list of steps: clear, blank, starve, then add up.
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
from realms.fantasy.scoring.blanking import blank, clear, starve
from realms.fantasy.scoring.scoring_hand import place_of
from realms.fantasy.scoring.singles import LONE_COUNTS, own_rule
from realms.kernel.bits import lowest
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
    for n in range(c.bonuses):
        row, place = c.row[n], c.row_at[n]
        if not (c.blanked >> place) & 1:
            given = row_points(census, names, 4 * c.suit[place], row, 0)
            points += given
            note(journal, GAVE, place, row, given)
    for n in range(c.bonuses, c.rows):
        row, place = c.row[n], c.row_at[n]
        if not ((c.blanked | c.cleared) >> place) & 1:
            word = WORD_WIDE if (c.wordless >> place) & 1 else 0
            taken = row_points(census, names, 4 * c.suit[place], row, word)
            points += taken
            note(journal, TOOK, place, row, taken)
    singles = c.hand & SINGLES
    while singles:
        place = place_of(c, lowest(singles))
        kind = OWN_RULE[lowest(singles)]
        singles &= singles - 1
        if not (c.blanked >> place) & 1:
            given = own_rule(c, census, kind)
            points += given
            note(journal, GAVE_OWN, place, kind, given)
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
    missing = ROWS[row, ALL_NAMES] & ~names
    unwanted = (census & ROWS[row, NONE_SUITS]) | (names & ROWS[row, NONE_NAMES])
    there = (census & ROWS[row, ANY_SUITS]) | (names & ROWS[row, ANY_NAMES])
    if missing | unwanted or not there:
        return 0
    others = ROWS[row, OTHER] & ~word
    times = counted(census & (ROWS[row, EACH] & ~word | others)) - ((others >> own) & 1)
    return ROWS[row, POINTS] * (times + ROWS[row, ONCE])
