"""What a bot advises: moves with what they promise, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from realms.kernel.text import say


class AdviceReason(Struct, frozen=True):
    """A reason for a move; the catalogue puts it in words, at `advice.<game>.<key>`."""

    key: str
    fields: dict[str, Any] = {}

    def text(self, game: str, language: str) -> str:
        """The reason in the game's terms."""
        return say(f"advice.{game}.{self.key}", language, **self.fields)


class Advice(Struct, frozen=True):
    """A move and what it promises, as far as the bot can tell.

    `wins` is the chance to win of every seat, `win_error` the standard error of one's own;
    `score` is the score one may expect, `visits` how often the move was tried.
    """

    move: Any
    wins: tuple[float, ...] = ()
    win_error: float = 0.0
    score: float | None = None
    visits: int = 0
    reasons: tuple[AdviceReason, ...] = ()


DECIDED = 0.01
"""A chance to win this near to none, or to certainty, is as good as decided."""


def put_in_order(advice: Sequence[Advice], seat: int, least: int = 0) -> list[Advice]:
    """Advice, best first, with points deciding where the win is as good as decided.

    Who can hardly win any more, or hardly lose, is told the move that brings most points
    among those that change nothing about it and were tried at least so often; otherwise the
    order stays as it is.

    >>> advice = [Advice("pass", (0.01, 0.99), score=78.0), Advice("war", (0.0, 1.0), score=81.0)]
    >>> [one.move for one in put_in_order(advice, 0)]
    ['war', 'pass']
    """
    chances = [one.wins[seat] for one in advice if one.wins]
    if len(chances) < len(advice) or not advice:
        return list(advice)
    best = max(chances)
    if DECIDED < best < 1 - DECIDED:
        return list(advice)
    alike = [one for one in advice if one.wins[seat] >= best - DECIDED and one.visits >= least]
    rest = [one for one in advice if one not in alike]
    return sorted(alike, key=lambda one: -(one.score or 0.0)) + rest
