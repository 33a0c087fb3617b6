"""Score sheets as the page shows them: each card's worth, and why. [FR-19]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from realms.fantasy.content.card_text import name_of, signed
from realms.fantasy.scoring.hand import Hand, parse_cards
from realms.fantasy.scoring.sheet import CardSheet, ScoreSheet, SheetReason, reason_text
from realms.fantasy.web.scorer.query import HandAsked
from realms.kernel.errors import RealmsError
from realms.kernel.text import say

SIZE = 7
"""The cards of a hand. [FR-3]"""


class WhyShown(Struct, frozen=True):
    """A reason: in which step, in words, and by which paragraph."""

    step: str
    text: str
    paragraph: str


class ScorerRow(Struct, frozen=True):
    """What a card of a hand is worth."""

    card: str
    name: str
    suit: str
    suit_name: str
    strength: int
    bonus: str
    penalty: str
    total: str
    blanked: bool
    raised: bool
    """Whether the Necromancer added it."""
    why: tuple[WhyShown, ...]


class ScorerSheet(Struct, frozen=True):
    """A hand scored."""

    score: int
    points: str
    strengths: int
    rows: tuple[ScorerRow, ...]
    choices: dict[str, Any]
    is_own: bool = False
    """Whether the choices are the reader's own, not the best."""
    better: str = ""
    """What the best choices would add to one's own."""


def minus(number: int) -> str:
    """A number, minus as a minus."""
    return str(number).replace("-", "−")


def sheet_shown(sheet: ScoreSheet, language: str, best: int | None = None) -> ScorerSheet:
    """A score sheet; `best` is what the best choices score where others were made."""
    more = 0 if best is None else best - sheet.score
    return ScorerSheet(
        score=sheet.score,
        points=minus(sheet.score),
        strengths=sheet.strengths,
        rows=tuple(_row(card, language) for card in sheet.cards),
        choices=sheet.choices,
        is_own=best is not None,
        better=str(more) if more else "",
    )


def _row(card: CardSheet, language: str) -> ScorerRow:
    return ScorerRow(
        card=card.card,
        name=name_of(card.card, language),
        suit=card.suit,
        suit_name=name_of(card.suit, language),
        strength=card.strength,
        bonus=signed(card.bonus) if card.bonus else "",
        penalty=signed(card.penalty) if card.penalty else "",
        total=minus(card.total),
        blanked=card.blanked,
        raised=any(reason.kind == "raised" for reason in card.reasons),
        why=tuple(_why(card, reason, language) for reason in card.reasons),
    )


def _why(card: CardSheet, reason: SheetReason, language: str) -> WhyShown:
    text = reason_text(card, reason, language).rsplit(" [", 1)[0]
    return WhyShown(reason.step, text[:1].upper() + text[1:], reason.paragraph)


# --- Scoring ---


def score_hand(
    hand: HandAsked, discard: Sequence[str], language: str
) -> tuple[ScorerSheet | None, RealmsError | None]:
    """The sheet of a hand, and what is wrong with it; choices that do not fit are left out."""
    if not hand.cards:
        return None, None
    cards, area = parse_cards(hand.cards), parse_cards(discard) if discard else None
    try:
        best = Hand(cards, area).sheet
    except RealmsError as error:
        return None, error
    if hand.choices is None:
        return sheet_shown(best, language), None
    try:
        return sheet_shown(Hand(cards, area, hand.choices).sheet, language, best.score), None
    except RealmsError as error:
        return sheet_shown(best, language), error


def count_text(cards: Sequence[str], language: str) -> str:
    """How many cards a hand has, of how many: *5 of 7*. [FR-3] [FR-20]"""
    room = SIZE + ("necromancer" in cards and len(cards) > SIZE)
    return say("web.score.count", language, n=len(cards), room=room)
