"""The parts of a measurement, each of which can be had alone.

Every figure is the median of several runs with the lowest and highest beside it. Speeds
are of one core after warm-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks import server
from benchmarks.engines import rounds
from benchmarks.engines.rounds import Note
from benchmarks.figure import Figure
from benchmarks.suites import batch, bots, cores, device, fantasy, first_move, medieval, start


def game_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Whole games between bots, and playouts."""
    yield from fantasy.game_figures(runs, scale)
    yield from medieval.game_figures(runs, scale)


def call_figures(runs: int, _scale: int) -> Iterator[Figure]:
    """What single calls cost from Python, and what a state weighs."""
    yield from fantasy.single_figures(runs)
    yield from medieval.single_figures(runs)
    yield from bots.answer_figures(runs)


def start_figures(runs: int, quick: bool) -> Iterator[Figure]:
    """What it takes to start; unless it has to be quick, from a clone to a first move, too."""
    yield from start.start_up_figures(runs)
    if not quick:
        yield from first_move.figures()


SUITES: dict[str, Callable[[int, int], Iterator[Figure]]] = {
    "hands": fantasy.scoring_figures,
    "games": game_figures,
    "calls": call_figures,
    "batches": batch.batch_figures,
    "device": device.figures,
    "cold": start.cold_figures,
}
"""Parts that repeat so many runs, at a scale."""
CORE = ("hands", "games", "calls", "batches", "device", "cores", "start", "cold", "server")
"""What is measured unless told otherwise, and kept by `make bench`: all but what others made."""
QUICK = ("hands", "games", "calls", "batches", "device", "cores", "start")
"""What is measured when it has to be quick."""
PARTS = (
    "hands",
    "games",
    "calls",
    "batches",
    "device",
    "cores",
    "start",
    "cold",
    "server",
    "field",
)
"""All parts, in the order in which they are measured."""
FEW, MANY = 3, 7
"""Runs, quickly and else."""


def figures(part: str, quick: bool, note: Note) -> Iterator[Figure]:
    """The figures of a part."""
    runs = FEW if quick else MANY
    if part == "field":
        return rounds.figures(runs, 0.3 if quick else 0.7, note)
    if part == "cores":
        return cores.figures(runs)
    if part == "server":
        return server.figures()
    if part == "start":
        return start_figures(runs, quick)
    return SUITES[part](runs, 1)
