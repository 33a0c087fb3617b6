"""This tree against an earlier one: in turn, pair by pair, and what the pairs decide.

Where the processor counts instructions for us (`perf stat`), these are compared: they hardly
vary. Else both trees play in turn by processor time, and the median of the pairs' ratios
counts.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from msgspec import Struct

from benchmarks.engines.process import Worker
from benchmarks.trees import HERE, players_of, source_path, tree_of
from realms.kernel.errors import Unreadable

LOSS = 0.15
"""The part of its speed that a change may not lose."""
WATCHED = ("fantasy", "fantasy-plain", "medieval", "hands-plain")
UNITS = 40
"""Calls whose instructions are counted."""


class Verdict(Struct):
    """One kind of work in both trees: how fast this one is beside the other."""

    name: str
    ratio: float
    low: float
    high: float
    counted: bool
    lost: bool


def verdict(
    name: str, ours: Sequence[float], theirs: Sequence[float], counted: bool = False
) -> Verdict:
    """What pairs of speeds decide: whether the median ratio lost more than is allowed.

    >>> verdict("work", [80, 90, 85], [100, 100, 100]).lost
    False
    >>> verdict("work", [80, 84, 95], [100, 100, 100]).lost
    True
    """
    ratios = sorted(one / other for one, other in zip(ours, theirs, strict=True))
    middle = statistics.median(ratios)
    return Verdict(name, middle, ratios[0], ratios[-1], counted, middle < 1 - LOSS)


def compare_trees(
    reference: str, runs: int, seconds: float, report: Callable[[int], None]
) -> Iterator[Verdict]:
    """Every kind of work, in this tree and in that of a commit."""
    with tree_of(reference) as tree, TemporaryDirectory(prefix="realms-") as cache:
        trees = [(HERE, None), (tree, cache)]
        if counts_instructions():
            for game in WATCHED:
                needed = [instructions(*which_tree, game) for which_tree in trees]
                report(runs)
                yield verdict(game, [1 / needed[0]], [1 / needed[1]], counted=True)
            return
        with ExitStack() as stack:
            workers = [stack.enter_context(_worker(*which_tree)) for which_tree in trees]
            for game in WATCHED:
                ours, theirs = _pairs(workers, game, runs, seconds, report)
                yield verdict(game, ours, theirs)


def _pairs(
    workers: Sequence[Worker], game: str, runs: int, seconds: float, report: Callable[[int], None]
) -> tuple[list[float], list[float]]:
    """The speeds of both in turn; who goes first changes."""
    for worker in workers:
        worker.ask(game, seconds / 4)
    speeds: tuple[list[float], list[float]] = ([], [])
    for number in range(runs):
        for side in (0, 1) if number % 2 else (1, 0):
            answer = workers[side].ask(game, seconds)
            if not answer.decisions:
                raise Unreadable("bench/failed", work=game, reason=answer.error[:200])
            speeds[side].append(answer.speed)
        report(1)
    return speeds


def _worker(tree: Path, cache: str | None) -> Worker:
    script = players_of(tree) / "worker.py"
    return Worker(sys.executable, "realms", script, **_environment(tree, cache))


def _environment(tree: Path, cache: str | None) -> dict[str, str]:
    more = {"REALMS_CACHE": cache} if cache else {}
    return {"PYTHONPATH": source_path(tree), **more}


COUNTED = """
import sys
sys.path.insert(0, sys.argv[1])
from play_realms import games_of, hands_of
name, units = sys.argv[2], int(sys.argv[3])
work = hands_of(name.removeprefix("hands-")) if name.startswith("hands") else games_of(name)
for unit in range(units + 1):
    work(unit * 500, 500)
"""


def counts_instructions() -> bool:
    """Whether this machine counts instructions for us."""
    return _count_instructions(["true"], {}) is not None


def instructions(tree: Path, cache: str | None, game: str) -> float:
    """The instructions that some work takes, without what it takes to start."""
    asked = [sys.executable, "-c", COUNTED, str(players_of(tree)), game]
    environment = _environment(tree, cache)
    subprocess.run([*asked, "0"], env=_with(environment), check=True)
    many, none = (_count_instructions([*asked, str(units)], environment) for units in (UNITS, 0))
    if many is None or none is None:
        raise Unreadable("bench/failed", work=game, reason="perf")
    return max(many - none, 1.0)


def _count_instructions(command: Sequence[str], environment: dict[str, str]) -> float | None:
    """The instructions of a command in user space; None where nobody counts them."""
    perf = which("perf")
    if perf is None:
        return None
    asked = [perf, "stat", "-x", ";", "-e", "instructions:u", *command]
    ran = subprocess.run(asked, env=_with(environment), capture_output=True, text=True, check=False)
    first = next((line for line in ran.stderr.splitlines() if "instructions" in line), "")
    count = first.partition(";")[0]
    return float(count) if ran.returncode == 0 and count.isdigit() else None


def _with(environment: dict[str, str]) -> dict[str, str]:
    return {**os.environ, **environment}
