"""The parts of a measurement, each of which can be had alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from realms.arena import bench, bench_batch, bench_device
from realms.arena.measuring import Figure
from realms.field import beside, cores
from realms.field.beside import Note

ARENA: dict[str, Callable[[int, int], Iterator[Figure]]] = {
    "hands": bench.hand_figures,
    "games": bench.game_figures,
    "calls": bench.call_figures,
    "batches": bench_batch.batch_figures,
    "device": bench_device.figures,
    "start": bench.start_up_figures,
    "cold": bench.cold_figures,
}
"""Parts that repeat so many runs, at a scale."""
CORE = ("hands", "games", "calls", "batches", "device", "start", "cores")
"""What is measured unless told otherwise."""
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
"""All parts; that of the server is not of the arena."""
FEW, MANY = 3, 7
"""Runs, quickly and else."""


def figures(part: str, quick: bool, note: Note) -> Iterator[Figure]:
    """The figures of a part."""
    runs = FEW if quick else MANY
    if part == "field":
        return beside.figures(runs, 0.3 if quick else 0.7, note)
    if part == "cores":
        return cores.figures(runs)
    return ARENA[part](runs, 1)
