"""Step 5: goods decide the turn order. [MR-29] [MR-30]"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import GOODS
from realms.medieval.rules.reports import IN_ORDER
from realms.medieval.rules.state import ACTING


@rule
def clockwise(s: Any, start: int, seat: int) -> int:
    """How far a seat sits clockwise from another; oneself is at distance 0. [MR-12]"""
    apart = int(seat) - int(start)
    return apart if apart >= 0 else apart + int(s.players)


@rule
def richer(s: Any, one: int, other: int, start: int) -> bool:
    """Whether a seat comes before another: more goods, or as many and nearer. [MR-29] [MR-30]"""
    mine, theirs = s.tokens[one, GOODS], s.tokens[other, GOODS]
    if mine != theirs:
        return mine > theirs
    return clockwise(s, start, one) < clockwise(s, start, other)


@rule
def set_turn_order(s: Any) -> None:
    """Most goods first; ties by the previous initial player, then by the new one.

    The previous initial player keeps the place when tied for it. [MR-29] [MR-30]
    """
    initial = int(s.order[0])
    previous = initial
    for seat in range(s.players):
        if richer(s, seat, initial, previous):
            initial = seat
    s.order[0] = initial
    placed = 1
    for seat in range(s.players):
        if seat == initial:
            continue
        place = placed
        while place > 1 and richer(s, seat, s.order[place - 1], initial):
            s.order[place] = s.order[place - 1]
            place -= 1
        s.order[place] = seat
        placed += 1


@rule
def begin_actions(s: Any, journal: Any) -> None:
    """Set the turn order; the initial player acts first. [MR-29] [MR-31]"""
    set_turn_order(s)
    for place in range(s.players):
        note(journal, IN_ORDER, s.order[place], place, s.tokens[s.order[place], GOODS])
    s.phase = ACTING
    s.passed = 0
    s.turn = s.order[0]
