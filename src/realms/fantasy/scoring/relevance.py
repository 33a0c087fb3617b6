"""What is worth trying among the choices at scoring, and why the rest is not. [FR-18]

A name matters if some card of the hand speaks of it. A suit matters if entering it can do
good: where it is counted or needed, where it is spared, and, for a card with a penalty,
where cards are cleared or blanked. All other suits can at best be left, for which one that
nobody speaks of stands for the rest. So nothing that could score more is left out.

Each function gives a set of options; the search tries them from the lowest.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.content.tables import (
    BOOK_SUITS,
    CHOOSES,
    DOPPELGANGER,
    DRAWING,
    ISLAND,
    LEAVING,
    NAMES_SPOKEN,
    NAMES_UNWANTED,
    NOBODY,
    OF_SUIT,
    SPARING,
    SUIT_COUNT,
    TOUCHING,
    WILD,
)
from realms.fantasy.scoring.scoring_hand import NONE, PLACES
from realms.kernel.rule import rule

NOTHING = 1 << PLACES
"""The option, beside the places, of choosing none of them."""


@rule
def bit_of(card: int) -> int:
    """The set of one card, NOBODY included."""
    return 1 << card


@rule
def gather_spoken(h: Any, best: Any) -> None:
    """Gather what the cards of the hand speak of."""
    drawing, leaving, touching, names, unwanted = 0, 0, 0, 0, 0
    for place in range(h.held):
        card = h.card[place]
        drawing |= DRAWING[card] | SPARING[card]
        leaving |= LEAVING[card]
        touching |= TOUCHING[card]
        names |= NAMES_SPOKEN[card]
        unwanted |= NAMES_UNWANTED[card]
    best.drawing = drawing
    best.leaving = leaving
    best.touching = touching
    best.spoken_names = names
    best.unwanted = unwanted


@rule
def worth_doubling(hand: int) -> int:
    """What Doppelgänger may try: to stay, or any card that is not Wild. [FR-14]"""
    if (hand >> DOPPELGANGER) & 1:
        return (hand & ~OF_SUIT[WILD]) | bit_of(DOPPELGANGER)
    return bit_of(NOBODY)


@rule
def worth_copying(best: Any, hand: int, wild: int) -> int:
    """What a wild card may try, without names that another stands for. [FR-15]

    To stay as printed; and of each suit worth entering: the names that are spoken of, and
    one that is neither spoken of nor in the hand; where all of them are, one that is.
    """
    if not (hand >> wild) & 1:
        return bit_of(NOBODY)
    worth = bit_of(wild)
    for suit in range(SUIT_COUNT):
        if not (CHOOSES[wild] >> suit) & 1:
            continue
        named = OF_SUIT[suit] & best.spoken_names
        worth |= named
        if (best.drawing >> suit) & 1:
            plain = OF_SUIT[suit] & ~named
            new = plain & ~hand
            if new:
                worth |= new & -new
            elif plain:
                worth |= plain & -plain
    return worth


@rule
def worth_changing(h: Any, book: int) -> int:
    """The places the Book may try; its own stands for changing nothing. [FR-16]"""
    return 1 if book == NONE else (1 << h.held) - 1


@rule
def worth_turning(h: Any, best: Any, place: int, book: int, printed: int) -> int:
    """The suits the Book may try for a place: good to enter, or good to leave for. [FR-16]"""
    if book == NONE or place == book:
        return 1 << printed
    entering, leaving = best.drawing, best.leaving
    if (h.penalties >> place) & 1 or (best.unwanted >> h.name[place]) & 1:
        entering |= best.touching
        leaving |= best.touching
    suits = entering
    if (leaving >> printed) & 1:
        silent = BOOK_SUITS & ~(entering | leaving)
        suits |= silent & -silent if silent else BOOK_SUITS
    return suits & BOOK_SUITS & ~(1 << printed)


@rule
def worth_clearing(h: Any, hand: int) -> int:
    """The places whose penalty Island may try to clear, and NOTHING. [FR-17g]"""
    places = NOTHING
    if (hand >> ISLAND) & 1:
        for place in range(h.held):
            if (CHOOSES[ISLAND] >> h.suit[place]) & 1 and (h.penalties >> place) & 1:
                places |= 1 << place
    return places
