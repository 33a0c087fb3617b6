"""Scoring many hands without their reasons, on one workspace kept for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import NOBODY
from realms.fantasy.scoring.choices import Choices, read_choices, write_choices
from realms.fantasy.scoring.hand import Hand, check_hand, parse_cards
from realms.fantasy.scoring.score import GAVE, GAVE_OWN, TOOK, score_hand
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import apply_choices, best_choices, may_raise, new_choices
from realms.kernel.journal import new_journal


class Line(Struct):
    """What a line asks for; without `choices` the best are found."""

    hand: list[str]
    discard: list[str] | None = None
    choices: Choices | None = None


class Scorer:
    """Scores hands on the processor."""

    at_once = 1
    """Lines that are read before they are scored."""

    def __init__(self) -> None:
        self.h, self.made, self.journal = new_scoring_hand(), new_choices(), new_journal()

    def score_line(self, line: Line) -> dict[str, Any]:
        """The score of a line's hand, as data [FR-18]."""
        cards, discard = parse_cards(line.hand), parse_cards(line.discard or ())
        check_hand(cards, discard)
        if line.choices is None:
            return self.sheet(cards, self.best(cards, raisable(cards, discard)))
        if "necromancer" in line.choices:
            given = None if line.discard is None else discard
            return Hand(cards, given, line.choices).sheet.as_json()
        return self.sheet(cards, read_choices(cards, NOBODY, line.choices))

    def prepare(self, lines: Sequence[Line]) -> None:
        """Be told which lines come next."""

    def best(self, cards: int, raised: int) -> Any:
        """The best choices of a hand, with the cards it may raise one of [FR-18]."""
        best_choices(self.h, self.made, cards, raised, False)
        return self.made

    def sheet(self, cards: int, made: Any) -> dict[str, Any]:
        """What `ScoreSheet.as_json` tells, without working out why."""
        h, journal = self.h, self.journal
        if made.raised != NOBODY:
            cards |= 1 << int(made.raised)
        apply_choices(h, cards, made)
        journal[0, 0] = 0
        points = int(score_hand(h, journal))
        gained = self._gained()
        blanked, strength = int(h.blanked), h.strength.tolist()
        ids = [CARDS[card].id for card in h.card[: h.held].tolist()]
        return {
            "score": points,
            "strengths": int(h.strengths),
            "blanked": [card for place, card in enumerate(ids) if (blanked >> place) & 1],
            "choices": write_choices(made),
            "cards": {
                card: _worth(strength[place], gained[place], bool((blanked >> place) & 1))
                for place, card in enumerate(ids)
            },
        }

    def _gained(self) -> list[list[int]]:
        """Bonus and penalty of each place."""
        gained = [[0, 0] for _ in range(8)]
        rows = self.journal[1 : int(self.journal[0, 0]) + 1, :4]
        for kind, place, _by, points in rows[np.isin(rows[:, 0], (GAVE, GAVE_OWN, TOOK))].tolist():
            gained[place][kind == TOOK] += points
        return gained


def _worth(strength: int, gained: list[int], blanked: bool) -> dict[str, int]:
    bonus, penalty = gained
    total = 0 if blanked else strength + bonus + penalty
    return {"strength": strength, "bonus": bonus, "penalty": penalty, "total": total}


def raisable(cards: int, discard: int) -> int:
    """The cards that a hand may raise one of; a hand of eight has done so [FR-20]."""
    return may_raise(cards, discard) if cards.bit_count() <= 7 else 0
