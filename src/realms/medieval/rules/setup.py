"""Set-up: the panels, the turn order, the starting capital, the draft of extra tokens."""

from __future__ import annotations

from typing import Any

from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    FUTURE,
    NOTHING,
    RESOURCE_COUNT,
    SQUARES,
)
from realms.medieval.rules.codes import DRAFT
from realms.medieval.rules.manor import gain
from realms.medieval.rules.reports import BY_DRAFT, NOT_YOUR_DRAFT, PAIR_TAKEN, SAME_TOKENS
from realms.medieval.rules.state import DRAFTING, HAND, ROUND_BEGINS, SEATS, draw_card


@rule
def lay_out(s: Any, tables: Any) -> None:
    """The deck in the order of the content, empty panels, empty boards. [MR-6] [MR-11]"""
    place = 0
    for card in range(tables.different_cards):
        for _copy in range(tables.copies[card]):
            s.deck[place] = card
            place += 1
    s.cards = place
    for square in range(SQUARES):
        s.current[square] = NOTHING
    for square in range(FUTURE):
        s.coming[square] = NOTHING
    for seat in range(SEATS):
        s.drafted[seat] = NOTHING
        for slot in range(HAND):
            s.hands[seat, slot] = NOTHING
    s.lot = NOTHING
    s.source = NOTHING
    s.bidder = NOTHING
    s.asked = NOTHING
    s.chooser = NOTHING


@rule
def deal(s: Any, tables: Any) -> None:
    """Draw the turn order and fill the panels. [MR-9] [MR-10] [MR-12]"""
    for seat in range(s.players):
        s.order[seat] = seat
    for place in range(int(s.players) - 1):
        other = place + below(s, int(s.players) - place)
        kept = s.order[place]
        s.order[place] = s.order[other]
        s.order[other] = kept
    for square in range(SQUARES):
        s.current[square] = draw_card(s)
    for square in range(FUTURE):
        s.coming[square] = draw_card(s)
    for seat in range(s.players):
        give_capital(s, tables, seat)
    s.round_now = 1
    s.phase = DRAFTING
    s.turn = s.order[int(s.players) - 1]


@rule
def give_capital(s: Any, tables: Any, seat: int) -> None:
    """The tokens and leaders that each player begins with. [MR-13] [MR-14]"""
    for resource in range(RESOURCE_COUNT):
        s.tokens[seat, resource] = tables.start[resource]
    for leader in range(3):
        s.leaders[seat, leader] = tables.leaders[leader]


@rule
def is_pair_taken(s: Any, pair: int) -> bool:
    """Whether somebody has drafted the same two tokens. [MR-15]"""
    for seat in range(s.players):
        if s.drafted[seat] == pair:
            return True
    return False


@rule
def draft_moves(s: Any, moves: Any) -> int:
    """Every pair of different tokens that nobody has taken, in order. [MR-15]"""
    n = 0
    for code in range(DRAFT, DRAFT + RESOURCE_COUNT * RESOURCE_COUNT):
        if draft_refusal(s, s.turn, code) == 0:
            moves[n] = code
            n += 1
    return n


@rule
def draft_refusal(s: Any, seat: int, code: int) -> int:
    """Why a pair cannot be drafted; 0 if it can. [MR-15]"""
    if seat != s.turn:
        return NOT_YOUR_DRAFT
    one, other = (code - DRAFT) // RESOURCE_COUNT, (code - DRAFT) % RESOURCE_COUNT
    if one >= other:
        return SAME_TOKENS
    return PAIR_TAKEN if is_pair_taken(s, code - DRAFT) else 0


@rule
def draft(s: Any, seat: int, code: int, journal: Any) -> None:
    """Take two tokens; then the player before on the turn-order track drafts. [MR-15]"""
    pair = code - DRAFT
    s.drafted[seat] = pair
    gain(s, seat, pair // RESOURCE_COUNT, 1, BY_DRAFT, NOTHING, journal)
    gain(s, seat, pair % RESOURCE_COUNT, 1, BY_DRAFT, NOTHING, journal)
    for place in range(1, s.players):
        if s.order[place] == seat:
            s.turn = s.order[place - 1]
            return
    s.phase = ROUND_BEGINS
