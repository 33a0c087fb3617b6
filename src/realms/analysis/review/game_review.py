"""A reviewed game, as a value: decisions, seats, the curve, and the moments that mattered."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

from realms.analysis.review.verdicts import Verdict
from realms.kernel.text import Text

DIGITS = 4
"""Places of a chance that are told."""


class Alternative(Struct, frozen=True):
    """A move that was possible, and what it promised the seat."""

    move: Any
    chance: float
    low: float
    high: float
    reason: Text | None = None
    """What the game's adviser says of it, where it was asked."""


class ReviewedDecision(Struct, frozen=True):
    """A decision, judged by what its seat could know."""

    number: int
    """The number of the move in its record, from one on."""
    seat: int
    move: Any
    before: tuple[float, ...]
    """The chance to win of each seat if the seat moved best."""
    after: tuple[float, ...]
    """The same with the move that was made."""
    low: float
    """The 95 % interval of one's own afterwards."""
    high: float
    loss: float
    verdict: Verdict
    alternatives: tuple[Alternative, ...]
    """The moves compared, the best first, the one that was made among them."""
    reason: Text | None = None
    """Why another move was better, in a sentence, where one was and the game can tell."""
    ahead: float = 0.0
    """How far the move that was made is ahead of all others."""
    before_low: tuple[float, ...] = ()
    """The 95 % interval of `before`, by seat, from here …"""
    before_high: tuple[float, ...] = ()
    """… to here."""
    after_low: tuple[float, ...] = ()
    """That of `after`, from here …"""
    after_high: tuple[float, ...] = ()
    """… to here."""

    @property
    def stake(self) -> float:
        """How far apart the best move and the next one are."""
        chances = [alternative.chance for alternative in self.alternatives]
        return chances[0] - chances[1] if len(chances) > 1 else 0.0


class ReviewedSeat(Struct, frozen=True):
    """What became of a seat's chances: `start + luck + skill + others` is `end`.

    `deal + draws + hidden` is `luck`.
    """

    seat: int
    start: float
    """An equal share."""
    end: float
    """Its part of the win."""
    luck: float
    """What deals, draws and what nobody could see did."""
    skill: float
    """What its own decisions gave up; never above nought."""
    others: float
    """What the decisions of others gave it, or took."""
    accuracy: float
    """The part of its decisions that gave up nothing to speak of."""
    decisions: int
    deal: float = 0.0
    """The part of luck that the deal was: what the seat saw when it first decided."""
    draws: float = 0.0
    """The part that were cards it saw come."""
    hidden: float = 0.0
    """The rest: what was hidden from it, and what nobody could tell."""


class CurvePoint(Struct, frozen=True):
    """The chances of all seats before a move, each by what it knew itself, as parts of one."""

    number: int
    chances: tuple[float, ...]


class GameReview(Struct, frozen=True):
    """A reviewed game."""

    game: str
    players: int
    depth: str
    seconds: float
    source: str
    """Who judged: `network` or `playouts`."""
    decisions: tuple[ReviewedDecision, ...]
    seats: tuple[ReviewedSeat, ...]
    moments: tuple[int, ...]
    """The numbers of the decisions that mattered most, in order."""
    curve: tuple[CurvePoint, ...]
    names: tuple[str, ...] = ()
    """What the seats are called."""

    def decision(self, number: int) -> ReviewedDecision | None:
        """The decision of a move; None for a move that was not free."""
        return next((one for one in self.decisions if one.number == number), None)

    def of_seat(self, seat: int) -> tuple[ReviewedDecision, ...]:
        """The decisions of a seat."""
        return tuple(one for one in self.decisions if one.seat == seat)

    def data(self, language: str = "en", seat: int | None = None) -> dict[str, Any]:
        """The review as plain data, as `realms review --json` prints it; of one seat, if asked."""
        decisions = [one for one in self.decisions if seat is None or one.seat == seat]
        numbers = {one.number for one in decisions}
        return {
            "game": self.game,
            "players": self.players,
            "depth": self.depth,
            "seconds": self.seconds,
            "source": self.source,
            "decisions": [self._decision_data(one, language) for one in decisions],
            "seats": [to_builtins(one) for one in self.seats if seat is None or one.seat == seat],
            "moments": [number for number in self.moments if number in numbers],
            "curve": to_builtins(self.curve),
            "names": [*self.names],
        }

    def _decision_data(self, one: ReviewedDecision, language: str) -> dict[str, Any]:
        data: dict[str, Any] = to_builtins(one)
        data["reason"] = _said(one.reason, language)
        for alternative_data, alternative in zip(
            data["alternatives"], one.alternatives, strict=True
        ):
            alternative_data["reason"] = _said(alternative.reason, language)
        return data

    def _repr_html_(self) -> str:
        """The curve, seats and moments, for notebooks."""
        from realms.analysis.review.notebook import review_html  # noqa: PLC0415  (it needs us)

        return review_html(self)


def _said(text: Text | None, language: str) -> str:
    return text[language] if text is not None else ""
