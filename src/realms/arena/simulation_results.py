"""What came of many games: sums over them, and where it is kept every game by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.arena.data import seat_rows
from realms.arena.data.seat_rows import Columns, GameArrays
from realms.arena.game_parts import seat_columns
from realms.arena.games import deal_rng_state
from realms.kernel.bits.sets import members
from realms.kernel.chance import seed_of
from realms.kernel.errors import Unreadable
from realms.kernel.presentation.html import html_of


class SimulationResults(Struct, dict=True):
    """What came of many games; `wins` counts shared wins as fractions."""

    game: str
    variant: str
    players: int
    bots: list[str]
    games: int
    decisions: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    wins: list[float]
    scores: dict[str, Any]

    _repr_html_ = html_of

    @property
    def arrays(self) -> GameArrays:
        """Every game by itself, for games that were simulated with `keep=True`."""
        if "arrays" not in self.__dict__:
            raise Unreadable("simulate/not_kept")
        arrays: GameArrays = self.__dict__["arrays"]
        return arrays

    def columns(self, seed: str) -> Columns:
        """Every game as columns, one row a seat; `seed` is that of the simulation."""
        return columns_of(self.game, self.arrays, self.bots, seed)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a simulation; `results` are of the games that were played before."""

    def __init__(self, results: SimulationResults) -> None:
        super().__init__()
        self.results = results


class Tally:
    """Sums over games, kept in whole numbers so that order does not matter."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.decisions = 0
        self.shared = np.zeros((players, players + 1), np.int64)
        self.sums = np.zeros(players, np.int64)
        self.low: int | None = None
        self.high: int | None = None

    def add(self, scores: NDArray[np.int64], winners: NDArray[np.int64], decisions: int) -> None:
        """Add a chunk of games."""
        self.games += len(scores)
        self.decisions += decisions
        self.sums += scores.sum(axis=0)
        self.low = int(scores.min()) if self.low is None else min(self.low, int(scores.min()))
        self.high = int(scores.max()) if self.high is None else max(self.high, int(scores.max()))
        for won, times in zip(*np.unique(winners, return_counts=True), strict=True):
            seats = list(members(int(won)))
            for seat in seats:
                self.shared[seat, len(seats)] += times

    def add_counts(self, counts: Any) -> None:
        """Add games that were counted on the device."""
        self.games += counts.games
        self.decisions += counts.decisions
        self.sums += counts.sums
        self.low, self.high = counts.low, counts.high
        for won, times in enumerate(counts.won):
            seats = list(members(won))
            for seat in seats:
                self.shared[seat, len(seats)] += times

    def wins(self) -> list[float]:
        """Wins by seat, a win shared by two counting half for each."""
        return [
            round(sum(float(times) / sharing for sharing, times in enumerate(row) if sharing), 6)
            for row in self.shared
        ]


class GamesInOrder:
    """Hands games on in the order of their numbers, whatever the order they come in."""

    def __init__(self, hand_on: Callable[[GameArrays], None]) -> None:
        self._hand_on = hand_on
        self._next = 0
        self._waiting: dict[int, GameArrays] = {}

    def add(self, games: GameArrays) -> None:
        """Take games, and hand on what is next by now."""
        self._waiting[int(games.numbers[0])] = games
        while self._next in self._waiting:
            part = self._waiting.pop(self._next)
            self._next += len(part.numbers)
            self._hand_on(part)

    def finish(self) -> None:
        """Hand on what still waits: games behind some that were never finished."""
        for first in sorted(self._waiting):
            self._hand_on(self._waiting[first])
        self._waiting.clear()


def columns_of(game: str, games: GameArrays, bots: Sequence[str], seed: str) -> Columns:
    """Games of a simulation as columns, one row a seat."""
    definition = seat_columns(game)
    seeds = [seed_of(deal_rng_state(seed, number)) for number in games.numbers.tolist()]
    return seat_rows.seat_columns(games, seeds, bots, definition.NAMES if definition else {})
