"""This machine's figures: how fast hands are scored and games are played.

Every figure is the median of several runs with the lowest and highest beside it. Speeds
are of one core after warm-up; start-up and cold compilation are measured in processes of
their own, as a user meets them.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import json

from realms.arena import bench_bots, bench_device, bench_fantasy, bench_medieval
from realms.arena.bench_fantasy import dealt_hands
from realms.arena.measuring import Figure, measured
from realms.fantasy.interface.view import ids


def machine() -> dict[str, Any]:
    """The machine the figures are from."""
    import llvmlite.binding as llvm  # noqa: PLC0415
    import numba  # noqa: PLC0415

    return {
        "date": datetime.now(UTC).date().isoformat(),
        "model": model(),
        "processor": llvm.get_host_cpu_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        **bench_device.card(),
    }


def model() -> str:
    """What the processor calls itself."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor())


def hand_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Hands scored."""
    return bench_fantasy.scoring_figures(runs, scale)


def game_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Whole games between bots, and playouts."""
    yield from bench_fantasy.game_figures(runs, scale)
    yield from bench_medieval.game_figures(runs, scale)


def call_figures(runs: int, _scale: int) -> Iterator[Figure]:
    """What single calls cost from Python, and what a state weighs."""
    yield from bench_fantasy.single_figures(runs)
    yield from bench_medieval.single_figures(runs)
    yield from bench_bots.answer_figures(runs)


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


def start_up_figures(runs: int, _scale: int) -> Iterator[Figure]:
    """What it takes to start, with rules compiled before."""
    hand = ("score", "Dragon, Bell Tower, Book of Changes, Candle, Queen, Smoke, Mirage")
    timed(*hand)
    yield measured("start/help", "s", runs, lambda: timed("--help"))
    yield measured("start/score", "s", runs, lambda: timed(*hand))
    hands = dealt_hands(10_000, choosers=True)
    lines = "".join(json.encode({"hand": ids(hand)}).decode() + "\n" for hand in hands)
    many = ("score", "--hands", "-", "--json")
    yield measured("score/10000-hands", "s", min(runs, 3), lambda: timed(*many, text=lines))


def cold_figures(_runs: int, _scale: int) -> Iterator[Figure]:
    """The first compilation of everything, into an empty folder."""

    def run() -> float:
        with tempfile.TemporaryDirectory() as folder:
            begin = time.perf_counter()
            compile_everything(Path(folder))
            return time.perf_counter() - begin

    yield measured("start/cold-compilation", "s", 1, run)


def compile_everything(folder: Path) -> None:
    """Compile all rules into a folder, as `realms prepare` does."""
    timed("prepare", cache=str(folder))
