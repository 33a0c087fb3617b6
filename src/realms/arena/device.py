"""Many games between bots on the GPU, counted where they are played.

A game is fixed by the seed and its number, as on the processor, and all sums are of whole
numbers, so the results are the same to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numba import cuda

from realms.arena.game_parts import device_part
from realms.arena.games import Plan, numbers_of
from realms.bots.game_parts import bot_set
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import IllegalMove
from realms.kernel.gpu import device

BATCH = 1 << 20
"""Games that lie on the GPU at once."""
COUNTERS = 1 << 14
"""Threads that count."""
SEATS = 7
WON = 1 << SEATS
"""Sets of seats."""
DECISIONS, LOW, HIGH, SUMS, SHARED = 0, 1, 2, 3, 3 + SEATS
"""Where the counts lie: a few numbers, the sum of scores by seat, wins by set of seats."""
COUNTS = SHARED + WON


@device.kernel()
def count_kernel(scores: Any, winners: Any, lengths: Any, counts: Any) -> None:
    """Add a batch of games to the counts; each thread sums up before it tells."""
    decisions = 0
    low, high = counts[LOW], counts[HIGH]
    sums = cuda.local.array(SEATS, np.int64)
    for seat in range(SEATS):
        sums[seat] = 0
    for row in range(cuda.grid(1), len(winners), cuda.gridsize(1)):
        decisions += lengths[row]
        for seat in range(scores.shape[1]):
            points = scores[row, seat]
            sums[seat] += points
            low, high = min(low, points), max(high, points)
        cuda.atomic.add(counts, SHARED + winners[row], 1)
    cuda.atomic.add(counts, DECISIONS, decisions)
    cuda.atomic.min(counts, LOW, low)
    cuda.atomic.max(counts, HIGH, high)
    for seat in range(scores.shape[1]):
        cuda.atomic.add(counts, SUMS + seat, sums[seat])


def games_of(game: str, options: Any, bots: Sequence[int], size: int) -> Any:
    """Room on the GPU for a batch of games of a table."""
    return device_part(game).device_games().device_games(options, bots, size)


def bots_there(plan: Plan) -> list[int]:
    """The bots of a plan as kernels know them; a sentence about one that they do not."""
    known = device_part(plan.game).device_games().BOTS
    numbers = numbers_of(plan.tables[0], plan.game)
    for name, number in zip(plan.tables[0], numbers, strict=True):
        if number not in known:
            there = [bot for bot, one in bot_set(plan.game).numbers.items() if one in known]
            raise IllegalMove("device/bot", bot=name, known=", ".join(there))
    return [number for number in numbers if number is not None]


class Counts(Struct):
    """Sums over games: of decisions, of scores by seat, of wins by set of seats."""

    games: int
    decisions: int
    low: int
    high: int
    sums: list[int]
    won: list[int]


def count_games(
    plan: Plan, games: int, report: Callable[[int], None], batch: int = BATCH
) -> Counts:
    """Play the games of a plan and count them."""
    table = games_of(plan.game, plan.options, bots_there(plan), min(batch, games))
    counts = np.zeros(COUNTS, np.int64)
    counts[LOW], counts[HIGH] = np.iinfo(np.int64).max, np.iinfo(np.int64).min
    there, rng_state = cuda.to_device(counts), rng_state_from(plan.seed)
    for first in range(0, games, batch):
        size = min(batch, games - first)
        table.play(rng_state, first, size)
        results = (table.scores[:size], table.winners[:size], table.lengths[:size])
        device.launch(count_kernel, min(COUNTERS, size), *results, there)
        cuda.synchronize()
        report(size)
    totals = there.copy_to_host().tolist()
    sums = totals[SUMS : SUMS + table.players]
    won = totals[SHARED : SHARED + (1 << table.players)]
    return Counts(games, totals[DECISIONS], totals[LOW], totals[HIGH], sums, won)


def play_rows(
    game: str, options: Any, bots: Sequence[int], rng_state: np.uint64, first: int, games: int
) -> tuple[Any, Any, Any]:
    """Scores by game and seat, winners as sets of seats, and numbers of decisions."""
    table = games_of(game, options, bots, games)
    table.play(rng_state, first, games)
    return tuple(lying.copy_to_host() for lying in (table.scores, table.winners, table.lengths))
