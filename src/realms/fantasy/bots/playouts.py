"""Quick policies of Fantasy Realms, for playouts: one that looks, one that hardly does."""

from __future__ import annotations

from typing import Any

from realms.fantasy.bots.greedy import LITTLE, greedy_trade
from realms.fantasy.bots.hand_value import estimate_values, list_swaps, list_turn
from realms.fantasy.bots.workspace import list_hand
from realms.fantasy.content.tables import NOBODY, STRENGTH
from realms.fantasy.rules.codes import DISCARD, DRAW, KEEP, PASS, TAKE
from realms.fantasy.rules.state import DISCARDING, KEEPING, TAKING, TRADING, bit, left_in_deck
from realms.fantasy.rules.turn import is_building, may_discard, must_draw
from realms.kernel.bits.choice import nth
from realms.kernel.bits.sets import count, lowest
from realms.kernel.chance import below
from realms.kernel.rule import rule

TEMPTING = 2
"""Cards of the area that are looked at twice: those that a hand would like best on top."""


@rule
def quick_code(s: Any, seat: int, workspace: Any) -> int:
    """The move to the best hand at a glance."""
    if s.phase == TRADING:
        return greedy_trade(s, seat, workspace)
    if s.phase == TAKING and not is_building(s, seat):
        return quick_take(s, seat, workspace)
    if s.taken != NOBODY and workspace.planned == s.hands[seat]:
        return DISCARD + workspace.spared
    n = list_turn(s, seat, workspace)
    if n == 1:
        return workspace.moves[0]
    best = estimate_values(workspace, n)
    if s.phase == TAKING and workspace.moves[0] == DRAW:  # two new cards promise more than little
        return (
            workspace.moves[best]
            if workspace.points[best] - workspace.points[0] >= 2 * LITTLE
            else DRAW
        )
    return workspace.moves[best]


@rule
def quick_take(s: Any, seat: int, workspace: Any) -> int:
    """Take what makes the hand better, and plan what goes for it; else draw. [FR-4]"""
    draws = left_in_deck(s) > 0
    if s.area == 0 or must_draw(s):
        return DRAW
    hand = s.hands[seat]
    tempting = most_tempting(s.area, hand, workspace)
    if tempting == 0 and draws:
        return DRAW
    n = list_hand(workspace, 0, hand, DRAW) if draws else 0
    left = tempting if tempting else s.area
    while left:
        n = list_swaps(workspace, n, hand, lowest(left), TAKE + lowest(left))
        left &= left - 1
    best = estimate_values(workspace, n)
    if workspace.moves[best] != DRAW:
        workspace.planned = hand | bit(workspace.moves[best] - TAKE)
        workspace.spared = lowest(hand & ~workspace.hands[best])
    return workspace.moves[best]


@rule
def most_tempting(area: int, hand: int, workspace: Any) -> int:
    """The cards of the area that add most on top of a hand, as far as they add anything."""
    n = list_hand(workspace, 0, hand, NOBODY)
    while area:
        n = list_hand(workspace, n, hand | (area & -area), lowest(area))
        area &= area - 1
    estimate_values(workspace, n)
    chosen = 0
    for _card in range(TEMPTING):
        best = 0
        for i in range(1, n):
            if workspace.points[i] > workspace.points[best]:
                best = i
        if best:
            chosen |= bit(workspace.moves[best])
            workspace.points[best] = workspace.points[0]
    return chosen


@rule
def light_code(s: Any, seat: int, workspace: Any) -> int:
    """Draw; then of two cards by lot the weaker goes."""
    if s.phase == TAKING:
        if left_in_deck(s) > 1 or s.area == 0:
            return DRAW
        return TAKE + nth(s.area, below(workspace, count(s.area)))
    if s.phase == KEEPING:
        return KEEP + int(s.pair[0])
    if s.phase == DISCARDING:
        cards = may_discard(s, seat)
        one = nth(cards, below(workspace, count(cards)))
        other = nth(cards, below(workspace, count(cards)))
        return DISCARD + (one if STRENGTH[one] < STRENGTH[other] else other)
    return PASS
