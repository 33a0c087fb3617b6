"""Work in units, on an executor: in this thread, in threads, in processes, on a cluster.

A unit is done by a function of what all units share and of the unit itself. Nothing it finds
may depend on who does it, or on any other unit, so every executor comes to the same.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from concurrent.futures import Executor as Pool
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from typing import Any, Protocol, TypeVar

AHEAD = 3
"""Units that wait for each worker, so that none is idle."""

Shared = TypeVar("Shared")
Unit = TypeVar("Unit")
Done = TypeVar("Done")


class Executor(Protocol):
    """Runs units of work."""

    room: int
    """How many units may be under way, or wait to be."""

    def submit(self, work: Callable[[Any, Any], Any], shared: Any, unit: Any) -> Future[Any]:
        """Run a unit of work; the future holds its result or its exception."""

    def close(self, whole: bool) -> None:
        """Stop; what is still under way is waited for only if the work is `whole`."""


def run_units(
    work: Callable[[Shared, Unit], Done], shared: Shared, units: Iterable[Unit], executor: Executor
) -> Generator[Done]:
    """What the units came to, as they are finished, in no particular order.

    A few units wait, not a million. Closing the iterator, as Ctrl-C does, stops the work;
    what was handed over is whole.
    """
    left, whole = iter(units), False
    running: set[Future[Done]] = set()
    try:
        while True:
            for unit in islice(left, max(0, executor.room - len(running))):
                running.add(executor.submit(work, shared, unit))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
        whole = True
    finally:
        executor.close(whole)


class SerialExecutor:
    """One unit after another, in this thread."""

    room = 1

    def submit(self, work: Callable[[Any, Any], Any], shared: Any, unit: Any) -> Future[Any]:
        """Run a unit now."""
        done: Future[Any] = Future()
        done.set_result(work(shared, unit))
        return done

    def close(self, whole: bool) -> None:
        """Nothing is held open."""


class ThreadExecutor:
    """Threads of this process, for work that lets go of Python's lock."""

    def __init__(self, jobs: int) -> None:
        self.room = AHEAD * jobs
        self._pool: Pool = ThreadPoolExecutor(jobs)

    def submit(self, work: Callable[[Any, Any], Any], shared: Any, unit: Any) -> Future[Any]:
        """Run a unit of work; the future holds its result or its exception."""
        return self._pool.submit(work, shared, unit)

    def close(self, whole: bool) -> None:
        """Stop the threads."""
        self._pool.shutdown(wait=whole, cancel_futures=True)


class ProcessExecutor(ThreadExecutor):
    """Processes of their own; each begins by `begin(*told)`."""

    def __init__(self, jobs: int, begin: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        self.room = AHEAD * jobs
        spawn = get_context("spawn")
        self._pool = ProcessPoolExecutor(
            jobs, spawn, initializer=_begin_worker, initargs=(begin, *arguments)
        )

    def close(self, whole: bool) -> None:
        """Stop the processes; those whose work nobody waits for are ended."""
        workers = list((getattr(self._pool, "_processes", None) or {}).values())
        super().close(whole)
        for worker in () if whole else workers:
            with suppress(OSError):
                worker.terminate()


def _begin_worker(begin: Callable[..., None], *arguments: Any) -> None:
    """Begin as a worker that ends when the process that started it does, however that ended."""
    if (parent := parent_process()) is not None:
        ending = threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True)
        ending.start()
    begin(*arguments)


def _end_after(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)


def executor_for(
    jobs: int,
    cluster: str = "",
    begin: Callable[..., None] | None = None,
    arguments: tuple[Any, ...] = (),
) -> Executor:
    """The executor for so many jobs: a cluster at an address, else this machine.

    Threads do for work that lets go of Python's lock; with `begin`, which makes a worker
    ready, it is processes.
    """
    if cluster:
        from realms.kernel.cluster import ClusterExecutor  # noqa: PLC0415  (loads Ray)

        return ClusterExecutor(cluster)
    if jobs == 1:
        return SerialExecutor()
    return ThreadExecutor(jobs) if begin is None else ProcessExecutor(jobs, begin, arguments)
