"""Work in units: every crew comes to the same, and can be stopped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from realms.kernel.executor import Alone, Crew, Processes, Threads, worked

CREWS: list[Callable[[], Crew]] = [
    Alone,
    lambda: Threads(2),
    lambda: Processes(2, begin, ("told",)),
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
def test_every_crew_comes_to_the_same(crew: Callable[[], Crew]) -> None:
    assert sorted(worked(squared, 5, range(30), crew())) == [5 + n * n for n in range(30)]
    assert list(worked(squared, 5, [], crew())) == []


@pytest.mark.parametrize("crew", CREWS, ids=["alone", "threads", "processes"])
def test_an_error_of_a_unit_comes_through(crew: Callable[[], Crew]) -> None:
    with pytest.raises(ValueError, match="-1"):
        list(worked(squared, 5, [1, 2, -1], crew()))


def test_processes_begin_with_what_they_are_told() -> None:
    assert list(worked(begun, None, [1], Processes(1, begin, ("told",)))) == ["told"]


def test_few_units_wait_and_none_after_closing() -> None:
    asked: list[int] = []

    def units() -> object:
        for number in range(1000):
            asked.append(number)
            yield number

    def slowly(_shared: None, unit: int) -> int:
        time.sleep(0.002)
        return unit

    running = worked(slowly, None, units(), Threads(2))  # type: ignore[arg-type]
    next(running)
    running.close()
    assert len(asked) < 20
