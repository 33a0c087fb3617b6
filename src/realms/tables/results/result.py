"""What a finished game was to one of its players."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from realms.kernel.capabilities import HasFinalCards
from realms.kernel.game import Outcome, State
from realms.tables.table import Table


class SeatScore(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished game."""

    name: str
    score: int
    bot: str = ""
    """The bot that played it; empty where a person did."""


class DecisiveMove(Struct, frozen=True, omit_defaults=True):
    """The decision of a player that mattered most in a game, as its review has it."""

    number: int
    """The number of the move."""
    verdict: str
    loss: float
    """How much of the chance to win it gave up."""
    texts: dict[str, str]
    """The move in words, by language."""


class JudgedSeat(Struct, frozen=True):
    """What a review says of a seat."""

    accuracy: float
    moment: DecisiveMove | None = None


class GameResult(Struct, frozen=True, kw_only=True):
    """A finished game, seen from the seat of one of its players."""

    table: str
    seat: int
    at: int
    """When it ended, in milliseconds."""
    game: str
    options: dict[str, Any]
    seats: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    cards: tuple[str, ...] = ()
    """The cards that the player ended with, where the game has such."""
    is_shared: bool = False
    """Whether several sat there with the same device, so that it says nothing of one of them."""
    day: str = ""
    """The day whose deal it was; empty for other games."""
    room: str = ""
    """The room whose deal it was; empty for other games."""
    practice: bool = False
    """Whether it went on from another game, so that it counts for nothing."""
    accuracy: float | None = None
    """The part of the player's decisions that gave up nothing; None where it was not reviewed."""
    judged: str = ""
    """How closely it was reviewed: the name of a depth."""
    moment: DecisiveMove | None = None
    """What mattered most, where it was reviewed."""
    line: tuple[tuple[int, ...], ...] | None = None
    """The chances of all seats over the game, in per cent; none where nobody can tell, None
    where nobody looked."""

    @property
    def score(self) -> int:
        """The points of the player."""
        return self.seats[self.seat].score

    @property
    def share(self) -> float:
        """The player's part of the win."""
        return 1 / len(self.winners) if self.seat in self.winners else 0.0

    @property
    def place(self) -> int:
        """Where the player came in: the winners first, then by points."""
        if self.seat in self.winners:
            return 1
        better = sum(
            n in self.winners or other.score > self.score
            for n, other in enumerate(self.seats)
            if n != self.seat
        )
        return better + 1

    @property
    def margin(self) -> int:
        """Points before the best of the others; below nought for points behind."""
        others = [one.score for n, one in enumerate(self.seats) if n != self.seat]
        return self.score - max(others, default=0)


def results_of(table: Table, state: State, outcome: Outcome, at: int) -> dict[str, GameResult]:
    """The results of a game for the people who hold its seats, with the hashes of their secrets.

    One for each secret: people who share a device are kept as the first of them.
    """
    game = table.game
    seats = tuple(
        SeatScore(name, score, "" if chair.secret else chair.bot)
        for name, score, chair in zip(table.names, outcome.scores, table.chairs, strict=True)
    )
    held = [chair.secret for chair in table.chairs]
    results: dict[str, GameResult] = {}
    for seat, secret in enumerate(held):
        if not secret or secret in results:
            continue
        results[secret] = GameResult(
            table=table.id,
            seat=seat,
            at=at,
            game=game.name,
            options=msgspec.to_builtins(table.options),
            seats=seats,
            winners=outcome.winners,
            cards=game.final_cards(state, seat) if isinstance(game, HasFinalCards) else (),
            is_shared=held.count(secret) > 1,
            day=table.terms.day,
            room=table.terms.room,
            practice=table.practice is not None,
        )
    return results
