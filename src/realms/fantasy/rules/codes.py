"""Moves as the rules see them: small integers, in blocks by kind, kinds in order."""

from __future__ import annotations

import numpy as np

from realms.fantasy.content.tables import DECK, SUIT_COUNT
from realms.kernel.rule import rule

TO_ALL = 7
WISHES = 1 + DECK + SUIT_COUNT
"""No wish, a name, or a suit. [FR-23a]"""

BEST = 0
STAY = 1
DECLARE_CARD = 2
DECLARE_SUIT = DECLARE_CARD + DECK
"""What a declaration says: the best for all, nothing, a card, or a suit. [FR-18]"""

DRAW = 0
TAKE = 1
DISCARD = TAKE + DECK
KEEP = DISCARD + DECK
PASS = KEEP + DECK
TIME_UP = PASS + 1
OFFER = TIME_UP + 1
ACCEPT = OFFER + DECK * 8 * WISHES
WITHDRAW = ACCEPT + 7 * 7 * DECK
DECLARE = WITHDRAW + 7
CODES = DECLARE + DECLARE_SUIT + SUIT_COUNT

MOVE_KINDS = np.array([DRAW, TAKE, DISCARD, KEEP, PASS, TIME_UP, OFFER, ACCEPT, WITHDRAW, DECLARE])
MOST_MOVES = 4096
"""Room enough for every list of legal moves: Chaos with seven seats has some 3,500."""


@rule
def move_kind(code: int) -> int:
    """The kind of a move, as its number among KINDS."""
    kind = 0
    while kind + 1 < len(MOVE_KINDS) and MOVE_KINDS[kind + 1] <= code:
        kind += 1
    return kind


@rule
def offer_code(card: int, to: int, wish: int) -> int:
    """The move that offers a card to a seat, or to all, with a wish."""
    return OFFER + (int(card) * 8 + to) * WISHES + wish


@rule
def accept_code(seat: int, slot: int, card: int) -> int:
    """The move that answers another seat's offer with a card."""
    return ACCEPT + (int(seat) * 7 + slot) * DECK + card


@rule
def offered_card(offer: int) -> int:
    """The card of an open offer, as kept in the record (0 is no offer)."""
    return (int(offer) - 1) // (8 * WISHES)


@rule
def offered_to(offer: int) -> int:
    """The seat an open offer is made to, or TO_ALL."""
    return ((int(offer) - 1) // WISHES) % 8


@rule
def offered_wish(offer: int) -> int:
    """What an open offer wishes for."""
    return (int(offer) - 1) % WISHES
