"""Everybody in turn, round by round, so that what disturbs the machine disturbs all alike.

Decisions a second of one core's time in random play: our games compiled and as plain Python,
and those of every engine that could be installed. A ratio is taken within each round.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from msgspec import Struct

from benchmarks.engines.catalogue import engines
from benchmarks.engines.installation import install, is_installed
from benchmarks.engines.process import WORKER, Sample, Worker
from benchmarks.figure import Figure
from benchmarks.trees import HERE, source_path

OURS = ("fantasy", "fantasy-plain", "medieval")
"""Our games, of four random players; `plain` scores the last hands without choices."""
PLAYED = OURS[::2]
AEC = ("fantasy-aec", "medieval-aec")
"""Our games as environments of PettingZoo, an agent after another, to set beside its own."""
HANDS = ("hands-plain", "hands-reference")
TIMES = "×"

Note = Callable[..., None]
"""Tells whoever waits what goes on: a key of the catalogue, and its fields."""


class Contender(Struct):
    """Something that is measured: who plays what, and what each round came to."""

    engine: str
    game: str
    kind: str
    worker: Worker
    samples: list[Sample] = []

    @property
    def name(self) -> str:
        """How its figure is called."""
        return f"field/{self.engine}/{self.game}"

    @property
    def speeds(self) -> list[float]:
        """What each round came to, a second."""
        return [sample.speed for sample in self.samples]

    @property
    def median(self) -> float:
        """The middle of its rounds."""
        return statistics.median(self.speeds)


def figures(runs: int, seconds: float, note: Note) -> Iterator[Figure]:
    """Everybody's speed, ratios between them, and the memory each engine took."""
    with ExitStack() as stack:
        entries = measure_in_turn([*_entries(stack, note)], runs, seconds, note)
        yield from (_figure(entry.name, entry.speeds, unit_of(entry)) for entry in entries)
        yield from ratios(entries)
        yield from memory_figures(entries)


def unit_of(entry: Contender) -> str:
    """What is counted: decisions, or hands."""
    return "hands/s" if entry.game.startswith("hands") else "decisions/s"


def _entries(stack: ExitStack, note: Note) -> Iterator[Contender]:
    """Who takes part: ourselves, and whoever is, or can be, installed."""
    compiled = stack.enter_context(our_worker())
    yield from (Contender("realms", game, "ours", compiled) for game in (*OURS, *AEC, *HANDS))
    plain = stack.enter_context(our_worker(REALMS_COMPILE="0"))
    yield from (Contender("realms-interpreted", game, "ours", plain) for game in PLAYED)
    for engine in engines():
        if not is_installed(engine):
            note("field.installing", engine=engine.name)
        python = install(engine)
        if python is None:
            note("field.left_out", engine=engine.name)
            continue
        worker = stack.enter_context(Worker(python, engine.id))
        yield from (Contender(engine.id, game.id, game.kind, worker) for game in engine.games)


def our_worker(**environment: str) -> Worker:
    """A process that plays our own games, from this tree."""
    return Worker(sys.executable, "realms", WORKER, PYTHONPATH=source_path(HERE), **environment)


def measure_in_turn(
    entries: Sequence[Contender], runs: int, seconds: float, note: Note
) -> list[Contender]:
    """Ask everybody once to warm up, then round by round; who fails is left out."""
    there = []
    for entry in entries:
        note("field.warming", name=entry.name)
        entry.samples = []
        sample = entry.worker.ask(entry.game, seconds / 4)
        if sample.error or not sample.decisions:
            note("field.failed", name=entry.name, reason=sample.error.partition("\n")[0][:200])
        else:
            there.append(entry)
    for number in range(runs):
        note("field.round", number=number + 1, runs=runs)
        for entry in there:
            entry.samples.append(entry.worker.ask(entry.game, seconds))
    return [entry for entry in there if all(sample.decisions for sample in entry.samples)]


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """How many times as fast we are, round by round."""
    return [one / other for one, other in zip(ours, theirs, strict=True)]


def ratios(entries: Sequence[Contender]) -> Iterator[Figure]:
    """Each of our games beside the best game of each engine, of all, and of the toys."""
    ours = {entry.game: entry for entry in entries if entry.engine == "realms"}
    plain = {entry.game: entry for entry in entries if entry.engine == "realms-interpreted"}
    field = [entry for entry in entries if entry.kind != "ours"]
    tables = [entry for entry in field if entry.kind == "table"]
    for game in (game for game in OURS if game in ours):
        for engine in dict.fromkeys(entry.engine for entry in tables):
            best = fastest(entry for entry in tables if entry.engine == engine)
            yield _ratio(f"ratio/{game}/{engine}", ours[game], best)
        if tables:
            yield _ratio(f"ratio/{game}/best", ours[game], fastest(tables))
        toys = [entry for entry in field if entry.kind == "toy"]
        if toys:
            yield _ratio(f"ratio/{game}/best-toy", ours[game], fastest(toys))
        if game in plain:
            yield _ratio(f"ratio/{game}/interpreted", ours[game], plain[game])
    classic = [entry for entry in tables if entry.engine == "pettingzoo"]
    for game in (game for game in AEC if game in ours and classic):
        yield _ratio(f"ratio/{game}/pettingzoo", ours[game], fastest(classic))
    if all(game in ours for game in HANDS):
        yield _ratio("ratio/hands/reference", *(ours[game] for game in HANDS))


def fastest(entries: Iterator[Contender] | Sequence[Contender]) -> Contender:
    """The one with the highest median."""
    return max(entries, key=lambda entry: entry.median)


def memory_figures(entries: Sequence[Contender]) -> Iterator[Figure]:
    """The most memory that the process of each engine held, all its games played."""
    most: dict[str, int] = {}
    for entry in entries:
        peak = max(sample.memory for sample in entry.samples)
        most[entry.engine] = max(peak, most.get(entry.engine, 0))
    for engine, peak in most.items():
        yield Figure(f"memory/{engine}", peak / 2**20, "MiB", peak / 2**20, peak / 2**20)


def _ratio(name: str, ours: Contender, theirs: Contender) -> Figure:
    return _figure(name, ratio(ours.speeds, theirs.speeds), TIMES)


def _figure(name: str, values: Sequence[float], unit: str) -> Figure:
    return Figure(name, statistics.median(values), unit, min(values), max(values))
