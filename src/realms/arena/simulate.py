"""Many games between bots: who wins, how high, how fast.

Games are numbered, and the seed with the number fixes everything in one, so the results
are the same on one core or on many machines, and any single game can be written down
afterwards.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from realms.arena.executors import executor_of, play_games, use_content
from realms.arena.game_parts import loops_of
from realms.arena.games import Plan, deal_rng_state, is_compiled, make_record, numbers_of, play_out
from realms.arena.seatings import GameKey
from realms.bots import BuiltIn, bot_named
from realms.bots.game_parts import bot_set
from realms.bots.registry import LevelBot
from realms.kernel.bits.sets import members
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import IllegalMove
from realms.kernel.executor import run_units
from realms.kernel.game import Game
from realms.kernel.games import game_named
from realms.kernel.gpu import device as kernel_device
from realms.kernel.record import Record, completed

CHUNK = 1000
"""Games a thread plays before it reports."""

Chunk = tuple[NDArray[np.int64], NDArray[np.int64], int]
"""Scores by game and seat, winners as sets of seats, and how many decisions were made."""


class SimulationResults(Struct):
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


def seats_of(bots: Sequence[str], players: int, game: str | None = None) -> list[str]:
    """The bot of each seat: one name means that bot on every seat."""
    named = [bot_named(name, game).name for name in bots]
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
    *,
    report: Callable[[int], None] = lambda _games: None,
    content: str = "",
    records: str = "",
    device: str = "cpu",
    cluster: str = "",
) -> SimulationResults:
    """Play many games; `report` is told after each chunk how many were played in it.

    With `records`, a path with `{deal}` in it, every game is written down as it is played.
    With `device="cuda"` they are played on the GPU, to the same results.
    `cluster` is the address of a Ray cluster that plays instead of this machine.
    """
    game.check_unattended(options)
    seats = seats_of(bots, options.players, game.name)
    plan = Plan(game.name, options, (tuple(seats),), seed, content, records)
    tally = Tally(options.players)
    warm_up(plan, device)
    begin = time.perf_counter()
    if device == "cuda":
        tally.add_counts(_device_games().count_games(plan, games, report))
    else:
        for chunk in _chunks(plan, games, jobs or os.cpu_count() or 1, cluster):
            tally.add(*chunk)
            report(len(chunk[0]))
    seconds = time.perf_counter() - begin
    return SimulationResults(
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


def _device_games() -> Any:
    """The module that plays on the GPU, where there is one."""
    kernel_device.require()
    from realms.arena import device  # noqa: PLC0415  (loads the GPU's compiler)

    return device


def warm_up(plan: Plan, where: str = "cpu") -> None:
    """Have everything compiled, or loaded, before a clock runs and processes begin."""
    if where == "cuda":
        _device_games().count_games(plan, 1, lambda _games: None)
        return
    for table, bots in enumerate(plan.tables):
        if is_compiled(plan, table):
            asked = (plan.options, numbers_of(bots, plan.game), rng_state_from(plan.seed), 0, 1)
            loops_of(plan.game).play_batch(*asked)
        else:
            names = [brief_bot_name(name, plan.game) for name in bots]
            play_out(game_named(plan.game), plan.options, names, deal_rng_state("warm", 0))


def brief_bot_name(name: str, game: str) -> str:
    """A bot that uses the same rules as another and hardly thinks; `random` for strangers."""
    bot = bot_named(name, game)
    bot = bot.played_by(game) if isinstance(bot, LevelBot) else bot
    if not isinstance(bot, BuiltIn):
        return "random"
    if bot.kind in bot_set(game).numbers:
        return bot.kind + bot.budget.suffix()
    return bot.kind + structs.replace(bot.budget, playouts=1, seconds=0.0).suffix()


def _chunks(plan: Plan, games: int, jobs: int, cluster: str) -> Iterator[Chunk]:
    """Chunks of played games, from all threads, processes or machines."""
    if is_compiled(plan, 0):
        size = max(1, min(CHUNK, -(-games // jobs)))
        units = ((first, min(size, games - first)) for first in range(0, games, size))
        yield from run_units(play_chunk, plan, units, executor_of(plan, jobs, cluster))
        return
    seating = tuple(range(len(plan.tables[0])))
    sittings = ((GameKey(0, number, 0), seating) for number in range(games))
    for unit in play_games(plan, sittings, jobs, cluster):
        scores = np.array([done.scores for done in unit], np.int64)
        winners = np.array([done.winners for done in unit], np.int64)
        yield scores, winners, sum(done.decisions for done in unit)


def play_chunk(plan: Plan, unit: tuple[int, int]) -> Chunk:
    """Play a chunk of games compiled: the number of the first, and how many."""
    use_content(plan.game, plan.content)
    players = loops_of(plan.game)
    bots = numbers_of(plan.tables[0], plan.game)
    chunk: Chunk = players.play_batch(plan.options, bots, rng_state_from(plan.seed), *unit)
    return chunk


def record_game(game: Game, options: Any, bots: Sequence[str], seed: str, number: int) -> Record:
    """The `number`-th game of a simulation as a record, played again move by move."""
    seats = seats_of(bots, options.players, game.name)
    dealt = deal_rng_state(seed, number)
    _state, moves, _seconds = play_out(game, options, seats, dealt)
    return completed(game, make_record(game, options, seats, dealt, moves))
