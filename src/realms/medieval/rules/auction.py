"""An auction: clockwise, higher or out, and the last one in pays. [MR-43] to [MR-47]"""

from __future__ import annotations

from typing import Any

from realms.kernel.bits.sets import count
from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import NOTHING
from realms.medieval.rules.codes import BID, BIDS, PASS_BID
from realms.medieval.rules.manor import pay
from realms.medieval.rules.reports import (
    BID_TOO_HIGH,
    FOR_BID,
    NOT_HIGHER,
    OPENED,
    PASSED_BID,
    RAISED,
    WON,
)
from realms.medieval.rules.state import BIDDING, ENTERING, SOLD, bit, everybody, has


@rule
def purse(s: Any, tables: Any, seat: int, card: int) -> int:
    """What a seat can bid for a card: all its tokens of that resource. [MR-43] [MR-45]"""
    return min(int(s.tokens[seat, tables.asks_for[card]]), BIDS - 1)


@rule
def open_auction(s: Any, tables: Any, seat: int, square: int, bid: int, journal: Any) -> None:
    """Put a card up for auction with an opening bid; no goods are paid. [MR-43] [MR-44]"""
    s.lot = s.current[square]
    s.current[square] = NOTHING
    s.bid = bid
    s.bidder = seat
    s.asked = seat
    s.inside = everybody(s)
    s.phase = BIDDING
    note(journal, OPENED, seat, s.lot, square, bid)
    ask_next(s, tables, journal)


@rule
def ask_next(s: Any, tables: Any, journal: Any) -> None:
    """Ask the next seat clockwise; who cannot raise passes. [MR-45]

    Players who passed the round bid like everybody else. [MR-50]
    """
    while count(s.inside) > 1:
        asked = int(s.asked) + 1
        s.asked = 0 if asked == s.players else asked
        if not has(s.inside, s.asked) or s.asked == s.bidder:
            continue
        if purse(s, tables, s.asked, s.lot) > s.bid:
            return
        s.inside &= ~bit(s.asked)
        note(journal, PASSED_BID, s.asked, 1)
    s.phase = SOLD


@rule
def close(s: Any, tables: Any, journal: Any) -> None:
    """The winner alone pays, and the card is to enter play. [MR-46]"""
    seat, card = int(s.bidder), int(s.lot)
    note(journal, WON, seat, card, s.bid)
    pay(s, seat, tables.asks_for[card], int(s.bid), FOR_BID, card, journal)
    s.lot = NOTHING
    s.bidder = NOTHING
    s.asked = NOTHING
    s.inside = 0
    s.bid = 0
    s.source = card
    s.chooser = seat
    s.phase = ENTERING


@rule
def bid_moves(s: Any, tables: Any, moves: Any) -> int:
    """Every higher bid that the asked seat can pay, or to pass. [MR-45]"""
    n = 0
    code = BID + int(s.bid) + 1
    while code < PASS_BID and bid_refusal(s, tables, code) == 0:
        moves[n] = code
        n += 1
        code += 1
    moves[n] = PASS_BID
    return n + 1


@rule
def bid_refusal(s: Any, tables: Any, code: int) -> int:
    """Why a bid is not allowed; 0 if it is. [MR-45]"""
    if code == PASS_BID:
        return 0
    if code - BID <= s.bid:
        return NOT_HIGHER
    return 0 if code - BID <= purse(s, tables, s.asked, s.lot) else BID_TOO_HIGH


@rule
def answer_bid(s: Any, tables: Any, code: int, journal: Any) -> None:
    """Raise, or leave this auction for good. [MR-45]"""
    if code == PASS_BID:
        s.inside &= ~bit(s.asked)
        note(journal, PASSED_BID, s.asked, 0)
    else:
        s.bid = code - BID
        s.bidder = s.asked
        note(journal, RAISED, s.asked, s.bid)
    ask_next(s, tables, journal)
