"""From one core to all: games a second in threads, everybody in turn."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator

from benchmarks.engines.rounds import TIMES
from benchmarks.figure import Figure
from realms.arena.games import Plan
from realms.arena.simulate import play_chunk, warm_up
from realms.kernel.executor import ThreadExecutor, run_units
from realms.kernel.games import game_named

CHUNKS = {"fantasy": (2_000, 40), "medieval": (500, 40)}
"""Games of a unit, and units, that one run plays."""


def steps(cores: int) -> list[int]:
    """The numbers of cores to measure.

    >>> steps(2), steps(12)
    ([1, 2], [1, 2, 4, 8, 12])
    """
    doubled = [1 << power for power in range(cores.bit_length()) if 1 << power < cores]
    return [*doubled, cores]


def figures(runs: int) -> Iterator[Figure]:
    """Decisions a second by the number of cores, and how many times one core that is."""
    cores = os.cpu_count() or 1
    for game in CHUNKS:
        plan = _plan(game)
        warm_up(plan)
        speeds: dict[int, list[float]] = {jobs: [] for jobs in steps(cores)}
        for _round in range(runs):
            for jobs, found in speeds.items():
                found.append(_speed(plan, jobs))
        for jobs, found in speeds.items():
            name = f"cores/{game}-{jobs}"
            yield Figure(name, statistics.median(found), "decisions/s", min(found), max(found))
        times = [many / one for many, one in zip(speeds[cores], speeds[1], strict=True)]
        ratio = statistics.median(times), TIMES, min(times), max(times)
        yield Figure(f"ratio/{game}/{cores}-cores-to-1", *ratio)


def _plan(game: str) -> Plan:
    options = game_named(game).options_type(players=4)
    return Plan(game, options, (("random",) * 4,), "cores")


def _speed(plan: Plan, jobs: int) -> float:
    """Decisions a second, as one waits for them."""
    size, number = CHUNKS[plan.game]
    units = [(size * unit, size) for unit in range(number * jobs)]
    begin = time.perf_counter()
    done = sum(chunk[2] for chunk in run_units(play_chunk, plan, units, ThreadExecutor(jobs)))
    return done / (time.perf_counter() - begin)
