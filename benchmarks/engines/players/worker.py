"""Plays another engine's games, in a process of its own, as often as a line asks for it.

Runs in the environment of that engine, without any of ours: `worker.py ENGINE CORE`. A line
in is `{"game": …, "seconds": …}`, a line out `{"decisions", "seconds", "memory"}` or
`{"error"}`. Time is processor time, so that others on the machine count little.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any


def peak_memory() -> int:
    """The most memory that this process has held, in bytes.

    Linux also counts what the one who began it held, unless asked for the process itself.
    """
    with contextlib.suppress(OSError), open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def stay_on(core: int) -> None:
    """Use one core, where the system lets one choose."""
    if hasattr(os, "sched_setaffinity") and core in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {core})


def answer(engine: str, players: dict[str, Callable[[float], int]], asked: Any) -> dict[str, Any]:
    """Play what is asked for; a game is made and warmed up when it is asked for first."""
    game = asked["game"]
    if game not in players:
        players[game] = importlib.import_module(f"play_{engine}").player_of(game)
        players[game](0.05)
    begin = time.process_time()
    decisions = players[game](asked["seconds"])
    taken = time.process_time() - begin
    return {"decisions": decisions, "seconds": taken, "memory": peak_memory()}


def main(engine: str, core: int) -> None:
    """Answer line by line until there are no more."""
    stay_on(core)
    players: dict[str, Callable[[float], int]] = {}
    for line in sys.stdin:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                data = answer(engine, players, json.loads(line))
        except Exception as error:
            data = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(data) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
