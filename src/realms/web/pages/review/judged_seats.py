"""What of a review is kept with the results of a game: accuracies, key moments, the curve."""

from __future__ import annotations

from collections.abc import Sequence

from realms.analysis.review import CurvePoint, GameReview, ReviewedDecision, by_importance
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.text import LANGUAGES
from realms.tables.results.result import DecisiveMove, JudgedSeat
from realms.web.pages.replay.replay import Replay

MOST_KEPT = 36
"""Points of a curve that are kept."""

Line = tuple[tuple[int, ...], ...]
"""The chances of all seats, in per cent, point after point."""


def line_of(points: Sequence[CurvePoint]) -> Line:
    """A curve as it is kept: at most so many points, evenly taken.

    >>> line_of([CurvePoint(1, (0.5, 0.5)), CurvePoint(2, (0.254, 0.746))])
    ((50, 50), (25, 75))
    """
    last = len(points) - 1
    if last < 1:
        return ()
    shown = min(last, MOST_KEPT - 1)
    chosen = [points[round(n * last / shown)] for n in range(shown + 1)]
    return tuple(tuple(round(100 * chance) for chance in one.chances) for one in chosen)


def judged_seats(replay: Replay, review: GameReview) -> dict[int, JudgedSeat]:
    """What a review says of each seat that decided anything."""
    return {
        one.seat: JudgedSeat(one.accuracy, _moment(replay, review, one.seat))
        for one in review.seats
        if one.decisions
    }


def _moment(replay: Replay, review: GameReview, seat: int) -> DecisiveMove | None:
    """The worst fault of a seat; without one, its decision at which most was at stake."""
    own = by_importance(review.of_seat(seat))
    if not own:
        return None
    worst = own[0]
    return DecisiveMove(
        worst.number,
        worst.verdict,
        worst.loss,
        {language: _text(replay, worst, language) for language in LANGUAGES},
    )


def _text(replay: Replay, one: ReviewedDecision, language: str) -> str:
    view = replay.game.view(replay.states[one.number - 1], one.seat)
    reader = Reader(replay.game.name, replay.options, view, replay.names, language)
    text = move_text(one.move, reader)
    return text[:1].upper() + text[1:]
