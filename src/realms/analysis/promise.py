"""What a move promises a seat, in whole numbers for people."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct


class Estimated(Protocol):
    """Whatever says what a move promises, as `Advice` does."""

    @property
    def wins(self) -> tuple[float, ...]:
        """The chance to win of every seat; empty where nobody can tell."""

    @property
    def win_error(self) -> float:
        """The standard error of one's own."""

    @property
    def score(self) -> float | None:
        """The score one may expect."""


class Promise(Struct, frozen=True):
    """The chance to win, in percent, how far off that may be, and the score to expect."""

    wins: int | None
    error: int
    score: int | None


def promise_of(estimated: Estimated, seat: int) -> Promise:
    """What a move promises a seat.

    >>> from realms.bots.advice import Advice
    >>> promise_of(Advice("a move", (0.616, 0.384), 0.012, 104.5), 0)
    Promise(wins=62, error=2, score=104)
    """
    return Promise(
        wins=round(100 * estimated.wins[seat]) if estimated.wins else None,
        error=margin(estimated.win_error),
        score=None if estimated.score is None else round(estimated.score),
    )


def margin(error: float) -> int:
    """Half the 95 % interval of a chance in percent, from its standard error; nobody is sure.

    >>> margin(0.012), margin(0.0001)
    (2, 1)
    """
    return max(1, round(200 * error))
