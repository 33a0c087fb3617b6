"""A hand to be scored: settle a score at a real table, or explore what might be. [FR-18]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from realms.fantasy.content.card_text import name_of, signed
from realms.fantasy.content.cards import CARD_NAMES, CARDS, NUMBER
from realms.fantasy.content.tables import ALL_CARDS, NECROMANCER, NOBODY
from realms.fantasy.scoring.choices import Choices, read_choices
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.sheet import ScoreSheet, reason_text, score_sheet
from realms.fantasy.scoring.wilds import best_choices, may_raise, new_choices
from realms.kernel.bits.sets import bits_of, members
from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.presentation.html import html_of
from realms.kernel.text import say


class Hand:
    """A hand of cards, the discard area beside it, and the choices made for it.

    Without a discard area nothing is raised by itself, but any card may be declared to be.
    """

    def __init__(
        self, cards: int, discard: int | None = None, choices: Mapping[str, Any] | None = None
    ) -> None:
        self.cards = cards
        self.discard = discard
        self.declared = choices
        check_hand(cards, discard or 0)

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The score sheet: declared choices exactly, or else the best. [FR-18] [FR-19]"""
        if self.declared is None:
            made = new_choices()
            raisable = may_raise(self.cards, self.discard or 0) if self._may_grow else 0
            best_choices(new_scoring_hand(), made, self.cards, raisable, False)
            raised = int(made.raised)
        else:
            raised = self._raised(self.declared)
            made = read_choices(self._with(raised), raised, self.declared)
        return score_sheet(self._with(raised), made)

    @property
    def _may_grow(self) -> bool:
        return self.cards.bit_count() <= 7

    def _with(self, raised: int) -> int:
        return self.cards if raised == NOBODY else self.cards | (1 << raised)

    def _raised(self, choices: Mapping[str, Any]) -> int:
        """The card the Necromancer was declared to raise. [FR-20]"""
        if "necromancer" not in choices:
            return NOBODY
        card = NUMBER[CARD_NAMES.find(str(choices["necromancer"]))]
        area = ALL_CARDS & ~self.cards if self.discard is None else self.discard
        if not self._may_grow or not (may_raise(self.cards, area) >> card) & 1:
            fields = {"chooser": CARDS[NECROMANCER].name, "card": CARDS[card].name}
            raise IllegalMove("choice/not_allowed", paragraph="FR-20", **fields)
        return card

    def _repr_html_(self) -> str:
        return html_of(self.sheet)

    @property
    def score(self) -> int:
        """The points of the hand."""
        return self.sheet.score

    @property
    def choices(self) -> Choices:
        """The choices scored."""
        return self.sheet.choices

    def text(self, language: str = "en") -> str:
        """The score sheet as plain text."""
        lines = []
        for card in self.sheet.cards:
            name = name_of(card.card, language)
            total = str(card.total).replace("-", "−")
            lines.append(f"{total:>4}  {name:<22} {name_of(card.suit, language)}")
            worth = [say("sheet.strength", language, points=card.strength)]
            if card.bonus:
                worth.append(say("sheet.bonus", language, points=signed(card.bonus)))
            if card.penalty:
                worth.append(say("sheet.penalty", language, points=signed(card.penalty)))
            if card.blanked:
                worth = [say("sheet.blank", language)]
            lines.append("        " + ", ".join(worth))
            lines.extend("        " + reason_text(card, why, language) for why in card.reasons)
        lines.append(f"{self.score:>4}  " + say("sheet.total", language))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return self.text()


def check_hand(cards: int, discard: int) -> None:
    """A hand is one to seven cards, or eight with the Necromancer. [FR-3] [FR-20]"""
    held = int(cards).bit_count()
    if held == 0:
        raise Unreadable("hand/empty")
    if held > 8:
        raise IllegalMove("hand/too_many", paragraph="FR-3", n=held)
    if held == 8 and not (cards >> NECROMANCER) & 1:
        raise IllegalMove("hand/eight", paragraph="FR-20")
    both = list(members(cards & discard))
    if both:
        raise IllegalMove("hand/in_both", paragraph="FR-1", card=CARDS[both[0]].name)


def parse_cards(names: str | Iterable[str]) -> int:
    """A set of cards by name; a text names them with commas between."""
    listed = names.split(",") if isinstance(names, str) else names
    numbers: list[int] = []
    for name in listed:
        if not isinstance(name, str):
            raise Unreadable("choice/not_a_name", value=repr(name))
        if not name.strip():
            continue
        number = NUMBER[CARD_NAMES.find(name)]
        if number in numbers:
            raise IllegalMove("hand/twice", paragraph="FR-1", card=CARDS[number].name)
        numbers.append(number)
    return bits_of(numbers)


def hand(
    cards: str | Iterable[str],
    discard: str | Iterable[str] | None = None,
    choices: Mapping[str, Any] | None = None,
) -> Hand:
    """A hand by the names of its cards, in either language.

    >>> hand("Dragon, Bell Tower").score
    -2
    >>> hand("dragón, campanario, bufón").score
    56
    """
    return Hand(parse_cards(cards), None if discard is None else parse_cards(discard), choices)
