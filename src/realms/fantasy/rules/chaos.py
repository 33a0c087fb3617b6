"""Chaos: cards change hands one for one, by offers, until time is up. [FR-23] [FR-25]"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content.tables import DECK
from realms.fantasy.rules.codes import (
    ACCEPT,
    DECLARE,
    OFFER,
    PASS,
    TIME_UP,
    TO_ALL,
    WISHES,
    WITHDRAW,
    accept_code,
    offer_code,
    offered_card,
    offered_to,
)
from realms.fantasy.rules.ending import finish
from realms.fantasy.rules.reports import (
    ALREADY_OFFERED,
    NO_CLOCK,
    NO_SUCH_MOVE,
    NO_SUCH_OFFER,
    NOT_A_PARTNER,
    NOT_TO_TRADE,
    OFFERED,
    PASSED,
    TIME_UP_CALLED,
    TRADED,
    WITHDREW,
)
from realms.fantasy.rules.state import ALL_PASSED, ROUNDS_OVER, SLOTS, TIME_OVER, bit, next_seat
from realms.kernel.bits.sets import lowest
from realms.kernel.journal import note
from realms.kernel.rule import rule

NO_SLOT = -1


@rule
def trade_moves(s: Any, seat: int, moves: Any) -> int:
    """The legal moves of a seat while trading, in order. [FR-23a] [FR-25]"""
    n = 0
    if not s.clock:
        moves[n] = PASS
        n += 1
    hand = s.hands[seat]
    free = may_offer(s, seat)
    while free:
        card = lowest(free)
        free &= free - 1
        for to in range(TO_ALL + 1):
            if is_partner(s, seat, to):
                for wish in range(WISHES):
                    moves[n] = offer_code(card, to, wish)
                    n += 1
    for other in range(s.players):
        number = 0
        while open_slot(s, other, number, seat) != NO_SLOT:
            left = hand
            while left:
                moves[n] = accept_code(other, number, lowest(left))
                left &= left - 1
                n += 1
            number += 1
    for slot in range(SLOTS):
        if s.offers[seat, slot]:
            moves[n] = WITHDRAW + slot
            n += 1
    return n


@rule
def cards_on_offer(s: Any, seat: int) -> int:
    """The cards a seat has in open offers: at most one offer each. [FR-23a]"""
    cards = 0
    for slot in range(SLOTS):
        if s.offers[seat, slot]:
            cards |= bit(offered_card(s.offers[seat, slot]))
    return cards


@rule
def is_partner(s: Any, seat: int, to: int) -> bool:
    """Whether an offer can be made to one: another seat, or all. [FR-23a]"""
    return to == TO_ALL or (to < s.players and to != seat)


@rule
def is_shown(offer: int, viewer: int) -> bool:
    """Whether somebody else than its owner sees an offer: made to all, or to them. [FR-23a]"""
    return offer != 0 and (offered_to(offer) == TO_ALL or offered_to(offer) == viewer)


@rule
def open_slot(s: Any, owner: int, number: int, seat: int) -> int:
    """The slot of the `number`-th offer, from 0, of another that a seat sees. [FR-23a]

    Seats count the offers they see, so that the numbers tell nothing of the others.
    """
    if owner != seat:
        for slot in range(SLOTS):
            if is_shown(s.offers[owner, slot], seat):
                if number == 0:
                    return slot
                number -= 1
    return NO_SLOT


@rule
def may_offer(s: Any, seat: int) -> int:
    """The cards of a hand that are not on offer yet. [FR-23a]"""
    return s.hands[seat] & ~cards_on_offer(s, seat)


@rule
def trade_refusal(s: Any, seat: int, code: int) -> int:
    """Why a seat may not make a move while trading; 0 if it may. [FR-23a]"""
    if code == PASS:
        return NO_SUCH_MOVE if s.clock else 0
    if OFFER <= code < ACCEPT:
        card = (code - OFFER) // (8 * WISHES)
        if not is_partner(s, seat, ((code - OFFER) // WISHES) % 8):
            return NOT_A_PARTNER
        if not (s.hands[seat] >> card) & 1:
            return NOT_TO_TRADE
        return 0 if (may_offer(s, seat) >> card) & 1 else ALREADY_OFFERED
    if ACCEPT <= code < WITHDRAW:
        number = (code - ACCEPT) // DECK
        if number // 7 >= s.players:
            return NO_SUCH_OFFER
        if open_slot(s, number // 7, number % 7, seat) == NO_SLOT:
            return NO_SUCH_OFFER
        return 0 if (s.hands[seat] >> ((code - ACCEPT) % DECK)) & 1 else NOT_TO_TRADE
    if WITHDRAW <= code < DECLARE:
        return 0 if s.offers[seat, code - WITHDRAW] else NO_SUCH_OFFER
    return NO_SUCH_MOVE


@rule
def play_trade(s: Any, seat: int, code: int, journal: Any) -> None:
    """Make a legal move while trading. [FR-23a] [FR-25]"""
    if code == PASS:
        s.passes += 1
        note(journal, PASSED, seat)
    else:
        s.passes = 0
        if code < ACCEPT:
            offer(s, seat, code, journal)
        elif code < WITHDRAW:
            number = (code - ACCEPT) // DECK
            slot = open_slot(s, number // 7, number % 7, seat)
            trade(s, number // 7, slot, seat, (code - ACCEPT) % DECK, journal)
        else:
            offer_there = s.offers[seat, code - WITHDRAW]
            note(journal, WITHDREW, seat, offer_there)
            withdraw_card(s, seat, offered_card(offer_there))
    if not s.clock:
        pass_the_turn(s, journal)


@rule
def offer(s: Any, seat: int, code: int, journal: Any) -> None:
    """Open an offer, face down, behind the seat's others. [FR-23a]"""
    for slot in range(SLOTS):
        if s.offers[seat, slot] == 0:
            s.offers[seat, slot] = code - OFFER + 1
            note(journal, OFFERED, seat, s.offers[seat, slot])
            return


@rule
def trade(s: Any, owner: int, slot: int, seat: int, answer: int, journal: Any) -> None:
    """Two cards change hands at once; only the traders know which. [FR-23a] [FR-23b]"""
    card = offered_card(s.offers[owner, slot])
    s.hands[owner] ^= bit(card) | bit(answer)
    s.hands[seat] ^= bit(card) | bit(answer)
    s.trades += 1
    withdraw_card(s, owner, card)
    withdraw_card(s, seat, answer)
    for other in range(s.players):
        if other != owner and other != seat:
            s.sure[other] = 0  # any card it knew of may have moved
    learn(s, owner, card, answer)
    learn(s, seat, answer, card)
    note(journal, TRADED, owner, seat, card, answer)


@rule
def learn(s: Any, seat: int, given: int, received: int) -> None:
    """What a trader knows: where the given card is now, and its own hand. [FR-23b]"""
    s.sure[seat] = (s.sure[seat] | bit(given)) & ~bit(received)
    s.seen[seat] = (s.seen[seat] | bit(given)) & ~bit(received)


@rule
def withdraw_card(s: Any, seat: int, card: int) -> None:
    """A card that left the hand takes its offer with it; younger ones move up. [FR-23a]"""
    kept = 0
    for slot in range(SLOTS):
        there = s.offers[seat, slot]
        s.offers[seat, slot] = 0
        if there and offered_card(there) != card:
            s.offers[seat, kept] = there
            kept += 1


@rule
def pass_the_turn(s: Any, journal: Any) -> None:
    """Without a clock: next seat; the end after the rounds, or when all pass. [FR-25]"""
    next_seat(s)
    if s.turn == s.first:
        s.lap += 1
    if s.passes >= s.players:
        close(s, ALL_PASSED, journal)
    elif s.lap >= s.rounds:
        close(s, ROUNDS_OVER, journal)


@rule
def time_up(s: Any, journal: Any) -> None:
    """The clock outside has run down. [FR-24]"""
    note(journal, TIME_UP_CALLED)
    close(s, TIME_OVER, journal)


@rule
def close(s: Any, reason: int, journal: Any) -> None:
    """Trading is over: no offer stays open. [FR-24]"""
    for seat in range(s.players):
        for slot in range(SLOTS):
            s.offers[seat, slot] = 0
    finish(s, reason, journal)


@rule
def clock_refusal(s: Any, code: int) -> int:
    """Why the table may not call time; 0 if it may. [FR-25]"""
    if code != TIME_UP:
        return NO_SUCH_MOVE
    return 0 if s.clock else NO_CLOCK


assert np.iinfo(np.int16).max > DECK * 8 * WISHES
