"""Random hands and random legal choices, for tests that compare or vary many of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from benchmarks import fantasy_reference as reference
from realms.fantasy.content.cards import NUMBER
from realms.kernel.bits.sets import bits_of

CARD_IDS = list(reference.CARDS)
FOR_MIRAGE = [i for i, card in reference.CARDS.items() if card.suit in reference.MIRAGE_SUITS]
FOR_SHAPESHIFTER = [
    i for i, card in reference.CARDS.items() if card.suit in reference.SHAPESHIFTER_SUITS
]


def mask_of(hand: Sequence[str]) -> int:
    return bits_of(NUMBER[card] for card in hand)


def dealt(chance: Random, size: int, certain: Sequence[str] = ()) -> list[str]:
    """A hand with some certain cards in it."""
    rest = [card for card in CARD_IDS if card not in certain]
    return [*certain, *chance.sample(rest, size - len(certain))]


def some_choices(chance: Random, hand: Sequence[str]) -> dict[str, Any]:
    """Random legal choices for a hand, each made three times out of four. [FR-12]"""
    may_be: dict[str, list[Any]] = {
        "doppelganger": [card for card in hand if card != "doppelganger"],
        "mirage": FOR_MIRAGE,
        "shapeshifter": FOR_SHAPESHIFTER,
        "book_of_changes": [
            {"card": card, "suit": suit}
            for card in hand
            if card != "book_of_changes"
            for suit in reference.TEN_SUITS
        ],
    }
    chosen: dict[str, Any] = {}
    for chooser, values in may_be.items():
        if chooser in hand and values and chance.random() < 0.75:
            chosen[chooser] = chance.choice(values)
    for chooser in ("island", "fountain_of_life"):  # as suits stand after the Book [FR-17g]
        if chooser in hand and chance.random() < 0.75:
            targets = [card for card in hand if _is_legal(hand, {**chosen, chooser: card})]
            if targets:
                chosen[chooser] = chance.choice(targets)
    return chosen


def _is_legal(hand: Sequence[str], choices: dict[str, Any]) -> bool:
    try:
        reference.score(hand, choices)
    except ValueError:
        return False
    return True
