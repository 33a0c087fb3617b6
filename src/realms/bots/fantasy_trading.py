"""Trades of Chaos worth a thought, for the search: few of some thousand legal moves."""

from __future__ import annotations

from typing import Any

from realms.bots.fantasy_desk import list_hand
from realms.bots.fantasy_greedy import LITTLE, busy_code
from realms.bots.fantasy_value import exact_values
from realms.fantasy.chaos import NO_SLOT, cards_on_offer, open_slot
from realms.fantasy.codes import PASS, TO_ALL, accept_code, offer_code
from realms.fantasy.state import SLOTS, bit
from realms.kernel.bits import lowest
from realms.kernel.rule import rule

SPARE = 3
"""Cards of a hand that are thought of as something to trade: those that it misses least."""


@rule
def trade_candidates(
    s: Any, seat: int, desk: Any, c: Any, made: Any, moves: Any, priors: Any
) -> int:
    """Pass, offer a spare card to all, or answer an offer with one. [FR-23a] [FR-25]

    Priors are points: what goes costs what the hand would miss, what comes is worth what
    little most cards are worth.
    """
    hand = s.hands[seat]
    whole = exact_of(hand, desk, c, made)
    n = 0
    moves[n] = busy_code(s, seat) if s.clock else PASS
    priors[n] = 0.0
    n += 1
    left = hand
    for _card in range(SPARE):
        card = most_spare(hand, left, desk, c, made)
        left &= ~bit(card)
        gain = float(LITTLE - (whole - exact_of(hand & ~bit(card), desk, c, made)))
        if not (cards_on_offer(s, seat) >> card) & 1 and moves[0] != offer_code(card, TO_ALL, 0):
            moves[n] = offer_code(card, TO_ALL, 0)
            priors[n] = gain
            n += 1
        for other in range(s.players):
            for number in range(SLOTS):
                if open_slot(s, other, number, seat) != NO_SLOT:
                    moves[n] = accept_code(other, number, card)
                    priors[n] = gain
                    n += 1
    return n


@rule
def exact_of(hand: int, desk: Any, c: Any, made: Any) -> int:
    """The exact points of one hand."""
    exact_values(desk, list_hand(desk, 0, hand, 0), 0, c, made)
    return int(desk.points[0])


@rule
def most_spare(hand: int, among: int, desk: Any, c: Any, made: Any) -> int:
    """The card of a set that a hand misses least."""
    n = 0
    while among:
        n = list_hand(desk, n, hand & ~(among & -among), lowest(among))
        among &= among - 1
    exact_values(desk, n, 0, c, made)
    best = 0
    for i in range(n):
        if desk.points[i] > desk.points[best]:
            best = i
    return int(desk.moves[best])
