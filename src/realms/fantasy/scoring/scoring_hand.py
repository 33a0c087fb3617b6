"""A scoring hand: a hand as it is scored, after the choices. [FR-12]

Each card of the hand holds a place, 0 to 7. After the choices a place has a name, a suit
and a strength, and says whose bonus and whose penalty it carries: its own, a copied one,
or nobody's. Everything scoring works out on the way is kept here too, so that nothing is
allocated while hands are scored by the million. Rules call it `h`, as they call a state `s`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content.tables import (
    BLANKING,
    BONUS_ROW,
    CLEARING,
    CLEARS,
    CLEARS_WORD,
    DEPENDENT,
    END_ROW,
    HAS_PENALTY,
    NOBODY,
    PENALTY_ROW,
    STRENGTH,
    SUIT,
    SUIT_COUNT,
)
from realms.kernel.bits.sets import count, lowest
from realms.kernel.rule import rule

PLACES = 8
NONE = -1
"""No place chosen."""
HIGHEST = -2
"""The Fountain's choice left to scoring: the highest strength it may add. [FR-17c]"""
RESTS = NOBODY + 1
"""The Fountain declared to add nothing, as only older records have it."""

SCORING_HAND = np.dtype(
    (
        np.record,
        [
            ("held", np.int64),
            ("hand", np.int64),  # the same cards as a set
            ("card", np.int64, PLACES),
            ("name", np.int64, PLACES),
            ("suit", np.int64, PLACES),
            ("strength", np.int64, PLACES),
            ("bonus_of", np.int64, PLACES),
            ("penalty_of", np.int64, PLACES),
            ("row", np.int64, 2 * PLACES),  # the rows of points, first of bonuses
            ("row_at", np.int64, 2 * PLACES),  # and the places that carry them
            ("bonuses", np.int64),
            ("rows", np.int64),
            ("penalties", np.int64),  # the places that carry a penalty,
            ("blankers", np.int64),  # one that blanks,
            ("dependent", np.int64),  # or one of being blanked unless
            ("clears", np.int64),  # the suits whose penalties the hand clears, whole
            ("clears_word", np.int64),  # or of the word
            ("cleared", np.int64),
            ("army_cleared", np.int64),
            ("arrows", np.int64, PLACES),
            ("blanked", np.int64),
            ("island", np.int64),
            ("fountain", np.int64),
            ("points", np.int64),
            ("strengths", np.int64),
            ("turned", np.int64, SUIT_COUNT),  # bounds of what the Book adds, by suit
            ("most_turned", np.int64),
        ],
    )
)


def new_scoring_hand() -> Any:
    """An empty scoring hand, to score any number of hands with."""
    return np.zeros(1, SCORING_HAND)[0]


@rule
def place_cards(h: Any, hand: int) -> None:
    """Give each card of a hand its place, as printed, with no choice made. [FR-15]

    The Fountain adds the highest strength, unless another is named. [FR-17c]

    What a hand clears is gathered here, since no choice changes it. [FR-9]
    """
    place = 0
    h.hand = hand
    h.clears = 0
    h.clears_word = 0
    left = hand & CLEARING
    while left:
        h.clears |= CLEARS[lowest(left)]
        h.clears_word |= CLEARS_WORD[lowest(left)]
        left &= left - 1
    while hand:
        put(h, place, lowest(hand))
        hand &= hand - 1
        place += 1
    h.held = place
    h.island = NONE
    h.fountain = HIGHEST
    list_carried(h)


@rule
def list_carried(h: Any) -> None:
    """List the rows of points that the places carry, and which have what penalties."""
    n, penalties, blankers, dependent = 0, 0, 0, 0
    for place in range(h.held):
        owner = h.bonus_of[place]
        for row in range(BONUS_ROW[owner], PENALTY_ROW[owner]):
            h.row[n] = row
            h.row_at[n] = place
            n += 1
    h.bonuses = n
    for place in range(h.held):
        owner = h.penalty_of[place]
        penalties |= HAS_PENALTY[owner] << place
        blankers |= ((BLANKING >> owner) & 1) << place
        dependent |= ((DEPENDENT >> owner) & 1) << place
        for row in range(PENALTY_ROW[owner], END_ROW[owner]):
            h.row[n] = row
            h.row_at[n] = place
            n += 1
    h.rows = n
    h.penalties = penalties
    h.blankers = blankers
    h.dependent = dependent


@rule
def put(h: Any, place: int, card: int) -> None:
    """Put a card, as printed, on a place."""
    h.card[place] = card
    h.name[place] = card
    h.suit[place] = SUIT[card]
    h.strength[place] = STRENGTH[card]
    h.bonus_of[place] = card
    h.penalty_of[place] = card


@rule
def stay(h: Any, place: int) -> None:
    """A wild card is itself again. [FR-15]"""
    put(h, place, h.card[place])
    list_carried(h)


@rule
def place_of(h: Any, card: int) -> int:
    """The place of a card of the hand, or NONE."""
    if card == NOBODY or not (h.hand >> card) & 1:
        return NONE
    return count(h.hand & ((1 << card) - 1))


@rule
def copy_card(h: Any, place: int, other: int) -> None:
    """Doppelgänger takes name, suit, strength and penalty of another place. [FR-14]"""
    copied = h.card[other]
    h.name[place] = copied
    h.suit[place] = SUIT[copied]
    h.strength[place] = STRENGTH[copied]
    h.bonus_of[place] = NOBODY
    h.penalty_of[place] = copied
    list_carried(h)


@rule
def copy_name(h: Any, place: int, name: int) -> None:
    """Mirage and Shapeshifter take the name and suit of a card of the game. [FR-15]"""
    h.name[place] = name
    h.suit[place] = SUIT[name]
    h.strength[place] = 0
    h.bonus_of[place] = NOBODY
    h.penalty_of[place] = NOBODY
