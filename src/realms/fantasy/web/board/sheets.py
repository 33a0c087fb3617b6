"""A score sheet as a page shows it: card by card, with every reason and its paragraph. [FR-19]"""

from __future__ import annotations

from msgspec import Struct

from realms.fantasy.content.card_text import name_of, signed
from realms.fantasy.scoring.choices import Choices
from realms.fantasy.scoring.sheet import CardSheet, ScoreSheet, SheetReason, reason_text
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.kernel.text import say


class ReasonShown(Struct, frozen=True):
    """Why a card is worth what it is: one sentence, and the paragraph that says so."""

    step: str
    text: str
    paragraph: str

    @property
    def sentence(self) -> str:
        """The text with a capital letter."""
        return self.text[:1].upper() + self.text[1:]


class RowShown(Struct, frozen=True):
    """A card of a sheet."""

    card: CardShown
    suit: str
    """The suit it was scored with."""
    suit_name: str
    strength: str
    bonus: str
    penalty: str
    total: str
    blanked: bool
    reasons: tuple[ReasonShown, ...]

    @property
    def blanked_by(self) -> tuple[ReasonShown, ...]:
        """Why it is blanked."""
        return tuple(reason for reason in self.reasons if reason.step == "blank")


class SheetShown(Struct, frozen=True):
    """A whole sheet."""

    score: int
    strengths: int
    rows: tuple[RowShown, ...]
    choices: tuple[str, ...]
    score_text: str
    """The score in words."""

    @property
    def points(self) -> str:
        """The score, minus as a minus."""
        return minus(self.score)


def minus(number: int) -> str:
    """A number, minus as a minus.

    >>> minus(-8)
    '−8'
    """
    return str(number).replace("-", "−")


def points_text(points: int, language: str) -> str:
    """So many points."""
    return say("web.fantasy.points", language, n=points, points=minus(points))


def sheet_shown(sheet: ScoreSheet, language: str) -> SheetShown:
    """A score sheet in words."""
    return SheetShown(
        score=sheet.score,
        strengths=sheet.strengths,
        rows=tuple(_row(card, language) for card in sheet.cards),
        choices=choice_texts(sheet.choices, language),
        score_text=points_text(sheet.score, language),
    )


def _row(sheet: CardSheet, language: str) -> RowShown:
    return RowShown(
        card=card_shown(sheet.card, language),
        suit=sheet.suit,
        suit_name=name_of(sheet.suit, language),
        strength=minus(sheet.strength),
        bonus=signed(sheet.bonus) if sheet.bonus else "",
        penalty=signed(sheet.penalty) if sheet.penalty else "",
        total=minus(sheet.total),
        blanked=sheet.blanked,
        reasons=tuple(_reason(sheet, reason, language) for reason in sheet.reasons),
    )


def _reason(sheet: CardSheet, reason: SheetReason, language: str) -> ReasonShown:
    text = reason_text(sheet, reason, language).removesuffix(f" [{reason.paragraph}]")
    return ReasonShown(reason.step, text, reason.paragraph)


def choice_texts(choices: Choices, language: str) -> tuple[str, ...]:
    """The choices made for a hand, a sentence each. [FR-18]"""
    return tuple(_choice(key, value, language) for key, value in choices.items())


def _choice(key: str, value: str | dict[str, str], language: str) -> str:
    page = {"card": value} if isinstance(value, str) else value
    named = {field: name_of(thing, language) for field, thing in page.items()}
    return say(f"cli.choice.{key}", language, chooser=name_of(key, language), **named)
