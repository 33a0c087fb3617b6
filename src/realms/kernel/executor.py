"""Work in units, on whatever crew there is: alone, in threads, in processes, on a cluster.

A unit is done by a function of what all units share and of the unit itself. Nothing it finds
may depend on who does it, or on any other unit, so every crew comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

AHEAD = 3
"""Units that wait for each worker, so that none is idle."""

Shared = TypeVar("Shared")
Unit = TypeVar("Unit")
Done = TypeVar("Done")


class Crew(Protocol):
    """Those who do the work."""

    room: int
    """How many units may be under way, or wait to be."""

    def submit(self, work: Callable[[Any, Any], Any], shared: Any, unit: Any) -> Future[Any]:
        """Have a unit done."""

    def close(self, whole: bool) -> None:
        """Send everybody home; what is still under way is not waited for, if not whole."""


def worked(
    work: Callable[[Shared, Unit], Done], shared: Shared, units: Iterable[Unit], crew: Crew
) -> Generator[Done]:
    """What the units came to, as they are finished, in no particular order.

    A few units wait, not a million. Closing the iterator, as Ctrl-C does, stops the work;
    what was handed over is whole.
    """
    left, whole = iter(units), False
    running: set[Future[Done]] = set()
    try:
        while True:
            for unit in islice(left, max(0, crew.room - len(running))):
                running.add(crew.submit(work, shared, unit))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
        whole = True
    finally:
        crew.close(whole)


class Alone:
    """No crew: one unit after another, here."""

    room = 1

    def submit(self, work: Callable[[Any, Any], Any], shared: Any, unit: Any) -> Future[Any]:
        """Do a unit now."""
        done: Future[Any] = Future()
        done.set_result(work(shared, unit))
        return done

    def close(self, whole: bool) -> None:
        """Nobody is to be sent home."""


class Threads:
    """Threads of this process, for work that lets go of Python's lock."""

    def __init__(self, jobs: int) -> None:
        self.room = AHEAD * jobs
        self._pool: Executor = ThreadPoolExecutor(jobs)

    def submit(self, work: Callable[[Any, Any], Any], shared: Any, unit: Any) -> Future[Any]:
        """Have a unit done."""
        return self._pool.submit(work, shared, unit)

    def close(self, whole: bool) -> None:
        """Send everybody home."""
        self._pool.shutdown(wait=whole, cancel_futures=True)


class Processes(Threads):
    """Processes of their own; each begins by `begin(*told)`."""

    def __init__(self, jobs: int, begin: Callable[..., None], told: tuple[Any, ...]) -> None:
        self.room = AHEAD * jobs
        spawn = get_context("spawn")
        self._pool = ProcessPoolExecutor(jobs, spawn, initializer=begin, initargs=told)

    def close(self, whole: bool) -> None:
        """Send everybody home; who works on what nobody waits for is stopped."""
        workers = list((getattr(self._pool, "_processes", None) or {}).values())
        super().close(whole)
        for worker in () if whole else workers:
            with suppress(OSError):
                worker.terminate()
