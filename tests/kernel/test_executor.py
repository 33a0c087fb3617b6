"""Work in units: every executor comes to the same, and can be stopped."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from realms.kernel.executor import (
    Executor,
    ProcessExecutor,
    SerialExecutor,
    ThreadExecutor,
    run_units,
)
from tests.web.live_server import is_running

EXECUTORS: list[Callable[[], Executor]] = [
    SerialExecutor,
    lambda: ThreadExecutor(2),
    lambda: ProcessExecutor(2, begin, ("told",)),
]


def begin(word: str) -> None:
    os.environ["REALMS_TEST_BEGUN"] = word


def squared(shared: int, unit: int) -> int:
    if unit < 0:
        raise ValueError(unit)
    return shared + unit * unit


def begun(_shared: None, _unit: int) -> str:
    return os.environ.get("REALMS_TEST_BEGUN", "")


@pytest.mark.parametrize("new_executor", EXECUTORS, ids=["alone", "threads", "processes"])
def test_every_executor_comes_to_the_same(new_executor: Callable[[], Executor]) -> None:
    numbers = sorted(run_units(squared, 5, range(30), new_executor()))
    assert numbers == [5 + n * n for n in range(30)]
    assert list(run_units(squared, 5, [], new_executor())) == []


@pytest.mark.parametrize("new_executor", EXECUTORS, ids=["alone", "threads", "processes"])
def test_an_error_of_a_unit_comes_through(new_executor: Callable[[], Executor]) -> None:
    with pytest.raises(ValueError, match="-1"):
        list(run_units(squared, 5, [1, 2, -1], new_executor()))


def test_processes_begin_with_what_they_are_told() -> None:
    assert list(run_units(begun, None, [1], ProcessExecutor(1, begin, ("told",)))) == ["told"]


def test_few_units_wait_and_none_after_closing() -> None:
    asked: list[int] = []

    def units() -> object:
        for number in range(1000):
            asked.append(number)
            yield number

    def slowly(_shared: None, unit: int) -> int:
        time.sleep(0.002)
        return unit

    running = run_units(slowly, None, units(), ThreadExecutor(2))  # type: ignore[arg-type]
    next(running)
    running.close()
    assert len(asked) < 20


def say_who(shared: str, _unit: int) -> None:
    """Note this process in a file, and be busy for ever."""
    Path(shared).write_text(str(os.getpid()))
    while True:
        time.sleep(0.01)


KILLED = """
from tests.kernel.test_executor import ProcessExecutor, begin, run_units, say_who
import sys
if __name__ == "__main__":
    list(run_units(say_who, sys.argv[1], [1], ProcessExecutor(1, begin, ("told",))))
"""


def test_no_worker_outlives_the_process_that_started_it(tmp_path: Path) -> None:
    noted, script = tmp_path / "worker", tmp_path / "killed.py"
    script.write_text(KILLED)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen([sys.executable, script, noted], env=environment)
    while not (noted.exists() and noted.read_text()):
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    worker = int(noted.read_text())
    until = time.monotonic() + 60
    while is_running(worker) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_running(worker)
