"""Work in units: every crew comes to the same, and can be stopped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from realms.kernel.executor import (
    Executor,
    ProcessExecutor,
    SerialExecutor,
    ThreadExecutor,
    run_units,
)

CREWS: list[Callable[[], Executor]] = [
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


@pytest.mark.parametrize("crew", CREWS, ids=["alone", "threads", "processes"])
def test_every_crew_comes_to_the_same(crew: Callable[[], Executor]) -> None:
    assert sorted(run_units(squared, 5, range(30), crew())) == [5 + n * n for n in range(30)]
    assert list(run_units(squared, 5, [], crew())) == []


@pytest.mark.parametrize("crew", CREWS, ids=["alone", "threads", "processes"])
def test_an_error_of_a_unit_comes_through(crew: Callable[[], Executor]) -> None:
    with pytest.raises(ValueError, match="-1"):
        list(run_units(squared, 5, [1, 2, -1], crew()))


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
