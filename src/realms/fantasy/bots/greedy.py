"""The greedy bot of Fantasy Realms: the move to the best hand there is right now."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.fantasy.bots.workspace import list_hand
from realms.fantasy.content.cards import NUMBER
from realms.fantasy.content.tables import CHOICE_CARDS, DECK
from realms.fantasy.rules.chaos import NO_SLOT, cards_on_offer, open_slot
from realms.fantasy.rules.codes import (
    DISCARD,
    DRAW,
    KEEP,
    PASS,
    TAKE,
    TO_ALL,
    WITHDRAW,
    accept_code,
    offer_code,
)
from realms.fantasy.rules.ending import declare_moves
from realms.fantasy.rules.state import DISCARDING, KEEPING, TAKING, TRADING, bit, left_in_deck
from realms.fantasy.rules.turn import is_building, may_discard, must_draw
from realms.fantasy.scoring.plain import score_block
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import best_choices, new_choices
from realms.kernel.bits.sets import bits_of, lowest
from realms.kernel.rule import rule

# What a choice card adds on average to a hand of seven, for the greedy bot, which counts
# hands without choices; `measured_worth` gives these figures.
WORTH = np.zeros(DECK, np.int64)
for _card, _points in (
    ("book_of_changes", 28),
    ("doppelganger", 26),
    ("mirage", 21),
    ("shapeshifter", 17),
    ("fountain_of_life", 14),
    ("island", 5),
):
    WORTH[NUMBER[_card]] = _points
LITTLE = 9
"""A card that adds less than this to a hand adds little: the greedy bot trades it away."""


@rule
def best_listed(workspace: Any, n: int) -> int:
    """The first of the hands listed in the workspace with the highest value.

    Hands are scored plainly, choice cards counted at what they are worth on average.
    """
    hands, points = workspace.hands, workspace.points
    score_block(hands, points, workspace.active, workspace.cleared, workspace.army_cleared, n)
    best = 0
    for i in range(n):
        choosers = hands[i] & CHOICE_CARDS
        while choosers:
            points[i] += WORTH[lowest(choosers)]
            choosers &= choosers - 1
        if points[i] > points[best]:
            best = i
    return best


@rule
def greedy_code(s: Any, seat: int, workspace: Any, h: Any, made: Any) -> int:
    """The move to the best hand there is right now; the deck when none is better."""
    if s.phase == TAKING:
        return greedy_take(s, seat, workspace)
    if s.phase == TRADING:
        return greedy_trade(s, seat, workspace)
    n = 0
    hand = s.hands[seat]
    if s.phase == DISCARDING:
        left = may_discard(s, seat)
        while left:
            card = lowest(left)
            left &= left - 1
            n = list_hand(workspace, n, hand & ~bit(card), DISCARD + card)
    elif s.phase == KEEPING:
        for drawn in range(2):
            n = list_hand(workspace, n, hand | bit(s.pair[drawn]), KEEP + int(s.pair[drawn]))
    else:
        declare_moves(s, seat, workspace.moves, h, made)
        return workspace.moves[0]  # the best for all, while nothing else has been declared
    return workspace.moves[best_listed(workspace, n)]


@rule
def greedy_take(s: Any, seat: int, workspace: Any) -> int:
    """Take what makes the hand better than it is; else draw. [FR-4] [FR-21]"""
    hand = s.hands[seat]
    building = is_building(s, seat)
    draws = left_in_deck(s) > (1 if building else 0)
    if s.area == 0 or must_draw(s):
        return DRAW
    n = list_hand(workspace, 0, hand, DRAW) if draws else 0
    left = s.area
    while left:
        card = lowest(left)
        left &= left - 1
        if building:
            n = list_hand(workspace, n, hand | bit(card), TAKE + card)
            continue
        old = hand
        while old:
            n = list_hand(workspace, n, (hand | bit(card)) & ~(old & -old), TAKE + card)
            old &= old - 1
    best = best_listed(workspace, n)
    if building and draws and workspace.points[best] - workspace.points[0] < 2 * LITTLE:
        return DRAW  # two new cards to choose from promise more
    return workspace.moves[best]


@rule
def greedy_trade(s: Any, seat: int, workspace: Any) -> int:
    """Trade away the card that adds least, where it adds little. [FR-23a]"""
    hand = s.hands[seat]
    n = 0
    left = hand
    while left:
        n = list_hand(workspace, n, hand & ~(left & -left), lowest(left))
        left &= left - 1
    best = best_listed(workspace, n)
    worst, without = workspace.moves[best], workspace.points[best]
    best_listed(workspace, list_hand(workspace, 0, hand, PASS))
    if workspace.points[0] - without < LITTLE:
        for other in range(s.players):
            if open_slot(s, other, 0, seat) != NO_SLOT:
                return accept_code(other, 0, worst)
        if not (cards_on_offer(s, seat) >> worst) & 1:
            return offer_code(worst, TO_ALL, 0)
    return busy_code(s, seat) if s.clock else PASS


@rule
def busy_code(s: Any, seat: int) -> int:
    """A move that changes little, where a clock runs and nobody can pass. [FR-23]"""
    free = s.hands[seat] & ~cards_on_offer(s, seat)
    return offer_code(lowest(free), TO_ALL, 0) if free else WITHDRAW


def unchosen_points(hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """The points of hands as bots list them: without what any choice card adds."""
    points, active, cleared, army = (np.zeros(len(hands), np.int64) for _ in range(4))
    score_block(hands, points, active, cleared, army, len(hands))
    return points


def measured_worth(hands: int, seed: int) -> dict[int, float]:
    """What each choice card adds on average to random hands of seven that hold it."""
    random = np.random.default_rng(seed)
    h, made = new_scoring_hand(), new_choices()
    worth = {}
    for card in range(DECK):
        if not (CHOICE_CARDS >> card) & 1:
            continue
        others = [other for other in range(DECK) if not (CHOICE_CARDS >> other) & 1]
        masks = np.array(
            [bits_of([card, *random.choice(others, 6, replace=False)]) for _ in range(hands)]
        )
        plain = unchosen_points(masks)
        best = [best_choices(h, made, int(mask), 0, False) for mask in masks]
        worth[card] = float(np.mean(np.array(best) - plain))
    return worth
