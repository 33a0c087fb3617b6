"""Many hands: a line of JSON in, a line out, in the same order."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import IO, Any

import msgspec
import numpy as np
from msgspec import Struct

from realms.cli.compile_notice import preparing
from realms.cli.files import opened
from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import NOBODY
from realms.fantasy.scoring.choices import Choices, read_choices, write_choices
from realms.fantasy.scoring.hand import Hand, check_hand, parse_cards
from realms.fantasy.scoring.score import GAVE, GAVE_OWN, TOOK, score_hand
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import apply_choices, best_choices, may_raise, new_choices
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

    at_once = 1
    """Lines that are read before they are scored."""

    def __init__(self) -> None:
        self.h, self.made, self.journal = new_scoring_hand(), new_choices(), new_journal()

    def scored(self, line: Line) -> dict[str, Any]:
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


def score_file(path: str, json: bool, language: str, device: str = "cpu") -> bool:
    """Score every line of a file; returns whether all could be."""
    with preparing(language):
        scorer = scorer_on(device)
        scorer.prepare([Line(["dragon", "mirage"])])
        scorer.scored(Line(["dragon", "mirage"]))
    good = True
    with opened(path) as source:
        lines = (_read(line) for line in counted(source, language))
        while batch := list(islice(lines, scorer.at_once)):
            scorer.prepare([line for line in batch if isinstance(line, Line)])
            for line in batch:
                told = _told(scorer, line, language)
                good = good and "error" not in told
                sys.stdout.write(_written(told, json) + "\n")
                sys.stdout.flush()
    return good


def scorer_on(device: str) -> Scorer:
    """What scores on the processor, or on the graphics card."""
    if device == "cpu":
        return Scorer()
    from realms.fantasy.commands.score_lines_device import DeviceScorer

    return DeviceScorer()


READ = msgspec.json.Decoder(Line)


def _read(line: bytes) -> Line | RealmsError:
    """A line, or what is wrong with it."""
    try:
        return READ.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Unreadable("file/json", reason=str(error))


def _told(scorer: Scorer, line: Line | RealmsError, language: str) -> dict[str, Any]:
    """The score of a line as data, or what is wrong with it."""
    if isinstance(line, RealmsError):
        return {"error": line.sentence(language)}
    try:
        return scorer.scored(line)
    except RealmsError as error:
        return {"error": error.sentence(language)}


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
