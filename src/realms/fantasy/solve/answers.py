"""Hands that were found, as people and programs read them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from realms.fantasy.content.cards import CARDS
from realms.fantasy.scoring.hand import Hand
from realms.fantasy.scoring.sheet import ScoreSheet
from realms.fantasy.solve.question import EIGHT, raisable
from realms.fantasy.solve.search import FoundHand, Solution
from realms.kernel.bits.sets import members


class Answer:
    """One hand of the list, with its score sheet. [FR-19]"""

    def __init__(self, found: FoundHand) -> None:
        self.score, self.strengths, self.hand = found

    @property
    def cards(self) -> list[str]:
        """Its cards, in the order of the catalogue."""
        return [CARDS[card].id for card in members(self.hand)]

    @cached_property
    def sheet(self) -> ScoreSheet:
        """Its score sheet, with the best choices: scored once more, by the rules alone."""
        return Hand(self.hand).sheet

    @property
    def raised(self) -> list[str]:
        """The cards that may be the Necromancer's eighth; none of a hand of seven. [FR-20]"""
        if self.hand.bit_count() < EIGHT:
            return []
        return [CARDS[card].id for card in members(self.hand & raisable())]

    def as_json(self) -> dict[str, Any]:
        """As other programs read it."""
        data = {"score": self.score, "hand": self.cards, "choices": self.sheet.choices}
        return {**data, "eighth": self.raised} if self.raised else data


def answers(solved: Solution) -> list[Answer]:
    """The hands of an answer, in order."""
    return [Answer(found) for found in solved.found]


def solution_json(solved: Solution) -> dict[str, Any]:
    """An answer as other programs read it."""
    listed = "worst" if solved.question.worst else "best"
    return {
        "cards": solved.question.cards,
        "hands": solved.hands,
        "seconds": round(solved.seconds, 3),
        listed: [answer.as_json() for answer in answers(solved)],
        "units": solved.units,
        "bounded": solved.bounded,
        "scored": solved.scored,
        "core_seconds": round(solved.core_seconds, 3),
    }
