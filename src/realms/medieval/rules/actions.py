"""Step 6: activate a card, play a card from the hand, or pass. [MR-31] [MR-32]"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    AUCTION,
    GOODS,
    HOLE,
    MAJORITY,
    NOTHING,
    SQUARES,
    TOKENS,
)
from realms.medieval.rules.auction import open_auction, purse
from realms.medieval.rules.codes import ACTIVATE, BIDS, OPEN, PASS, PLAY, open_code
from realms.medieval.rules.entering import cost_refusal, pay_cost
from realms.medieval.rules.majority import award
from realms.medieval.rules.manor import pay
from realms.medieval.rules.reports import (
    ACTIVATED,
    ASKS_A_BID,
    BID_TOO_HIGH,
    BID_TOO_LOW,
    COST_NOT_OWNED,
    EMPTY_SQUARE,
    FOR_PRICE,
    HAND_FULL,
    NO_AUCTION,
    NOT_IN_HAND,
    PASSED,
    PLAYED,
    SAME_COLOUR,
    TOO_FEW_GOODS,
    TOOK,
)
from realms.medieval.rules.state import (
    ENTERING,
    HAND,
    bit,
    colours_taken,
    from_hand,
    holds_colour,
    to_hand,
)
from realms.medieval.rules.turn import next_turn


@rule
def can_activate(s: Any, tables: Any, seat: int, square: int, colours: int) -> int:
    """1 if a seat may activate the hole or majority card of a square, else 0. [MR-33] [MR-37]

    A hole card must be of one of the colours that the hand takes; the activator of a majority
    card need not be a candidate [MR-41]. No branch depends on the cards: which are there is
    by lot, so every other guess of the processor would be wrong.
    """
    card = int(s.current[square])
    fits = int(tables.type[card] == HOLE) & (colours >> int(tables.colour[card]))
    if fits and (tables.pays_first or tables.islands_first):
        fits &= int(owns_cost(s, tables, seat, card, tables.price[square]))
    fits |= int(tables.type[card] == MAJORITY)
    return fits & int(card != NOTHING) & int(s.tokens[seat, GOODS] >= tables.price[square])


@rule
def owns_cost(s: Any, tables: Any, seat: int, card: int, price: int) -> bool:
    """Whether a seat owns the cost of a hole card once the price of its square is paid. [MR-35]

    It need not, unless a switch asks for it; another asks for the admirals of an Island
    alone. [MR-63]
    """
    if not tables.pays_first and tables.asks[card] == TOKENS:
        return True
    if tables.asks[card] == TOKENS and tables.asks_for[card] == GOODS:
        return int(s.tokens[seat, GOODS]) - int(price) >= tables.amount[card]
    return cost_refusal(s, tables, seat, card) == 0


@rule
def activation_refusal(s: Any, tables: Any, seat: int, square: int) -> int:
    """Why a hole or majority card cannot be activated; 0 if it can. [MR-33] to [MR-37]"""
    if can_activate(s, tables, seat, square, colours_taken(s, tables, seat)):
        return 0
    card = int(s.current[square])
    if card == NOTHING:
        return EMPTY_SQUARE
    if tables.type[card] == AUCTION:
        return ASKS_A_BID
    if s.tokens[seat, GOODS] < tables.price[square]:
        return TOO_FEW_GOODS
    if s.held[seat] >= HAND:
        return HAND_FULL
    if holds_colour(s, tables, seat, tables.colour[card]):
        return SAME_COLOUR
    return COST_NOT_OWNED if tables.pays_first else cost_refusal(s, tables, seat, card)


@rule
def opening_refusal(s: Any, tables: Any, seat: int, square: int, bid: int) -> int:
    """Why an auction cannot be opened so; 0 if it can. [MR-43] [MR-44]"""
    card = int(s.current[square])
    if card == NOTHING:
        return EMPTY_SQUARE
    if tables.type[card] != AUCTION:
        return NO_AUCTION
    if bid < tables.least_bid:
        return BID_TOO_LOW
    return 0 if bid <= purse(s, tables, seat, card) else BID_TOO_HIGH


@rule
def play_refusal(s: Any, tables: Any, seat: int, slot: int) -> int:
    """Why a card of the hand cannot be played; 0 if it can. [MR-48]"""
    if slot >= s.held[seat]:
        return NOT_IN_HAND
    return cost_refusal(s, tables, seat, s.hands[seat, slot])


@rule
def action_moves(s: Any, tables: Any, moves: Any) -> int:
    """The legal actions of the seat whose turn it is, in order. [MR-31] [MR-32]"""
    seat = int(s.turn)
    n = 0
    for square in range(SQUARES):
        if activation_refusal(s, tables, seat, square) == 0:
            moves[n] = ACTIVATE + square
            n += 1
    for square in range(SQUARES):
        bid = int(tables.least_bid)
        while opening_refusal(s, tables, seat, square, bid) == 0:
            moves[n] = open_code(square, bid)
            n += 1
            bid += 1
    for slot in range(s.held[seat]):
        if play_refusal(s, tables, seat, slot) == 0:
            moves[n] = PLAY + slot
            n += 1
    moves[n] = PASS
    return n + 1


@rule
def action_refusal(s: Any, tables: Any, code: int) -> int:
    """Why an action of the seat whose turn it is, is not allowed; 0 if it is. [MR-31]"""
    seat = int(s.turn)
    if code < OPEN:
        return activation_refusal(s, tables, seat, code - ACTIVATE)
    if code < PLAY:
        return opening_refusal(s, tables, seat, (code - OPEN) // BIDS, (code - OPEN) % BIDS)
    return play_refusal(s, tables, seat, code - PLAY) if code < PASS else 0


@rule
def act(s: Any, tables: Any, code: int, journal: Any) -> None:
    """Make one action; every one but a pass takes a card off the panel or a hand. [MR-31]"""
    seat = int(s.turn)
    if code < OPEN:
        activate(s, tables, seat, code - ACTIVATE, journal)
    elif code < PLAY:
        open_auction(s, tables, seat, (code - OPEN) // BIDS, (code - OPEN) % BIDS, journal)
    elif code < PASS:
        play_card(s, tables, seat, code - PLAY, journal)
    else:
        s.passed |= bit(seat)
        note(journal, PASSED, seat)
        next_turn(s)


@rule
def activate(s: Any, tables: Any, seat: int, square: int, journal: Any) -> None:
    """Pay the price of the square; the card goes where its type says. [MR-33] [MR-35] [MR-37]"""
    card = int(s.current[square])
    s.current[square] = NOTHING
    is_hole = tables.type[card] == HOLE
    note(journal, TOOK if is_hole else ACTIVATED, seat, card, square)
    pay(s, seat, GOODS, int(tables.price[square]), FOR_PRICE, card, journal)
    if is_hole:
        to_hand(s, seat, card)
    else:
        award(s, tables, seat, card, journal)
    next_turn(s)


@rule
def play_card(s: Any, tables: Any, seat: int, slot: int, journal: Any) -> None:
    """Play a card from the hand: pay, and the card is to enter play. [MR-48] [MR-49]"""
    card = from_hand(s, seat, slot)
    note(journal, PLAYED, seat, card)
    pay_cost(s, tables, seat, card, journal)
    s.source = card
    s.chooser = seat
    s.phase = ENTERING
