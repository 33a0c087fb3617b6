"""The review of a game: every free decision, judged by what its seat could know then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.analysis.review.curve import chances_over
from realms.analysis.review.decisions import Decision, decisions_in
from realms.analysis.review.depths import STANDARD, ReviewDepth
from realms.analysis.review.draws import DrawLuck
from realms.analysis.review.game_review import (
    DIGITS,
    Alternative,
    GameReview,
    ReviewedDecision,
)
from realms.analysis.review.loss_reasons import LossReasons
from realms.analysis.review.luck import seats_of
from realms.analysis.review.verdict_search import VerdictSearch, WeighedDecision
from realms.analysis.review.verdicts import FAULTS, verdict_of
from realms.analysis.review.weigher import Weigher
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.game import Game, State
from realms.kernel.record import Moment, Record, replay
from realms.kernel.text import Text

MOST_MOMENTS = 9
"""Moments that are told of."""
FEWEST_MOMENTS = 3
"""Where fewer went wrong, those at which most was at stake make up for it."""
TOLD = 4
"""Alternatives that are told."""
BUNCH = 32
"""Decisions that are weighed together."""
FIRST_LOOK, CLOSELY = 0.35, 0.85
"""The part of the work that is done after the first look, and after the close one."""


def review_record(
    game: Game,
    record: Record,
    depth: ReviewDepth = STANDARD,
    seed: str = "review",
    report: Callable[[float], None] = lambda _part: None,
) -> GameReview:
    """Review the game of a record; raises `Unreadable` for one that has not ended."""
    moments, begins = list(replay(game, record)), record.begins or 0
    names = record.seats
    return review_moments(game, record.options, moments, names, depth, seed, begins, report)


def review_moments(
    game: Game,
    options: Any,
    moments: Sequence[Moment],
    names: Sequence[str],
    depth: ReviewDepth = STANDARD,
    seed: str = "review",
    begins: int = 0,
    report: Callable[[float], None] = lambda _part: None,
) -> GameReview:
    """Review a game that was replayed already; `names` are those of its seats.

    `report` is told now and then which part of the work is done. Of a game that goes on from
    another, what was decided there is left out: `begins` moves.
    """
    began = time.perf_counter()
    outcome = game.outcome(moments[-1].state)
    if outcome is None:
        raise Unreadable("review/unfinished")
    try:
        game.check_unattended(options)
    except RealmsError as error:
        raise Unreadable("review/unattended") from error
    weigher = Weigher(game, options, seed)
    reasons = LossReasons(game, options, names)
    found = [one for one in decisions_in(game, moments) if one.number > begins]
    decisions: list[ReviewedDecision] = []
    for first in range(0, len(found), BUNCH):
        bunch = found[first : first + BUNCH]

        def tell(part: float, first: int = first, size: int = len(bunch)) -> None:
            report((first + part * size) / len(found))

        decisions += review_decisions(weigher, bunch, depth, reasons, tell)
        tell(1.0)
    ends = [outcome.share(seat) for seat in range(weigher.players)]
    draws = DrawLuck(weigher, moments, decisions).by_seat()
    return GameReview(
        game=game.name,
        players=weigher.players,
        depth=depth.name,
        seconds=round(time.perf_counter() - began, 3),
        source="playouts" if weigher.network is None else "network",
        decisions=tuple(decisions),
        seats=tuple(seats_of(decisions, ends, draws)),
        moments=key_moments(decisions),
        curve=chances_over(
            ((one.number, one.seat, one.before[one.seat]) for one in decisions),
            ends,
            moments[-1].number,
        ),
        names=tuple(names),
    )


def review_decisions(
    weigher: Weigher,
    decisions: Sequence[Decision],
    depth: ReviewDepth,
    reasons: LossReasons,
    report: Callable[[float], None] = lambda _part: None,
) -> list[ReviewedDecision]:
    """Judge some decisions of one table, each by what its seat could know."""
    seen = weigher.own_judgements(decisions)
    moves = weigher.candidates(decisions, seen, depth)
    report(FIRST_LOOK)
    search = VerdictSearch(weigher, depth)
    known = [
        seen.wins[place] if seen is not None and seen.is_known[place] else None
        for place in range(len(decisions))
    ]
    weighed = search.begin(decisions, moves, known)
    search.settle(weighed)
    report(CLOSELY)
    search.verify(weighed)
    return [_reviewed(weigher, one, reasons) for one in weighed]


def _reviewed(weigher: Weigher, weighed: WeighedDecision, reasons: LossReasons) -> ReviewedDecision:
    decision, listed, estimated = weighed.decision, weighed.moves, weighed.found
    game, seat = weigher.game, decision.seat
    own = [move.chances[seat] for move in estimated.moves]
    order = [int(place) for place in np.argsort([-chance for chance in own], kind="stable")]
    listed_places = order[:TOLD] if 0 in order[:TOLD] else [*order[: TOLD - 1], 0]
    position = weigher.redeals(decision, 0, 1)[0]
    verdict = verdict_of(estimated.loss, estimated.best == 0 or estimated.loss == 0)
    is_fault = verdict in FAULTS
    alternatives = tuple(
        Alternative(
            move=game.decode(position, seat, listed[place]) if place else decision.move,
            chance=_rounded(own[place]),
            low=_rounded(estimated.moves[place].low[seat]),
            high=_rounded(estimated.moves[place].high[seat]),
            reason=reasons.of_move(position, seat, listed[place]) if is_fault else None,
        )
        for place in listed_places
    )
    played = estimated.moves[0]
    return ReviewedDecision(
        number=decision.number,
        seat=seat,
        move=decision.move,
        before=_all_rounded(estimated.before.chances),
        before_low=_all_rounded(estimated.before.low),
        before_high=_all_rounded(estimated.before.high),
        after=_all_rounded(played.chances),
        after_low=_all_rounded(played.low),
        after_high=_all_rounded(played.high),
        low=_rounded(played.low[seat]),
        high=_rounded(played.high[seat]),
        loss=_rounded(estimated.loss),
        ahead=_rounded(estimated.ahead),
        verdict=verdict,
        alternatives=alternatives,
        reason=_loss_reason(weigher, weighed, position, reasons) if is_fault else None,
    )


def _loss_reason(
    weigher: Weigher, weighed: WeighedDecision, position: State, reasons: LossReasons
) -> Text | None:
    """Why the best move was better: by the position, by games played on, by whom it helped."""
    decision, found = weighed.decision, weighed.found
    seat, better = decision.seat, weighed.moves[found.best]
    reason = reasons.of_loss(position, seat, decision.steps, better)
    if reason is None and weigher.play_on.is_compiled:
        apart = weigher.played_apart(decision, decision.steps, better)
        reason = reasons.of_games(position, seat, better, apart)
    if reason is None:
        after = found.moves[0].chances
        chances = [*zip(found.before.chances.tolist(), after.tolist(), strict=True)]
        reason = reasons.of_rivals(position, seat, decision.steps, chances)
    return reason


def key_moments(decisions: Sequence[ReviewedDecision]) -> tuple[int, ...]:
    """The decisions that mattered: those that lost most, and where most was at stake."""
    faults = sum(one.verdict in FAULTS for one in decisions)
    chosen = by_importance(decisions)[: max(min(faults, MOST_MOMENTS), FEWEST_MOMENTS)]
    return tuple(sorted(one.number for one in chosen))


def by_importance(decisions: Sequence[ReviewedDecision]) -> list[ReviewedDecision]:
    """Faults by what they lost, then the other decisions by what was at stake."""
    faults = [one for one in decisions if one.verdict in FAULTS]
    others = [one for one in decisions if one.verdict not in FAULTS]
    faults.sort(key=lambda one: (-one.loss, one.number))
    others.sort(key=lambda one: (-one.stake, one.number))
    return faults + others


def _all_rounded(chances: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(_rounded(chance) for chance in chances)


def _rounded(chance: float) -> float:
    return round(float(chance), DIGITS)
