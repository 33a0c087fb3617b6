"""What a hand is worth now, and what it would be after a move, from what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct

from realms.fantasy.content.cards import CARDS, NUMBER
from realms.fantasy.content.tables import NOBODY
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.sheet import ScoreSheet, score_sheet
from realms.fantasy.scoring.wilds import best_choices, best_of_many, may_raise, new_choices
from realms.kernel.bits.sets import bits_of, members

FULL = 7
"""Cards of a whole hand. [FR-3]"""
REMEMBERED = 4096
"""Answers kept for tables that are shown again."""

Position = tuple[int, int]
"""A hand, and the discard area beside it, as sets of cards."""


class After(Struct, frozen=True):
    """What a hand is worth after a move, and the discard that goes with it."""

    score: int
    drop: str | None = None


def mask(cards: Iterable[str]) -> int:
    """A set of cards by their ids."""
    return int(bits_of([NUMBER[card] for card in cards]))


@lru_cache(REMEMBERED)
def scores(positions: tuple[Position, ...]) -> tuple[int, ...]:
    """The score of each hand with its best choices, all in one go. [FR-18]"""
    hands, areas = (np.array(side, np.int64) for side in zip(*positions, strict=True))
    points = np.zeros(len(positions), np.int64)
    best_of_many(hands, areas, points, new_scoring_hand(), new_choices())
    return tuple(int(value) for value in points)


def best_sheet(hand: Sequence[str], area: Sequence[str], is_chaos: bool = False) -> ScoreSheet:
    """The score sheet of a hand with its best choices. [FR-18] [FR-19]"""
    return _best_sheet(mask(hand), mask(area), is_chaos)


@lru_cache(REMEMBERED)
def _best_sheet(cards: int, area: int, is_chaos: bool) -> ScoreSheet:
    holds = (cards >> NUMBER["necromancer"]) & 1
    raisable = (area if holds else 0) if is_chaos else may_raise(cards, area)
    made = new_choices()
    best_choices(new_scoring_hand(), made, cards, raisable, is_chaos and raisable != 0)
    raised = int(made.raised)
    return score_sheet(cards if raised == NOBODY else cards | (1 << raised), made)


def hand_sheet(view: FantasyView) -> ScoreSheet | None:
    """The score sheet of the viewer's hand with its best choices; None for an empty one.

    A hand of eight, before its discard, is scored without its least card.
    """
    if not view.hand:
        return None
    least = least_card(view)
    cards = [card for card in view.hand if card != least]
    area = [*view.area, least] if least else view.area
    return best_sheet(cards, area, view.variant == "chaos")


def least_card(view: FantasyView) -> str | None:
    """The card of eight whose discard leaves the best hand; None where none has to go."""
    return best_of(after_discarding(view)) if len(view.hand) > FULL else None


def after_taking(view: FantasyView) -> dict[str, After]:
    """What each card of the area would do for the hand, with the discard that suits it best."""
    if view.must_draw or not view.area:  # what cannot be taken is not praised [FR-4b]
        return {}
    return _after_taking(mask(view.hand), mask(view.area))


@lru_cache(REMEMBERED)
def _after_taking(hand: int, area: int) -> dict[str, After]:
    tried = [trial for card in members(area) for trial in _trials(hand, area, card)]
    best: dict[str, After] = {}
    points = scores(tuple(position for _, _, position in tried))
    for (card, drop, _), score in zip(tried, points, strict=True):
        known = best.get(CARDS[card].id)
        if known is None or score > known.score:
            best[CARDS[card].id] = After(score, None if drop is None else CARDS[drop].id)
    return best


def _trials(hand: int, area: int, card: int) -> Iterator[tuple[int, int | None, Position]]:
    """What can follow on taking a card: any discard of the old hand; none where it is short."""
    cards, left = hand | 1 << card, area & ~(1 << card)
    if hand.bit_count() < FULL:
        yield card, None, (cards, left)
        return
    for drop in members(hand):
        yield card, drop, (cards & ~(1 << drop), left | 1 << drop)


def after_discarding(view: FantasyView) -> dict[str, After]:
    """What the hand would be worth without each card that may be discarded. [FR-4a]"""
    loose = [card for card in view.hand if card != view.taken]
    hand, area = mask(view.hand), mask(view.area)
    return _scored({card: (hand & ~mask([card]), area | mask([card])) for card in loose})


def after_keeping(view: FantasyView) -> dict[str, After]:
    """What the hand would be worth with each of the two cards drawn. [FR-21]"""
    hand, area = mask(view.hand), mask(view.area)
    both = mask(view.drawn)
    return _scored(
        {c: (hand | mask([c]), area | (both & ~mask([c]))) for c in view.drawn},
    )


def without(view: FantasyView) -> dict[str, After]:
    """What the hand would be worth without each of its cards, when one is traded away."""
    hand = mask(view.hand)
    return _scored({card: (hand & ~mask([card]), 0) for card in view.hand})


def _scored(positions: dict[str, Position]) -> dict[str, After]:
    if not positions:
        return {}
    points = scores(tuple(positions.values()))
    return {card: After(score) for card, score in zip(positions, points, strict=True)}


def best_of(after: dict[str, After]) -> str | None:
    """The card with the best score after it; the first in the catalogue of several."""
    return max(after, key=lambda card: after[card].score) if after else None
