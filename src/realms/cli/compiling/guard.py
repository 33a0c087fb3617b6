"""A guard: a small process that ends a group of processes when who started it is gone.

`python -m realms.cli.compiling.guard GROUP`: a pipe tells it, of which the other end is open as
long as that program lives, even where that is killed and can see to nothing itself.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def guarding(group: int) -> Iterator[None]:
    """End a group of processes if this program is killed meanwhile."""
    guard = subprocess.Popen(
        [sys.executable, "-m", __name__, str(group)], stdin=subprocess.PIPE, start_new_session=True
    )
    try:
        yield
    finally:
        guard.kill()  # first of all: it is not to take the end of the pipe for ours
        guard.wait()
        guard.stdin.close()  # type: ignore[union-attr]


@contextmanager
def holding_signals() -> Iterator[None]:
    """Let signals to stop wait until the end; of several the first counts."""
    if threading.current_thread() is not threading.main_thread():  # which alone hears them
        yield
        return
    come: list[int] = []

    def note(number: int, _frame: Any) -> None:
        come.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if come:
            signal.raise_signal(come[0])


def main(group: int) -> None:
    """Wait until the pipe ends, and end the group."""
    sys.stdin.buffer.read()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGTERM)


if __name__ == "__main__":
    main(int(sys.argv[1]))
