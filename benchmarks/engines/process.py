"""Processes that play on demand: other engines in theirs, ours compiled and as plain Python."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

WORKER = Path(__file__).parent / "players" / "worker.py"
"""The script that plays: `worker.py ENGINE CORE`."""


class Sample(Struct):
    """What a process did when it was asked: decisions, or hands, in so much processor time."""

    decisions: int = 0
    seconds: float = 0.0
    memory: int = 0
    error: str = ""

    @property
    def speed(self) -> float:
        """How many a second of one core."""
        return self.decisions / self.seconds if self.seconds else 0.0


class Worker:
    """A process that plays one engine's games on one core; see `players/worker.py`."""

    def __init__(self, python: str, engine: str, script: Path = WORKER, **environment: str) -> None:
        inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [python, str(script), engine, str(last_core())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**inherited, **environment},
        )

    def ask(self, game: str, seconds: float) -> Sample:
        """Have it play a game for a while."""
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None
        assert sink is not None
        try:
            sink.write(msgspec.json.encode({"game": game, "seconds": seconds}) + b"\n")
            sink.flush()
            line = source.readline()
        except OSError:
            line = b""
        return msgspec.json.decode(line, type=Sample) if line else Sample(error="ended")

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_fault: Any) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not read any more
                    pipe.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def last_core() -> int:
    """The core that everybody is measured on in turn."""
    if hasattr(os, "sched_getaffinity"):
        return max(os.sched_getaffinity(0))
    return 0
