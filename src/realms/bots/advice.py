"""What a bot advises: moves with what they promise, and why."""

from __future__ import annotations

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
