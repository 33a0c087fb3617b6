"""Scoring one hand after its choices, in the order of the rulebook. [FR-12]

`score_cast` reads like the list of steps: clear, blank, starve, then add up. Masks here
are over the places of the cast. The journal, where one is given, is told what cleared and
what blanked what; without one, nothing of it is compiled.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.casting import HIGHEST, place_of
from realms.fantasy.tables import (
    ALL_NAMES,
    ANY_NAMES,
    ANY_SUITS,
    BANES,
    BLANKING,
    BLANKS,
    BLANKS_WORDLESS,
    BONUS_ROW,
    CHOOSES,
    CLEARING,
    CLEARS,
    CLEARS_WORD,
    COLLECTION_POINTS,
    COLLECTIONS,
    DIFFERENT,
    DIFFERENT_POINTS,
    EACH,
    END_ROW,
    FOUNTAIN,
    HUNGRY,
    NEEDS,
    NO_RULE,
    NONE_NAMES,
    NONE_SUITS,
    ODD,
    ODD_EACH,
    ODD_WHOLE,
    ONCE,
    ONE_STRENGTH,
    OTHER,
    OWN_RULE,
    PENALTY_ROW,
    POINTS,
    ROWS,
    RUN_POINTS,
    RUNS,
    SPARES_ITSELF,
    STRENGTHS,
    STRENGTHS_OF,
    WORD,
    wide,
)
from realms.kernel.bits import count, lowest
from realms.kernel.journal import note
from realms.kernel.rule import rule

CLEARED, CLEARED_WORD, BLANKED, BLANKED_CYCLE, STARVED, GAVE, GAVE_OWN, TOOK = range(1, 9)
"""What a journal of scoring tells: kind, place, by whom (a place, or a row), how much."""

LONE_NIBBLES = wide((1 << 11) - 1) // 0xF
CROWDED = LONE_NIBBLES * 0xE
WORD_WIDE = wide(WORD)


@rule
def score_cast(c: Any, journal: Any) -> int:
    """The points of a cast hand. [FR-12]"""
    clear(c, journal)
    blank(c, journal)
    starve(c, journal)
    return add_up(c, journal)


@rule
def clear(c: Any, journal: Any) -> None:
    """All clearing comes before any penalty, also by cards that end up blanked. [FR-9]"""
    cleared, wordless = 0, 0
    left = c.hand & CLEARING
    while left:
        owner = lowest(left)
        left &= left - 1
        whole, word = CLEARS[owner], CLEARS_WORD[owner]
        for place in range(c.held):
            cleared |= ((whole >> c.suit[place]) & 1) << place
            wordless |= ((word >> c.suit[place]) & 1) << place  # the word Army only [FR-10]
            if journal is not None:
                tell_cleared(c, journal, place, owner)
    if c.island >= 0:  # one chosen Flood or Flame [FR-17g]
        cleared |= 1 << c.island
    c.cleared = cleared
    c.wordless = wordless


@rule
def blank(c: Any, journal: Any) -> None:
    """Blanking is resolved as a whole, whatever the order of the cards. [FR-13]"""
    c.blanked = 0
    if c.hand & BLANKING == 0:
        return
    blankers = aim(c)
    if blankers == 0:
        return
    undecided = (1 << c.held) - 1
    active = 0
    while undecided:
        reached = targets(c, blankers & (undecided | active))
        unreached = undecided & ~reached
        active |= unreached
        hit = targets(c, blankers & active) & undecided & ~unreached
        if unreached | hit:
            c.blanked |= hit
            tell_blanked(c, journal, hit, blankers & active)
        else:  # only cycles and what lies behind them are left [FR-13a]
            hit = circle(c, blankers & undecided)
            c.blanked |= hit
            tell_cycle(c, journal, hit)
        undecided &= ~(unreached | hit)


@rule
def aim(c: Any) -> int:
    """Draw the arrows: from each uncleared blanking penalty to all it blanks. [FR-13]"""
    blankers = 0
    for place in range(c.held):
        owner = c.penalty_of[place]
        if not (BLANKING >> owner) & 1 or (c.cleared >> place) & 1:
            continue
        hit_by = BLANKS_WORDLESS if (c.wordless >> place) & 1 else BLANKS
        arrows = 0
        for other in range(c.held):
            arrows |= ((hit_by[owner, c.suit[other]] >> c.name[other]) & 1) << other
        if (SPARES_ITSELF[owner] >> c.suit[place]) & 1:
            arrows &= ~(1 << place)
        c.arrows[place] = arrows
        blankers |= 1 << place
    return blankers


@rule
def targets(c: Any, blankers: int) -> int:
    """Every place that an arrow of these places reaches."""
    reached = 0
    while blankers:
        reached |= c.arrows[lowest(blankers)]
        blankers &= blankers - 1
    return reached


@rule
def circle(c: Any, blankers: int) -> int:
    """The places that lie on a circle of arrows; they blank one another. [FR-13a]"""
    found = 0
    left = blankers
    while left:
        start = left & -left
        left ^= start
        reached = targets(c, start)
        grown = 0
        while grown != reached:
            grown = reached
            reached |= targets(c, reached & blankers)
        if reached & start:
            found |= start
    return found


@rule
def starve(c: Any, journal: Any) -> None:
    """Then *blanked unless* and *blanked with*, all of them at once. [FR-13b]"""
    if c.hand & HUNGRY == 0:
        return
    undecided = 0
    for place in range(c.held):
        owner = c.penalty_of[place]
        if (NEEDS[owner] | BANES[owner]) and not ((c.blanked | c.cleared) >> place) & 1:
            undecided |= 1 << place
    while undecided:
        stays, falls = sure_fates(c, undecided)
        if (stays | falls) == 0:
            falls = dependent_circle(c, undecided)
        c.blanked |= falls
        undecided &= ~(stays | falls)
        left = falls
        while left:
            note(journal, STARVED, lowest(left))
            left &= left - 1


@rule
def needs_of(c: Any, place: int) -> int:
    """The suits a card needs one of; none, once the word naming them is cleared. [FR-10]"""
    needs = NEEDS[c.penalty_of[place]]
    if (c.wordless >> place) & 1 and needs & WORD:
        return 0
    return needs


@rule
def sure_fates(c: Any, undecided: int) -> tuple[int, int]:
    """Which undecided cards surely stay, and which surely fall. [FR-13b]"""
    stays = 0
    falls = 0
    left = undecided
    while left:
        place = lowest(left)
        left &= left - 1
        needs, banes = needs_of(c, place), BANES[c.penalty_of[place]]
        sure, possible = 0, 0
        for other in range(c.held):
            if (c.blanked >> other) & 1:
                continue
            suit = 1 << c.suit[other]
            possible |= suit
            if not (undecided >> other) & 1:
                sure |= suit
        own = 1 << c.suit[place]
        met = needs == 0 or (sure | own) & needs != 0
        if (needs and not possible & needs) or sure & banes:
            falls |= 1 << place
        elif met and not possible & banes:
            stays |= 1 << place
    return stays, falls


@rule
def dependent_circle(c: Any, undecided: int) -> int:
    """Cards whose fates hang on one another in a circle; they are blanked. [FR-13b]"""
    found = 0
    for start in range(c.held):
        if not (undecided >> start) & 1:
            continue
        reached = hangs_on(c, start, undecided)
        grown = 0
        while grown != reached:
            grown = reached
            left = reached
            while left:
                reached |= hangs_on(c, lowest(left), undecided)
                left &= left - 1
        if (reached >> start) & 1:
            found |= 1 << start
    return found


@rule
def hangs_on(c: Any, place: int, undecided: int) -> int:
    """The undecided cards that a card's fate hangs on: what may feed or disturb it."""
    needs, banes = needs_of(c, place), BANES[c.penalty_of[place]]
    if (needs >> c.suit[place]) & 1:
        needs = 0
    hanging = 0
    for other in range(c.held):
        if (undecided >> other) & 1 and ((needs | banes) >> c.suit[other]) & 1:
            hanging |= 1 << other
    return hanging


@rule
def add_up(c: Any, journal: Any) -> int:
    """Strengths, bonuses and the penalties that remain, over all active cards. [FR-12]"""
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
    return ((int(census) * LONE_NIBBLES) >> 40) & 0xF


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


@rule
def own_rule(c: Any, census: int, kind: int) -> int:
    """The cards with a rule of their own. [FR-17]"""
    if kind == RUNS:
        return runs(c)
    if kind == COLLECTIONS:
        return collections(c)
    if kind == DIFFERENT:
        return different(census)
    if kind == ODD:
        return odd(c)
    if kind == STRENGTHS:
        return strengths(c)
    if kind == ONE_STRENGTH:
        return one_strength(c)
    return 0


@rule
def runs(c: Any) -> int:
    """Gem of Order: disjoint runs of strengths, split for the highest total. [FR-17a]

    The longest run first is never worse, and eight cards make two runs at most.
    """
    once, twice = 0, 0
    for place in range(c.held):
        if not (c.blanked >> place) & 1:
            step = 1 << c.strength[place]
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
def collections(c: Any) -> int:
    """Collector: different names of one suit, every suit scores. [FR-17b]"""
    points = 0
    for suit in range(11):
        names = 0
        for place in range(c.held):
            if c.suit[place] == suit and not (c.blanked >> place) & 1:
                names |= 1 << c.name[place]
        points += COLLECTION_POINTS[count(names)]
    return points


@rule
def different(census: int) -> int:
    """World Tree: no two active cards share a suit. [FR-17e]"""
    return 0 if census & CROWDED else DIFFERENT_POINTS


@rule
def odd(c: Any) -> int:
    """Jester: the whole hand odd, none of it blanked, or each other odd card. [FR-17d]"""
    odds = 0
    for place in range(c.held):
        if not (c.blanked >> place) & 1:
            odds += c.strength[place] & 1
    return ODD_WHOLE if odds == c.held else ODD_EACH * (odds - 1)


@rule
def strengths(c: Any) -> int:
    """Warlord: the strengths of all active Armies. [FR-2]"""
    points = 0
    for place in range(c.held):
        if (STRENGTHS_OF >> c.suit[place]) & 1 and not (c.blanked >> place) & 1:
            points += c.strength[place]
    return points


@rule
def one_strength(c: Any) -> int:
    """Fountain of Life: one chosen strength, its own allowed. [FR-17c]"""
    if c.fountain == HIGHEST:
        best = 0
        for place in range(c.held):
            fits = (CHOOSES[FOUNTAIN] >> c.suit[place]) & 1 and not (c.blanked >> place) & 1
            if fits and c.strength[place] > best:
                best = c.strength[place]
        return best
    if c.fountain < 0 or (c.blanked >> c.fountain) & 1:
        return 0
    return c.strength[c.fountain]


@rule
def tell_cleared(c: Any, journal: Any, place: int, owner: int) -> None:
    """Tell the journal what a card's penalty was cleared of."""
    if (CLEARS[owner] >> c.suit[place]) & 1:
        note(journal, CLEARED, place, place_of(c, owner))
    if (CLEARS_WORD[owner] >> c.suit[place]) & 1:
        note(journal, CLEARED_WORD, place, place_of(c, owner))


@rule
def tell_blanked(c: Any, journal: Any, hit: int, active: int) -> None:
    """Tell the journal who blanked whom."""
    if journal is not None:
        while hit:
            place = lowest(hit)
            hit &= hit - 1
            for other in range(c.held):
                if (active >> other) & 1 and (c.arrows[other] >> place) & 1:
                    note(journal, BLANKED, place, other)


@rule
def tell_cycle(c: Any, journal: Any, hit: int) -> None:
    """Tell the journal which cards blanked one another."""
    if journal is not None:
        for place in range(c.held):
            if (hit >> place) & 1:
                for other in range(c.held):
                    if (hit >> other) & 1 and (c.arrows[other] >> place) & 1:
                        note(journal, BLANKED_CYCLE, place, other)
