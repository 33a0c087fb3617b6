"""The state of a game of Medieval Realms: one record of fixed size, nothing outside it.

Cards are numbered as in the content, copies of a card alike; NOTHING (−1) is no card. What
a table agreed on is noted in the record too; the rules read it from the rule tables made of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.kernel.values import StateRecord
from realms.medieval.content.rule_tables import (
    FUTURE,
    MOST_CARDS,
    MOST_COLOURS,
    MOST_LANDS,
    NOTHING,
    RESOURCE_COUNT,
    SQUARES,
)

SEATS = 5
HAND = 4
"""A hand holds at most four cards. [MR-36]"""
PIECE_COUNT = 4
"""The pieces that are placed: mayors, admirals, generals, and decoys."""
DECOYS = 3
OWED = 12
"""Choices that one card can owe, in the order they fell due."""
SWITCHES = 14
ALL_COLOURS = (1 << MOST_COLOURS) - 1

DRAFTING, PLACING, ACTING, BIDDING, CHOOSING, ENDED = range(6)
"""Where a game waits for somebody; it ends in the last."""
ROUND_BEGINS, ALL_READY, SOLD, ENTERING, SETTLING, ROUND_OVER = range(6, 12)
"""What follows by itself: `carry_on` goes through these, nobody ever sees them."""


class MedievalState(StateRecord):  # type: ignore[misc]  # as StateRecord
    """A state of Medieval Realms; to rules a record."""

    __slots__ = ()
    _game_name = "medieval"


STATE = np.dtype(
    (
        MedievalState,
        [
            ("chance", np.uint64),
            ("content", np.int64),  # which content file; 0 for ours
            ("players", np.int8),
            ("edition", np.int8),
            ("switches", np.int8, SWITCHES),  # −1 as the edition has it, else the n-th value
            ("phase", np.int8),
            ("round_now", np.int8),  # the round token [MR-9]
            ("order", np.int8, SEATS),  # the turn-order track
            ("turn", np.int8),
            ("passed", np.int8),  # a set of seats [MR-50]
            ("ready", np.int8),  # seats that have placed all leaders [MR-18]
            ("held", np.int8, SEATS),
            ("hands", np.int8, (SEATS, HAND)),
            ("leaders", np.int8, (SEATS, 3)),
            ("drafted", np.int8, SEATS),  # the pair of extra tokens, or −1 [MR-15]
            ("current", np.int8, SQUARES),
            ("coming", np.int8, FUTURE),  # the future panel
            ("lot", np.int8),  # the card under the hammer
            ("bidder", np.int8),  # who bid highest
            ("inside", np.int8),  # seats still in the auction
            ("asked", np.int8),  # who is to bid
            ("source", np.int8),  # the card whose effects are due
            ("chooser", np.int8),
            ("owes", np.int8),  # how many choices, of how many kinds
            ("owed", np.int8, OWED),  # 0 for milestones, else an effect of the source, from 1
            ("owed_left", np.int16, OWED),
            ("bid", np.int16),
            ("points", np.int16, SEATS),
            ("tokens", np.int16, (SEATS, RESOURCE_COUNT)),
            ("unplaced", np.int8, (SEATS, PIECE_COUNT)),
            ("zone", np.int8, (SEATS, RESOURCE_COUNT)),  # mayors on each square
            ("forces", np.int8, (SEATS, 3, MOST_LANDS)),  # decoys, admirals, generals
            ("entered", np.int16),  # cards in play
            ("played", np.int8, MOST_CARDS),  # in the order they entered
            ("owner", np.int8, MOST_CARDS),
            ("swept", np.int16),  # cards on the discard pile
            ("discards", np.int8, MOST_CARDS),
            ("dealt", np.int16),
            ("cards", np.int16),
            ("deck", np.int8, MOST_CARDS),
        ],
    )
)


def new_state() -> Any:
    """A record with nothing in it."""
    return np.zeros(1, STATE)[0]


@rule
def bit(seat: int) -> int:
    """The set of one seat."""
    return 1 << int(seat)


@rule
def has(seats: int, seat: int) -> bool:
    """Whether a set has a seat."""
    return (int(seats) >> int(seat)) & 1 == 1


@rule
def everybody(s: Any) -> int:
    """The set of all seats."""
    return (1 << int(s.players)) - 1


@rule
def left_in_deck(s: Any) -> int:
    """How many cards the deck still holds."""
    return int(s.cards) - int(s.dealt)


@rule
def draw_card(s: Any) -> int:
    """The top card of the deck, or NOTHING when it is empty: no reshuffling. [MR-54]

    The deck is shuffled as it is drawn: each draw is the next step of a Fisher–Yates
    shuffle. Chance serves nothing else once the turn order is drawn, so the seed alone
    fixes the order of the whole deck.
    """
    place = int(s.dealt)
    if place >= s.cards:
        return NOTHING
    other = place + below(s, int(s.cards) - place)
    card = int(s.deck[other])
    s.deck[other] = s.deck[place]
    s.deck[place] = card
    s.dealt = place + 1
    return card


@rule
def discard(s: Any, card: int) -> None:
    """Put a card on the discard pile, for good. [MR-54]"""
    s.discards[s.swept] = card
    s.swept += 1


@rule
def holds_colour(s: Any, tables: Any, seat: int, colour: int) -> bool:
    """Whether a hand has a card of a colour. [MR-36]"""
    for slot in range(s.held[seat]):
        if tables.colour[s.hands[seat, slot]] == colour:
            return True
    return False


@rule
def colours_taken(s: Any, tables: Any, seat: int) -> int:
    """The colours of cards that a hand takes, as a set: those it lacks, while there is room.

    [MR-34] [MR-36]
    """
    if s.held[seat] >= HAND:
        return 0
    colours = ALL_COLOURS
    for slot in range(s.held[seat]):
        colours &= ~(1 << int(tables.colour[s.hands[seat, slot]]))
    return colours


@rule
def to_hand(s: Any, seat: int, card: int) -> None:
    """Put a card into a hand, face up. [MR-36]"""
    s.hands[seat, s.held[seat]] = card
    s.held[seat] += 1


@rule
def from_hand(s: Any, seat: int, slot: int) -> int:
    """Take a card out of a hand; the others close up."""
    card = int(s.hands[seat, slot])
    s.held[seat] -= 1
    for place in range(slot, s.held[seat]):
        s.hands[seat, place] = s.hands[seat, place + 1]
    s.hands[seat, s.held[seat]] = NOTHING
    return card
