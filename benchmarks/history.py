"""The figures of earlier runs, kept in the repository, and how speed has changed since."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from benchmarks.comparison import LOSS
from benchmarks.figure import Figure
from benchmarks.trees import HERE

HISTORY = Path(__file__).with_name("history.jsonl")
"""The history that `make bench` keeps: a line of JSON a run."""
ALIKE = ("model", "processor", "cores", "system")
"""What two machines must have in common for their figures to be compared."""
DURATIONS = ("s", "ms", "µs", "bytes", "MiB")
"""Units of which less is better."""


class Earlier(Struct):
    """A figure as an earlier run had it."""

    value: float
    date: str
    commit: str


class HistoryLine(Struct):
    """A line of a history."""

    machine: dict[str, Any]
    results: list[Figure]


def commit() -> str:
    """The commit of this tree; empty where git does not know."""
    asked = ["git", "-C", str(HERE), "describe", "--always", "--dirty"]
    try:
        result = subprocess.run(asked, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return result.stdout.strip()


def runs_in(path: Path) -> Iterator[HistoryLine]:
    """The runs of a history, oldest first."""
    if path.exists():
        for line in path.read_bytes().splitlines():
            yield msgspec.json.decode(line, type=HistoryLine)


def last_figures(path: Path, machine: dict[str, Any]) -> dict[str, Earlier]:
    """Each figure as the last run on a like machine had it."""
    last: dict[str, Earlier] = {}
    for run in runs_in(path):
        if all(run.machine.get(part) == machine.get(part) for part in ALIKE):
            date, of = run.machine.get("date", ""), run.machine.get("commit", "")
            last |= {figure.name: Earlier(figure.value, date, of) for figure in run.results}
    return last


def speed_beside(figure: Figure, earlier: Earlier) -> float:
    """How many times as fast as earlier; of times and sizes less is better.

    >>> speed_beside(Figure("games", 80.0, "games/s", 70, 90), Earlier(100.0, "", ""))
    0.8
    >>> speed_beside(Figure("a call", 2.0, "µs", 1, 3), Earlier(1.0, "", ""))
    0.5
    """
    if figure.value <= 0 or earlier.value <= 0:
        return 1.0
    ratio = figure.value / earlier.value
    return 1 / ratio if figure.unit in DURATIONS else ratio


def is_lost(ratio: float) -> bool:
    """Whether more speed is lost than a change may lose."""
    return ratio < 1 - LOSS
