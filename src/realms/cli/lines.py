"""Many hands: a line of JSON in, a line out, in the same order."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import IO, Any

import msgspec
import numpy as np
from msgspec import Struct

from realms.cli.files import opened
from realms.cli.preparing import preparing
from realms.fantasy.cards import CARDS
from realms.fantasy.casting import new_cast
from realms.fantasy.choices import Choices, choices_read, choices_written
from realms.fantasy.hands import Hand, cards_read, check_hand
from realms.fantasy.scoring import GAVE, GAVE_OWN, TOOK, score_cast
from realms.fantasy.tables import NOBODY
from realms.fantasy.wilds import best_choices, cast_choices, may_raise, new_choices
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.journal import new_journal
from realms.kernel.text import say

PATIENCE = 2.0
"""Seconds after which a terminal is shown how far the work is."""


class Line(Struct):
    """What a line asks for; without `choices` the best are found."""

    hand: list[str]
    discard: list[str] | None = None
    choices: Choices | None = None


class Scorer:
    """Scores hands without their reasons, on one desk kept for all of them."""

    def __init__(self) -> None:
        self.cast, self.made, self.journal = new_cast(), new_choices(), new_journal()

    def scored(self, line: Line) -> dict[str, Any]:
        """The score of a line's hand, as data [FR-18]."""
        cards, discard = cards_read(line.hand), cards_read(line.discard or ())
        check_hand(cards, discard)
        if line.choices is None:
            raisable = may_raise(cards, discard) if len(line.hand) <= 7 else 0
            best_choices(self.cast, self.made, cards, raisable, False)
            return self.sheet(cards, self.made)
        if "necromancer" in line.choices:
            given = None if line.discard is None else discard
            return Hand(cards, given, line.choices).sheet.as_json()
        return self.sheet(cards, choices_read(cards, NOBODY, line.choices))

    def sheet(self, cards: int, made: Any) -> dict[str, Any]:
        """What `ScoreSheet.as_json` tells, without working out why."""
        cast, journal = self.cast, self.journal
        if made.raised != NOBODY:
            cards |= 1 << int(made.raised)
        cast_choices(cast, cards, made)
        journal[0, 0] = 0
        points = int(score_cast(cast, journal))
        gained = self._gained()
        blanked, strength = int(cast.blanked), cast.strength.tolist()
        ids = [CARDS[card].id for card in cast.card[: cast.held].tolist()]
        return {
            "score": points,
            "strengths": int(cast.strengths),
            "blanked": [card for place, card in enumerate(ids) if (blanked >> place) & 1],
            "choices": choices_written(made),
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


def score_file(path: str, json: bool, language: str) -> bool:
    """Score every line of a file; returns whether all could be."""
    scorer, read = Scorer(), msgspec.json.Decoder(Line)
    with preparing(language):
        scorer.scored(Line(["dragon", "mirage"]))
    good = True
    with opened(path) as source:
        for line in counted(source, language):
            try:
                told = scorer.scored(read.decode(line))
            except RealmsError as error:
                told = {"error": error.sentence(language)}
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                wrong = Unreadable("file/json", reason=str(error))
                told = {"error": wrong.sentence(language)}
            good = good and "error" not in told
            sys.stdout.write(_written(told, json) + "\n")
            sys.stdout.flush()
    return good


def _written(told: dict[str, Any], json: bool) -> str:
    if json:
        return msgspec.json.encode(told).decode()
    return str(told["score"] if "score" in told else told["error"])


def counted(lines: IO[bytes], language: str) -> Iterator[bytes]:
    """The lines; on a terminal that has waited long, how many were read so far."""
    started = shown = time.monotonic()
    watched = sys.stderr.isatty() and not sys.stdout.isatty()
    number = 0
    for number, line in enumerate(lines, 1):
        yield line
        now = time.monotonic()
        if now - started > PATIENCE and now - shown > 0.25 and watched:
            shown = now
            sys.stderr.write("\r" + say("cli.scored", language, n=number))
    if shown != started:
        sys.stderr.write("\r" + say("cli.scored", language, n=number) + "\n")
