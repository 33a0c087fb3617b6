"""A record with the review written into it: remarks at the moments that mattered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from realms.analysis.review.game_review import GameReview, ReviewedDecision
from realms.analysis.review.verdicts import FAULTS
from realms.kernel.game import Game, State
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.record import Record, completed, replay
from realms.kernel.text import say

MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""Verdicts as players of other games write them."""


def with_remarks(
    game: Game, record: Record, review: GameReview, language: str = "en", seat: int | None = None
) -> Record:
    """The record of a finished game with a remark on every fault and key moment.

    Of one seat's decisions alone, if asked. Remarks that were there stay, before ours.
    Written down (`notation.write`) it is a record like any other, and reads back.
    """
    states = {moment.number: moment.before for moment in replay(game, record)}
    remarks = remarks_of(game, record.options, record.seats, states, review, language, seat)
    whole = completed(game, record)
    moves = tuple(
        structs.replace(played, remark=" ".join(filter(None, (played.remark, remarks.get(number)))))
        for number, played in enumerate(whole.moves, 1)
    )
    return structs.replace(whole, moves=moves)


def remarks_of(
    game: Game,
    options: Any,
    names: Sequence[str],
    states: dict[int, State],
    review: GameReview,
    language: str,
    seat: int | None = None,
) -> dict[int, str]:
    """What a review says, by the numbers of moves; `states` are those before them."""
    found = {}
    for one in review.decisions:
        is_told = one.verdict in FAULTS or one.number in review.moments
        if is_told and seat in (None, one.seat):
            view = game.view(states[one.number], one.seat)
            reader = Reader(game.name, options, view, names, language)
            found[one.number] = _remark(one, reader)
    return found


def _remark(one: ReviewedDecision, reader: Reader) -> str:
    """A decision in a remark: its verdict, what was better, and why."""
    language, after = reader.language, round(100 * one.after[one.seat])
    best = one.alternatives[0]
    verdict = say(f"review.verdict.{one.verdict}", language)
    if one.verdict not in FAULTS:
        return say("review.remark.fine", language, verdict=verdict, after=after)
    sentence = say(
        "review.remark.fault",
        language,
        mark=MARKS[one.verdict],
        verdict=verdict,
        loss=round(100 * one.loss),
        move=move_text(best.move, reader),
        chance=round(100 * best.chance),
        after=after,
    )
    return f"{sentence} {one.reason[language].rstrip('.')}." if one.reason else sentence
