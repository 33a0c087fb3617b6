"""Many games between bots: who wins, how high, how fast.

Games are numbered, and the seed with the number fixes everything in one, so the results
are the same on one core or on many, and any single game can be written down afterwards.
"""

from __future__ import annotations

import importlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from realms.bots import bot_named
from realms.kernel.bits import members
from realms.kernel.chance import seed_of, word_of
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Game
from realms.kernel.record import Played, Record, completed, new_record

CHUNK = 1000
"""Games a thread plays before it reports."""


class Results(Struct):
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

    def wins(self) -> list[float]:
        """Wins by seat, a win shared by two counting half for each."""
        return [
            round(sum(float(times) / sharing for sharing, times in enumerate(row) if sharing), 6)
            for row in self.shared
        ]


def seats_of(bots: Sequence[str], players: int) -> list[str]:
    """The bot of each seat: one name means that bot on every seat."""
    named = [bot_named(name).name for name in bots]
    if len(named) == 1:
        return named * players
    if len(named) != players:
        raise IllegalMove("simulate/seats", bots=len(named), players=players)
    return named


def simulate(
    game: Game,
    options: Any,
    bots: Sequence[str],
    games: int,
    seed: str,
    jobs: int = 0,
    report: Callable[[int], None] = lambda _games: None,
) -> Results:
    """Play many games; `report` is told after each chunk how many were played in it."""
    game.check_options(options)
    if getattr(options, "clock", False):
        raise IllegalMove("simulate/clock", paragraph="FR-25")
    players = importlib.import_module(f"realms.arena.{game.name}")
    seats = seats_of(bots, options.players)
    numbers = [bot_named(name).number for name in seats]
    word = word_of(seed)
    players.play_batch(options, numbers, word, 0, 1)  # compiled, or loaded, before the clock
    tally = Tally(options.players)
    begin = time.perf_counter()
    for chunk in _chunks(players, options, numbers, word, games, jobs or os.cpu_count() or 1):
        tally.add(*chunk)
        report(len(chunk[0]))
    seconds = time.perf_counter() - begin
    return Results(
        game=game.name,
        variant=getattr(options, "variant", ""),
        players=options.players,
        bots=seats,
        games=tally.games,
        decisions=tally.decisions,
        seconds=seconds,
        games_per_second=tally.games / seconds,
        decisions_per_second=tally.decisions / seconds,
        wins=tally.wins(),
        scores={
            "mean": [round(float(total) / max(tally.games, 1), 4) for total in tally.sums],
            "min": tally.low,
            "max": tally.high,
        },
    )


def _chunks(
    players: Any, options: Any, bots: list[int], word: np.uint64, games: int, jobs: int
) -> Iterator[Any]:
    """Chunks of played games, in order, from all threads."""
    size = max(1, min(CHUNK, -(-games // jobs)))
    starts = range(0, games, size)

    def play(first: int) -> Any:
        return players.play_batch(options, bots, word, first, min(size, games - first))

    if jobs == 1:
        yield from map(play, starts)
        return
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[Future[Any]] = deque()
        try:
            for first in starts:
                waiting.append(pool.submit(play, first))
                if len(waiting) > 2 * jobs:  # a few ahead, not a million
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def recorded(game: Game, options: Any, bots: Sequence[str], seed: str, number: int) -> Record:
    """The `number`-th game of a simulation as a record, played again move by move."""
    players = importlib.import_module(f"realms.arena.{game.name}")
    seats = seats_of(bots, options.players)
    dealt = players.game_word(word_of(seed), number)
    names = [
        f"{name.capitalize()} {letter}" for name, letter in zip(seats, "ABCDEFG", strict=False)
    ]
    record = new_record(game, options, names, seed_of(dealt))
    state = game.start(options, record.seed)
    moves: list[Played] = []
    while game.outcome(state) is None:
        seat = game.awaiting(state)[0]
        word = players.decision_word(dealt, len(moves))
        steps = bot_named(seats[seat]).steps(game, state, seat, word)
        moves.append(Played(seat, game.decode(state, seat, steps)))
        game.attempt(state, seat, steps)
    return completed(game, structs.replace(record, moves=tuple(moves)))
