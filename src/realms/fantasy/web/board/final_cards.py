"""The hand of an ended game by itself: its cards, each with what it was worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from realms.fantasy.content.cards import CARD, NUMBER
from realms.fantasy.scoring.hand import Hand
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.fantasy.web.board.sheets import choice_texts, minus
from realms.kernel.errors import RealmsError

HANDS_KEPT = 64


class CardWorth(Struct, frozen=True):
    """A card of the hand."""

    card: CardShown
    points: str
    """What it was worth; empty where that is not known."""
    is_loss: bool
    is_blank: bool


class FinalHandShown(Struct, frozen=True):
    """The whole hand."""

    cards: tuple[CardWorth, ...]
    choices: tuple[str, ...]
    """The choices made for it, a sentence each. [FR-18]"""
    is_told: bool
    """Whether what each card was worth is known."""


@lru_cache(HANDS_KEPT)
def _hand(cards: tuple[str, ...], score: int, language: str) -> FinalHandShown:
    known = tuple(card for card in cards if card in CARD)
    hand = Hand(sum(1 << NUMBER[card] for card in known), 0)
    try:
        sheet = hand.sheet
    except RealmsError:  # of other rules
        sheet = None
    if sheet is None or sheet.score != score:  # choices that were declared may be other ones
        shown = tuple(CardWorth(card_shown(card, language), "", False, False) for card in known)
        return FinalHandShown(shown, (), False)
    return FinalHandShown(
        tuple(
            CardWorth(card_shown(one.card, language), minus(one.total), one.total < 0, one.blanked)
            for one in sheet.cards
        ),
        choice_texts(sheet.choices, language),
        True,
    )


def final_cards(
    cards: Sequence[str], options: Mapping[str, Any], score: int, language: str
) -> FinalHandShown:
    """The hand of an ended game; a card that was raised is among its cards. [FR-19] [FR-20]"""
    return _hand(tuple(cards), score, language)
