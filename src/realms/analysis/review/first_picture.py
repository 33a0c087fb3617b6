"""A first picture of a game: what the network says of each position, before any move is weighed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.analysis.review.curve import chances_over
from realms.analysis.review.decisions import decisions_in
from realms.analysis.review.game_review import CurvePoint
from realms.analysis.review.weigher import Weigher
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.game import Game
from realms.kernel.record import Moment


def first_picture(
    game: Game, options: Any, moments: Sequence[Moment], begins: int = 0
) -> tuple[CurvePoint, ...]:
    """The curve of a finished game as its seats' own eyes have it; empty without a network.

    It takes some milliseconds a decision, and tells neither verdicts nor luck.
    """
    outcome = game.outcome(moments[-1].state)
    if outcome is None:
        raise Unreadable("review/unfinished")
    try:
        game.check_unattended(options)
    except RealmsError as error:
        raise Unreadable("review/unattended") from error
    weigher = Weigher(game, options)
    decisions = [one for one in decisions_in(game, moments) if one.number > begins]
    seen = weigher.own_judgements(decisions, with_policy=False)
    if seen is None:
        return ()
    chances = [
        (one.number, one.seat, float(seen.wins[row, one.seat]))
        for row, one in enumerate(decisions)
        if seen.is_known[row]
    ]
    ends = [outcome.share(seat) for seat in range(weigher.players)]
    return chances_over(chances, ends, moments[-1].number)
