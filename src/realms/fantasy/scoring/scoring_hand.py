"""A cast: a hand as it is scored, after the choices. [FR-12]

Each card of the hand holds a place, 0 to 7. After the choices a place has a name, a suit
and a strength, and says whose bonus and whose penalty it carries: its own, a copied one,
or nobody's. Everything scoring works out on the way is kept here too, so that nothing is
allocated while hands are scored by the million.
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
    END_ROW,
    HAS_PENALTY,
    HUNGRY,
    NOBODY,
    PENALTY_ROW,
    STRENGTH,
    SUIT,
    SUIT_COUNT,
)
from realms.kernel.bits import count, lowest
from realms.kernel.rule import rule

PLACES = 8
NONE = -1
"""No place chosen."""
HIGHEST = -2
"""The Fountain's choice left to scoring: the highest strength it may add."""

CAST = np.dtype(
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
            ("hungry", np.int64),  # or one of being blanked unless
            ("clears", np.int64),  # the suits whose penalties the hand clears, whole
            ("clears_word", np.int64),  # or of the word
            ("cleared", np.int64),
            ("wordless", np.int64),
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


def new_cast() -> Any:
    """An empty cast to score hands with."""
    return np.zeros(1, CAST)[0]


@rule
def seat_hand(c: Any, hand: int) -> None:
    """Give each card of a hand its place, as printed, with no choice made. [FR-15]

    What a hand clears is gathered here, since no choice changes it. [FR-9]
    """
    place = 0
    c.hand = hand
    c.clears = 0
    c.clears_word = 0
    left = hand & CLEARING
    while left:
        c.clears |= CLEARS[lowest(left)]
        c.clears_word |= CLEARS_WORD[lowest(left)]
        left &= left - 1
    while hand:
        put(c, place, lowest(hand))
        hand &= hand - 1
        place += 1
    c.held = place
    c.island = NONE
    c.fountain = NONE
    list_carried(c)


@rule
def list_carried(c: Any) -> None:
    """List the rows of points that the places carry, and which have what penalties."""
    n, penalties, blankers, hungry = 0, 0, 0, 0
    for place in range(c.held):
        owner = c.bonus_of[place]
        for row in range(BONUS_ROW[owner], PENALTY_ROW[owner]):
            c.row[n] = row
            c.row_at[n] = place
            n += 1
    c.bonuses = n
    for place in range(c.held):
        owner = c.penalty_of[place]
        penalties |= HAS_PENALTY[owner] << place
        blankers |= ((BLANKING >> owner) & 1) << place
        hungry |= ((HUNGRY >> owner) & 1) << place
        for row in range(PENALTY_ROW[owner], END_ROW[owner]):
            c.row[n] = row
            c.row_at[n] = place
            n += 1
    c.rows = n
    c.penalties = penalties
    c.blankers = blankers
    c.hungry = hungry


@rule
def put(c: Any, place: int, card: int) -> None:
    """Put a card, as printed, on a place."""
    c.card[place] = card
    c.name[place] = card
    c.suit[place] = SUIT[card]
    c.strength[place] = STRENGTH[card]
    c.bonus_of[place] = card
    c.penalty_of[place] = card


@rule
def stay(c: Any, place: int) -> None:
    """A wild card is itself again. [FR-15]"""
    put(c, place, c.card[place])
    list_carried(c)


@rule
def place_of(c: Any, card: int) -> int:
    """The place of a card of the hand, or NONE."""
    if card == NOBODY or not (c.hand >> card) & 1:
        return NONE
    return count(c.hand & ((1 << card) - 1))


@rule
def copy_card(c: Any, place: int, other: int) -> None:
    """Doppelgänger takes name, suit, strength and penalty of another place. [FR-14]"""
    copied = c.card[other]
    c.name[place] = copied
    c.suit[place] = SUIT[copied]
    c.strength[place] = STRENGTH[copied]
    c.bonus_of[place] = NOBODY
    c.penalty_of[place] = copied
    list_carried(c)


@rule
def copy_name(c: Any, place: int, name: int) -> None:
    """Mirage and Shapeshifter take the name and suit of a card of the game. [FR-15]"""
    c.name[place] = name
    c.suit[place] = SUIT[name]
    c.strength[place] = 0
    c.bonus_of[place] = NOBODY
    c.penalty_of[place] = NOBODY
