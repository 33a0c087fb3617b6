"""Who won, and where somebody came in, in one line."""

from __future__ import annotations

from typing import Any

from realms.kernel.text import listed, say
from realms.web.pages.replay.replay import Replay


def headline_of(replay: Replay, seat: int | None, own: int | None, language: str) -> str:
    """How a game ended for a seat, by how many points; for everybody, who won it."""
    outcome: Any = replay.game.outcome(replay.states[-1])
    scores, winners = outcome.scores, outcome.winners
    if seat is None:
        names = listed([replay.names[winner] for winner in winners], language)
        return say("web.review.won", language, n=len(winners), names=names)
    others = [score for place, score in enumerate(scores) if place != seat]
    whose = "you" if seat == own else "seat"
    fields: dict[str, Any] = {"name": replay.names[seat]}
    if seat in winners:
        margin = scores[seat] - max(others, default=0)
        shared = len(winners) > 1
        key = "shared" if shared else "won_by" if margin > 0 else "won"
        return say(f"web.review.{whose}_{key}", language, **fields, n=margin)
    behind = max(scores[winner] for winner in winners) - scores[seat]
    better = len(winners) + sum(
        score > scores[seat] for place, score in enumerate(scores) if place not in winners
    )
    place = say(f"web.review.place_{better + 1}", language)
    key = "placed_by" if behind > 0 else "placed"
    return say(f"web.review.{whose}_{key}", language, **fields, place=place, n=behind)
