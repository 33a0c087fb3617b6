"""The state of a game of Fantasy Realms: one record of fixed size, nothing outside it.

Sets of cards are masks. Cards are numbered as in `cards.toml`; NOBODY (54) is no card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content.tables import ALL_CARDS, DECK, JESTER, NOBODY
from realms.kernel.bits.sets import count
from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.kernel.values import StateRecord

SEATS = 7
HAND = 7
SLOTS = 7
"""Offers a seat can have open: one per card of the hand. [FR-23a]"""

STANDARD, DUEL, CHAOS = range(3)
TAKING, KEEPING, DISCARDING, TRADING, DECLARING, ENDED = range(6)

(RAISED, AS_DOPPELGANGER, AS_MIRAGE, AS_SHAPESHIFTER) = range(4)
(BOOK_CARD, BOOK_SUIT, ISLAND_CARD, FOUNTAIN_CARD, DECLARED, NO_CHOICE) = range(4, 10)

TEN_DISCARDS, TWELVE_DISCARDS, ALL_PASSED, ROUNDS_OVER, TIME_OVER = range(1, 6)


class FantasyState(StateRecord):  # type: ignore[misc]  # as StateRecord
    """A state of Fantasy Realms; to rules a record."""

    __slots__ = ()
    _game_name = "fantasy"


STATE = np.dtype(
    (
        FantasyState,
        [
            ("chance", np.uint64),
            ("hands", np.int64, SEATS),
            ("area", np.int64),  # the discard area; in Chaos, what the Necromancer drew
            ("shown", np.int64),  # cards in hands that everybody saw being taken [FR-5]
            ("sure", np.int64, SEATS),  # per seat: cards of others whose holder it knows
            ("seen", np.int64, SEATS),  # per seat: cards it gave away, now in some hand
            ("offers", np.int16, (SEATS, SLOTS)),
            ("stalled", np.int16),  # turns since anybody drew from the deck [FR-4b]
            ("rounds", np.int16),  # trade rounds to be played [FR-25]
            ("lap", np.int16),  # trade rounds played
            ("trades", np.int16),
            ("variant", np.int8),
            ("players", np.int8),
            ("stall_guard", np.int8),
            ("clock", np.int8),
            ("declare", np.int8),
            ("put_back", np.int8),  # a card just taken may be discarded [FR-4a]
            ("phase", np.int8),
            ("first", np.int8),
            ("turn", np.int8),
            ("passes", np.int8),
            ("reason", np.int8),
            ("taken", np.int8),  # the card just taken that cannot go back at once [FR-4a]
            ("pair", np.int8, 2),  # the two cards drawn in the duel [FR-21]
            ("dealt", np.int8),
            ("cards", np.int8),
            ("deck", np.int8, DECK),
            ("choice", np.int8, 8),  # declared at scoring, one field per choice card
            ("unsaid", np.int8),  # the seats that left their choices to us
            ("pending", np.int8, SEATS),  # the next choice each seat declares
        ],
    )
)


def new_state() -> Any:
    """A record with nothing in it."""
    return np.zeros(1, STATE)[0]


@rule
def bit(card: int) -> int:
    """The set of one card."""
    return 1 << int(card)


@rule
def lay_out(s: Any, jester: bool) -> None:
    """The deck in catalogue order, without the Jester where he is left out. [FR-1]"""
    place = 0
    for card in range(DECK):
        if jester or card != JESTER:
            s.deck[place] = card
            place += 1
    s.cards = place
    s.dealt = 0
    s.taken = NOBODY
    s.pair[0] = NOBODY
    s.pair[1] = NOBODY
    for choice in range(8):
        s.choice[choice] = NOBODY


@rule
def draw_card(s: Any) -> int:
    """The top card of the deck. [FR-4]

    The deck is shuffled as it is drawn: each draw is the next step of a Fisher–Yates
    shuffle. Chance serves nothing else after the first seat is drawn, so the seed alone
    fixes the order of the whole deck.
    """
    place = int(s.dealt)
    other = place + below(s, s.cards - place)
    card = int(s.deck[other])
    s.deck[other] = s.deck[place]
    s.deck[place] = card
    s.dealt = place + 1
    return card


@rule
def deal(s: Any) -> None:
    """Choose the first player at random; deal seven cards each. [FR-3] [FR-21] [FR-23]"""
    s.first = below(s, s.players)
    s.turn = s.first
    s.phase = TRADING if s.variant == CHAOS else TAKING
    if s.variant != DUEL:
        for seat in range(s.players):
            for _card in range(HAND):
                s.hands[seat] |= bit(draw_card(s))


@rule
def left_in_deck(s: Any) -> int:
    """How many cards the deck still holds."""
    return int(s.cards) - int(s.dealt)


@rule
def deck_cards(s: Any) -> int:
    """The set of cards still in the deck."""
    cards = 0
    for place in range(s.dealt, s.cards):
        cards |= bit(s.deck[place])
    return cards


@rule
def hand_size(s: Any, seat: int) -> int:
    """How many cards a seat holds."""
    return count(s.hands[seat])


@rule
def next_seat(s: Any) -> None:
    """Clockwise, the next seat's turn. [FR-3]"""
    following = int(s.turn) + 1
    s.turn = 0 if following == s.players else following


def every_card(s: Any) -> int:
    """The set of all cards of this game. [FR-1]"""
    return ALL_CARDS if s.cards == DECK else ALL_CARDS & ~(1 << JESTER)
