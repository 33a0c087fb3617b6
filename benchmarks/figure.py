"""How figures are taken: the median of several runs, with the lowest and the highest."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

CALLS = 200
"""Calls that one run of a single call times."""


class Figure(Struct):
    """One figure: the median of several runs, and between what they lay."""

    name: str
    value: float
    unit: str
    low: float
    high: float


def measure(name: str, unit: str, runs: int, run: Callable[[], float]) -> Figure:
    """The median of several runs."""
    values = sorted(run() for _ in range(runs))
    return Figure(name, statistics.median(values), unit, values[0], values[-1])


def speed(work: Callable[[], Any], amount: int) -> Callable[[], float]:
    """A run that tells how much of something was done a second."""

    def run() -> float:
        begin = time.perf_counter()
        work()
        return amount / (time.perf_counter() - begin)

    return run


def time_calls(runs: int, calls: Mapping[str, Callable[[], Any]]) -> Iterator[Figure]:
    """What one call of each costs, in microseconds."""
    for name, work in calls.items():
        work()

        def run(work: Callable[[], Any] = work) -> float:
            begin = time.perf_counter()
            for _ in range(CALLS):
                work()
            return (time.perf_counter() - begin) / CALLS * 1e6

        yield measure(name, "µs", runs, run)
