"""This machine's figures: how fast hands are scored and games are played.

Every figure is the median of several runs with the lowest and highest beside it. Speeds
are of one core after warm-up; start-up and cold compilation are measured in processes of
their own, as a user meets them.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct, json
from numpy.typing import NDArray

from realms import fantasy
from realms.arena import fantasy as players
from realms.arena.yardstick import score_with_numpy
from realms.fantasy.casting import new_cast
from realms.fantasy.plain import score_plain
from realms.fantasy.state import STATE
from realms.fantasy.tables import CHOICE_CARDS, DECK
from realms.fantasy.view import ids
from realms.fantasy.wilds import best_of_many, new_choices
from realms.kernel.chance import word_of

Hands = NDArray[np.int64]


class Figure(Struct):
    """One figure: the median of several runs, and between what they lay."""

    name: str
    value: float
    unit: str
    low: float
    high: float


def machine() -> dict[str, Any]:
    """The machine the figures are from."""
    import llvmlite.binding as llvm  # noqa: PLC0415
    import numba  # noqa: PLC0415

    return {
        "processor": llvm.get_host_cpu_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


def measured(name: str, unit: str, runs: int, run: Callable[[], float]) -> Figure:
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


def dealt_hands(number: int, choosers: bool) -> Hands:
    """Random hands of seven as masks, with or without the cards that make a choice."""
    chance = np.random.default_rng(7)
    deck = np.array([c for c in range(DECK) if choosers or not (CHOICE_CARDS >> c) & 1])
    drawn = chance.random((number, len(deck))).argpartition(7, axis=1)[:, :7]
    masks: Hands = (np.int64(1) << deck[drawn]).sum(axis=1)
    return masks


def figures(quick: bool) -> Iterator[Figure]:
    """All figures, one after another; the quick ones first."""
    runs = 3 if quick else 7
    yield from scoring_figures(runs, 1 if quick else 5)
    yield from game_figures(runs, 1 if quick else 4)
    yield from single_figures(runs)
    yield from start_up_figures(runs)
    if not quick:
        yield cold_figure()


def scoring_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Hands scored a second: plain, the same in NumPy for scale, and with best choices."""
    hands = dealt_hands(200_000 * scale, choosers=False)
    points = np.zeros(len(hands), np.int64)
    score_plain(hands[:1], points[:1])
    work = speed(lambda: score_plain(hands, points), len(hands))
    yield measured("fantasy/plain-hands", "hands/s", runs, work)
    few = hands[:100_000]
    work = speed(lambda: score_with_numpy(few), len(few))
    yield measured("fantasy/plain-hands-numpy", "hands/s", runs, work)
    hands = dealt_hands(50_000 * scale, choosers=True)
    areas = np.zeros(len(hands), np.int64)
    tools = (points[: len(hands)], new_cast(), new_choices())
    best_of_many(hands[:1], areas[:1], *tools)
    work = speed(lambda: best_of_many(hands, areas, *tools), len(hands))
    yield measured("fantasy/best-hands", "hands/s", runs, work)


def game_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Whole games of four a second, in the compiled loop."""
    options = fantasy.Options(players=4)
    word = word_of("bench")
    for name, bot, exact, games in (
        ("fantasy/random-games-plain-scoring", 0, False, 100_000),
        ("fantasy/random-games", 0, True, 20_000),
        ("fantasy/greedy-games", 1, True, 4_000),
    ):
        bots, amount = [bot] * 4, games * scale
        players.play_batch(options, bots, word, 0, 1, exact)

        def work(bots: list[int] = bots, amount: int = amount, exact: bool = exact) -> None:
            players.play_batch(options, bots, word, 0, amount, exact)

        yield measured(name, "games/s", runs, speed(work, amount))


def single_figures(runs: int) -> Iterator[Figure]:
    """What one call costs from Python, and what a state weighs."""
    yield Figure("fantasy/state", STATE.itemsize, "bytes", STATE.itemsize, STATE.itemsize)
    game = fantasy.game
    state = game.start(fantasy.Options(players=4), "bench")
    seat = game.awaiting(state)[0]
    draw = fantasy.Draw()
    game.play(state, seat, draw)
    for name, work in (
        ("fantasy/play-a-move", lambda: game.play(state, seat, draw)),
        ("fantasy/copy-a-state", state.copy),
        ("fantasy/view", lambda: game.view(state, seat)),
        ("fantasy/score-sheet", lambda: fantasy.hand("Dragon, Queen, Swamp, King").sheet),
    ):
        work()

        def run(work: Callable[[], Any] = work) -> float:
            begin = time.perf_counter()
            for _ in range(200):
                work()
            return (time.perf_counter() - begin) / 200 * 1e6

        yield measured(name, "µs", runs, run)


def timed(*arguments: str, cache: str = "", text: str = "") -> float:
    """The seconds that a `realms` command takes, as a user meets it."""
    environment = {**os.environ, **({"REALMS_CACHE": cache} if cache else {})}
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "realms", *arguments],
        env=environment,
        input=text,
        text=True,
        capture_output=True,
        check=True,
    )
    return time.perf_counter() - begin


def start_up_figures(runs: int) -> Iterator[Figure]:
    """What it takes to start, with rules compiled before."""
    hand = ("score", "Dragon, Bell Tower, Book of Changes, Candle, Queen, Smoke, Mirage")
    timed(*hand)
    yield measured("start/help", "s", runs, lambda: timed("--help"))
    yield measured("start/score", "s", runs, lambda: timed(*hand))
    hands = dealt_hands(10_000, choosers=True)
    lines = "".join(json.encode({"hand": ids(hand)}).decode() + "\n" for hand in hands)
    many = ("score", "--hands", "-", "--json")
    yield measured("score/10000-hands", "s", min(runs, 3), lambda: timed(*many, text=lines))


def cold_figure() -> Figure:
    """The first compilation of everything, into an empty folder."""

    def run() -> float:
        with tempfile.TemporaryDirectory() as folder:
            begin = time.perf_counter()
            compile_everything(Path(folder))
            return time.perf_counter() - begin

    return measured("start/cold-compilation", "s", 1, run)


def compile_everything(folder: Path) -> None:
    """Compile all rules into a folder, as `realms prepare` does."""
    timed("prepare", cache=str(folder))
