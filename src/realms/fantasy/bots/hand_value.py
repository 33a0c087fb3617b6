"""What a hand is worth to a bot of Fantasy Realms: exactly, or at a glance."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.levels import data_of
from realms.fantasy.bots.workspace import REMEMBERED, list_hand
from realms.fantasy.content.cards import NUMBER
from realms.fantasy.content.tables import CHOICE_CARDS, DECK, NECROMANCER
from realms.fantasy.rules.codes import DISCARD, DRAW, KEEP, TAKE
from realms.fantasy.rules.state import DISCARDING, KEEPING, bit, left_in_deck
from realms.fantasy.rules.turn import is_building, may_discard, must_draw
from realms.fantasy.scoring.plain import score_block
from realms.fantasy.scoring.wilds import best_choices, may_raise
from realms.kernel.bits.sets import lowest
from realms.kernel.rule import rule

HASH = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(65 - REMEMBERED.bit_length())

# What a choice card adds to the plain score of a hand, as a sum over the cards beside it and
# itself: fitted to hands of games by least squares, for a glance.
BESIDE = np.zeros((DECK, DECK), np.int64)
for _card, _points in data_of("fantasy")["beside"].items():
    BESIDE[NUMBER[_card]] = _points


@rule(wraps=True)
def place_of_hand(hand: int) -> int:
    """Where a hand is remembered."""
    return int(np.int64((np.uint64(hand) * HASH) >> SHIFT))


@rule
def exact_value(hand: int, workspace: Any, h: Any, made: Any) -> int:
    """The best score of a hand, the Necromancer's card aside; remembered. [FR-18]"""
    place = place_of_hand(hand)
    if workspace.known[place, 0] == hand:
        return int(workspace.known[place, 1])
    value = best_choices(h, made, hand, 0, False)
    workspace.known[place, 0] = hand
    workspace.known[place, 1] = value
    return value


@rule
def score_listed(workspace: Any, n: int) -> None:
    """The plain points of the hands listed in the workspace: `score_plain`, without its own room.

    Playouts ask for a few hands at a time, where making room would cost as much as scoring.
    """
    score_block(
        workspace.hands,
        workspace.points,
        workspace.active,
        workspace.cleared,
        workspace.army_cleared,
        n,
    )


@rule
def exact_values(workspace: Any, n: int, area: int, h: Any, made: Any) -> None:
    """The exact points of the hands listed in the workspace, with what could be raised now."""
    hands, points = workspace.hands, workspace.points
    score_listed(workspace, n)
    for i in range(n):
        if hands[i] & CHOICE_CARDS:
            points[i] = exact_value(hands[i], workspace, h, made)
        if (hands[i] >> NECROMANCER) & 1:
            points[i] += raised_value(workspace, hands[i], area)


@rule
def raised_value(workspace: Any, hand: int, area: int) -> int:
    """What the best card to raise adds to a hand, at a glance. [FR-20]"""
    hands, points = workspace.raised, workspace.raised_points
    hands[0] = hand
    n = 1
    left = may_raise(hand, area & ~hand)
    while left and n < len(hands):
        hands[n] = hand | (left & -left)
        left &= left - 1
        n += 1
    score_block(hands, points, workspace.active, workspace.cleared, workspace.army_cleared, n)
    best = 0
    for i in range(n):
        best = max(best, points[i] - points[0])
    return best


@rule
def beside(hand: int) -> int:
    """What the choice cards of a hand add to its plain score, at a glance."""
    points = 0
    choosers = hand & CHOICE_CARDS
    while choosers:
        chooser = lowest(choosers)
        choosers &= choosers - 1
        left = hand
        while left:
            points += BESIDE[chooser, lowest(left)]
            left &= left - 1
    return points


@rule
def estimate_values(workspace: Any, n: int) -> int:
    """The points of the hands listed in the workspace at a glance; returns the first best."""
    hands, points = workspace.hands, workspace.points
    score_listed(workspace, n)
    best = 0
    for i in range(n):
        if hands[i] & CHOICE_CARDS:
            points[i] += beside(hands[i])
        if points[i] > points[best]:
            best = i
    return best


@rule
def list_swaps(workspace: Any, n: int, hand: int, card: int, code: int) -> int:
    """List the hands that a new card can make, an old one going."""
    old = hand
    while old:
        n = list_hand(workspace, n, (hand | bit(card)) & ~(old & -old), code)
        old &= old - 1
    return n


@rule
def list_turn(s: Any, seat: int, workspace: Any) -> int:
    """List the hands that a move of a turn can lead to, moves in order. [FR-4] [FR-21]

    A hand of its own stands for the deck; the discard that goes with a card taken is the
    next move's, so a card to take has several hands.
    """
    hand = s.hands[seat]
    n = 0
    if s.phase == DISCARDING:
        left = may_discard(s, seat)
        while left:
            n = list_hand(workspace, n, hand & ~(left & -left), DISCARD + lowest(left))
            left &= left - 1
        return n
    if s.phase == KEEPING:
        for drawn in range(2):
            n = list_hand(workspace, n, hand | bit(s.pair[drawn]), KEEP + int(s.pair[drawn]))
        return n
    building = is_building(s, seat)
    if left_in_deck(s) > (1 if building else 0):
        n = list_hand(workspace, 0, hand, DRAW)
    if must_draw(s):
        return n
    left = s.area
    while left:
        card = lowest(left)
        left &= left - 1
        if building:
            n = list_hand(workspace, n, hand | bit(card), TAKE + card)
        else:
            n = list_swaps(workspace, n, hand, card, TAKE + card)
    return n
