"""Clearing and blanking: which penalties are void, which cards count. [FR-9] [FR-13]

Masks here are over the places of the scoring hand. The journal, where one is given, is told what
cleared and what blanked what; without one, nothing of it is compiled.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.content.tables import (
    BANES,
    BLANKS,
    BLANKS_ARMY_CLEARED,
    CLEARS,
    CLEARS_WORD,
    NEEDS,
    SPARES_ITSELF,
    WORD,
)
from realms.kernel.bits.sets import lowest
from realms.kernel.journal import note
from realms.kernel.rule import rule

CLEARED, CLEARED_WORD, BLANKED, BLANKED_CYCLE, BLANKED_UNLESS = range(1, 6)
"""What a journal of scoring is told: kind, place, the place that did it."""


@rule
def clear(h: Any, journal: Any) -> None:
    """All clearing comes before any penalty, also by cards that end up blanked. [FR-9]"""
    cleared, army_cleared = 0, 0
    if h.clears | h.clears_word:
        left = h.penalties
        while left:
            place = lowest(left)
            left &= left - 1
            cleared |= ((h.clears >> h.suit[place]) & 1) << place
            army_cleared |= ((h.clears_word >> h.suit[place]) & 1) << place  # a word only [FR-10]
        tell_cleared(h, journal)
    if h.island >= 0:  # one chosen Flood or Flame [FR-17g]
        cleared |= 1 << h.island
    h.cleared = cleared
    h.army_cleared = army_cleared


@rule
def blank(h: Any, journal: Any) -> None:
    """Blanking is resolved as a whole, whatever the order of the cards. [FR-13]"""
    h.blanked = 0
    blankers = h.blankers & ~h.cleared
    if blankers == 0:
        return
    aim(h, blankers)
    undecided = (1 << h.held) - 1
    active = 0
    while undecided:
        reached = targets(h, blankers & (undecided | active))
        unreached = undecided & ~reached
        active |= unreached
        hit = targets(h, blankers & active) & undecided & ~unreached
        if unreached | hit:
            h.blanked |= hit
            tell_blanked(h, journal, hit, blankers & active)
        else:  # only cycles and what lies behind them are left [FR-13a]
            hit = circle(h, blankers & undecided)
            h.blanked |= hit
            tell_cycle(h, journal, hit)
        undecided &= ~(unreached | hit)


@rule
def aim(h: Any, blankers: int) -> None:
    """Draw the arrows: from each uncleared blanking penalty to all it blanks. [FR-13]"""
    while blankers:
        place = lowest(blankers)
        blankers &= blankers - 1
        owner = h.penalty_of[place]
        hit_by = BLANKS_ARMY_CLEARED if (h.army_cleared >> place) & 1 else BLANKS
        arrows = 0
        for other in range(h.held):
            arrows |= ((hit_by[owner, h.suit[other]] >> h.name[other]) & 1) << other
        if (SPARES_ITSELF[owner] >> h.suit[place]) & 1:
            arrows &= ~(1 << place)
        h.arrows[place] = arrows


@rule
def targets(h: Any, blankers: int) -> int:
    """Every place that an arrow of these places reaches."""
    reached = 0
    while blankers:
        reached |= h.arrows[lowest(blankers)]
        blankers &= blankers - 1
    return reached


@rule
def circle(h: Any, blankers: int) -> int:
    """The places that lie on a circle of arrows; they blank one another. [FR-13a]"""
    found = 0
    left = blankers
    while left:
        start = left & -left
        left ^= start
        reached = targets(h, start)
        grown = 0
        while grown != reached:
            grown = reached
            reached |= targets(h, reached & blankers)
        if reached & start:
            found |= start
    return found


@rule
def blank_unless(h: Any, journal: Any) -> None:
    """Then *blanked unless* and *blanked with*, all of them at once. [FR-13b]"""
    undecided = h.dependent & ~(h.blanked | h.cleared)
    while undecided:
        stays, falls = sure_fates(h, undecided)
        if (stays | falls) == 0:
            falls = dependent_circle(h, undecided)
        h.blanked |= falls
        undecided &= ~(stays | falls)
        left = falls
        while left:
            note(journal, BLANKED_UNLESS, lowest(left))
            left &= left - 1


@rule
def needs_of(h: Any, place: int) -> int:
    """The suits a card needs one of; none, once the word naming them is cleared. [FR-10]"""
    needs = NEEDS[h.penalty_of[place]]
    if (h.army_cleared >> place) & 1 and needs & WORD:
        return 0
    return needs


@rule
def sure_fates(h: Any, undecided: int) -> tuple[int, int]:
    """Which undecided cards surely stay, and which surely fall. [FR-13b]"""
    stays = 0
    falls = 0
    left = undecided
    while left:
        place = lowest(left)
        left &= left - 1
        needs, banes = needs_of(h, place), BANES[h.penalty_of[place]]
        sure, possible = 0, 0
        for other in range(h.held):
            if (h.blanked >> other) & 1:
                continue
            suit = 1 << h.suit[other]
            possible |= suit
            if not (undecided >> other) & 1:
                sure |= suit
        own = 1 << h.suit[place]
        met = needs == 0 or (sure | own) & needs != 0
        if (needs and not possible & needs) or sure & banes:
            falls |= 1 << place
        elif met and not possible & banes:
            stays |= 1 << place
    return stays, falls


@rule
def dependent_circle(h: Any, undecided: int) -> int:
    """Cards whose fates hang on one another in a circle; they are blanked. [FR-13b]"""
    found = 0
    for start in range(h.held):
        if not (undecided >> start) & 1:
            continue
        reached = hangs_on(h, start, undecided)
        grown = 0
        while grown != reached:
            grown = reached
            left = reached
            while left:
                reached |= hangs_on(h, lowest(left), undecided)
                left &= left - 1
        if (reached >> start) & 1:
            found |= 1 << start
    return found


@rule
def hangs_on(h: Any, place: int, undecided: int) -> int:
    """The undecided cards that a card's fate hangs on: what it may need or be disturbed by."""
    needs, banes = needs_of(h, place), BANES[h.penalty_of[place]]
    if (needs >> h.suit[place]) & 1:
        needs = 0
    hanging = 0
    for other in range(h.held):
        if (undecided >> other) & 1 and ((needs | banes) >> h.suit[other]) & 1:
            hanging |= 1 << other
    return hanging


@rule
def tell_cleared(h: Any, journal: Any) -> None:
    """Tell the journal which card cleared the penalty of which, and of what."""
    if journal is not None:
        for owner in range(h.held):
            whole, word = CLEARS[h.card[owner]], CLEARS_WORD[h.card[owner]]
            for place in range(h.held):
                if (whole >> h.suit[place]) & 1:
                    note(journal, CLEARED, place, owner)
                if (word >> h.suit[place]) & 1:
                    note(journal, CLEARED_WORD, place, owner)


@rule
def tell_blanked(h: Any, journal: Any, hit: int, active: int) -> None:
    """Tell the journal who blanked whom."""
    if journal is not None:
        while hit:
            place = lowest(hit)
            hit &= hit - 1
            for other in range(h.held):
                if (active >> other) & 1 and (h.arrows[other] >> place) & 1:
                    note(journal, BLANKED, place, other)


@rule
def tell_cycle(h: Any, journal: Any, hit: int) -> None:
    """Tell the journal which cards blanked one another."""
    if journal is not None:
        for place in range(h.held):
            if (hit >> place) & 1:
                for other in range(h.held):
                    if (hit >> other) & 1 and (h.arrows[other] >> place) & 1:
                        note(journal, BLANKED_CYCLE, place, other)
