"""What it takes to start, measured in processes of their own, as a user meets it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from msgspec import json

from benchmarks.figure import Figure, measure
from benchmarks.suites.fantasy import dealt_hands
from realms.fantasy.interface.view import ids


def time_command(*arguments: str, cache: str = "", text: str = "") -> float:
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
    """What it takes to start, with rules compiled before, and with none."""
    hand = ("score", "Dragon, Bell Tower, Book of Changes, Candle, Queen, Smoke, Mirage")
    time_command(*hand)
    yield measure("start/help", "s", runs, lambda: time_command("--help"))
    yield measure("start/score", "s", runs, lambda: time_command(*hand))
    with tempfile.TemporaryDirectory() as empty:
        again = lambda: time_command(*hand, cache=empty)  # noqa: E731
        yield measure("start/score-nothing-compiled", "s", runs, again)
    hands = dealt_hands(10_000, choosers=True)
    lines = "".join(json.encode({"hand": ids(hand)}).decode() + "\n" for hand in hands)
    many = ("score", "--hands", "-", "--json")
    yield measure("score/10000-hands", "s", min(runs, 3), lambda: time_command(*many, text=lines))


def cold_figures(_runs: int, _scale: int) -> Iterator[Figure]:
    """The first compilation of everything, into an empty folder, by the clock and in all cores."""
    before = _processor_time()
    with tempfile.TemporaryDirectory() as empty:
        seconds = time_command("prepare", cache=empty)
    yield Figure("start/cold-compilation", seconds, "s", seconds, seconds)
    used = _processor_time() - before
    yield Figure("start/cold-compilation-cores", used, "s", used, used)


def _processor_time() -> float:
    """What the processes that ended here have used of all cores."""
    used = os.times()
    return used.children_user + used.children_system
