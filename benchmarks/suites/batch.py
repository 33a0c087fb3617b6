"""The figures of batches: steps a second in random play, by size, on one core and on all."""

from __future__ import annotations

import os
from collections.abc import Iterator

from benchmarks.figure import Figure, measure, speed
from realms.arena.batches.batch import Batch, open_batch

SIZES = (1, 64, 1024, 16384)
ENOUGH = 100_000
"""Steps that one run takes, at least."""


def batch_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Steps a second of four players' games, a random action drawn for each."""
    for game in ("fantasy", "medieval"):
        for n in SIZES:
            yield _figure(f"batch/{game}-{n}", game, n, 1, runs, scale)
        for n in SIZES[2:]:
            yield _figure(f"batch/{game}-{n}-cores", game, n, os.cpu_count() or 1, runs, scale)


def _figure(name: str, game: str, n: int, jobs: int, runs: int, scale: int) -> Figure:
    batch = open_batch(game, None, n, seed="bench", jobs=jobs)
    steps = max(ENOUGH * scale // n, 10) if n > 1 else ENOUGH * scale // 10
    play(batch, 40)  # games are in full swing, no two alike
    figure = measure(name, "steps/s", runs, speed(lambda: play(batch, steps), n * steps))
    batch.close()
    return figure


def play(batch: Batch, steps: int) -> None:
    """So many steps of every game at random."""
    for _step in range(steps):
        batch.step(batch.random_actions())
