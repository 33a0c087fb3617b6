"""A yardstick: plain hands scored with NumPy alone, for scale beside the compiled rules.

The same tables, the same steps, one NumPy expression a row over the whole array.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from realms.fantasy.content import tables as t
from realms.fantasy.scoring import masks as p
from realms.fantasy.scoring.plain import runs_mask

Masks = NDArray[np.int64]


def score_with_numpy(hands: Masks) -> Masks:
    """The points of each hand, without choices. [FR-12]"""
    cleared, army_cleared = np.zeros_like(hands), np.zeros_like(hands)
    for card, whole, word in p.CLEARERS:
        here = -((hands >> card) & 1)
        cleared |= whole & here
        army_cleared |= word & here
    active = hands.copy()
    for card, whole, less in p.BLANKERS:
        fires = -(((active & ~cleared) >> card) & 1)
        active &= ~(np.where((army_cleared >> card) & 1, less, whole) & fires)
    for card, food, by_word, bane in p.DEPENDENT:
        fed = (active & food != 0) | ((((army_cleared >> card) & 1) & by_word) != 0)
        falls = (~fed | (active & bane != 0)) & ((((active & ~cleared) >> card) & 1) != 0)
        active &= ~(falls.astype(np.int64) << card)
    total = _strengths(active, t.ALL_CARDS)
    total += _strengths(active, p.STRENGTHS_CARDS) * ((active >> p.WARLORD) & 1)
    for rows in (p.COUNTING, p.ASKING, p.ASKING_AND_COUNTING):
        for card, points, all_of, any_of, none_of, each, _ in rows:
            holds = (active & all_of == all_of) & (active & any_of != 0) & (active & none_of == 0)
            total += points * _count(active & each) * holds * ((active >> card) & 1)
    for card, points, _, _, none_of, each, less in p.PENALTIES:
        counted = active & np.where((army_cleared >> card) & 1, less, each)
        holds = (active & none_of == 0) & ((((active & ~cleared) >> card) & 1) != 0)
        total += points * _count(counted) * holds
    return total + _single_cards(hands, active)


def _count(masks: Masks) -> Masks:
    return np.bitwise_count(masks).astype(np.int64)


def _strengths(active: Masks, cards: int) -> Masks:
    total = np.zeros_like(active)
    for digit, with_digit in enumerate(p.DIGITS):
        total += _count(active & with_digit & cards) << digit
    return total


def _single_cards(hands: Masks, active: Masks) -> Masks:
    """Jester, World Tree, Collector, Fountain of Life and Gem of Order. [FR-17]"""
    odds = _count(active & p.ODD_CARDS)
    whole = hands & ~(active & p.ODD_CARDS) == 0
    given = np.where(whole, t.ODD_WHOLE, t.ODD_EACH * (odds - 1)) * ((active >> p.JESTER_CARD) & 1)
    per_suit = np.array([_count(active & suit) for suit in t.OF_SUIT])
    tree = (per_suit <= 1).all(axis=0) * t.DIFFERENT_POINTS * ((active >> p.WORLD_TREE) & 1)
    collected = t.COLLECTION_POINTS[per_suit].sum(axis=0) * ((active >> p.COLLECTOR) & 1)
    added = np.zeros_like(active)
    for card in np.flatnonzero((p.FOUNTAIN_CARDS >> np.arange(t.DECK)) & 1):
        added = np.maximum(added, t.STRENGTH[card] * ((active >> card) & 1))
    total: Masks = given + tree + collected + added * ((active >> t.FOUNTAIN) & 1)
    for number in np.flatnonzero((active >> p.GEM) & 1):
        total[number] += runs_mask(active[number])
    return total
