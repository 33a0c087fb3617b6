"""All cores at work: the games of a plan in units, in threads where they run compiled.

The units are the same whatever the number of jobs, and nothing in a game depends on which
worker plays it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context

from realms.arena.playing import Finished, Plan, Seated, is_compiled, play_compiled, play_moves

BATCH = 500
"""Games of a unit that runs compiled; one is the unit of games played move by move."""
AHEAD = 3
"""Units that wait for each worker, so that none is idle."""

Work = Callable[[Plan, list[Seated]], list[Finished]]
Unit = tuple[bool, list[Seated]]


def played(plan: Plan, games: Iterable[Seated], jobs: int = 0) -> Generator[list[Finished]]:
    """Play games, and hand over unit by unit what is finished, in no particular order.

    Closing the iterator, as Ctrl-C does, stops the work; what was handed over is whole.
    """
    jobs = jobs or os.cpu_count() or 1
    units = units_of(plan, games)
    if jobs == 1:
        yield from (_work(compiled)(plan, unit) for compiled, unit in units)
        return
    first = next(units, None)
    if first is None:
        return
    quick = all(is_compiled(plan, table) for table in range(len(plan.tables)))
    pool = ThreadPoolExecutor(jobs) if quick else _processes(plan, jobs)
    whole = False
    try:
        yield from _handed(pool, plan, chain((first,), units), jobs)
        whole = True
    finally:
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=whole, cancel_futures=True)
        for worker in () if whole else workers:
            worker.terminate()  # it thinks about a game that nobody waits for any more


def units_of(plan: Plan, games: Iterable[Seated]) -> Iterator[Unit]:
    """The units of work, each of one table."""
    compiled = [is_compiled(plan, table) for table in range(len(plan.tables))]
    waiting: list[list[Seated]] = [[] for _ in plan.tables]
    for seated in games:
        table = seated[0].table
        waiting[table].append(seated)
        if len(waiting[table]) >= (BATCH if compiled[table] else 1):
            yield compiled[table], waiting[table]
            waiting[table] = []
    yield from ((compiled[table], unit) for table, unit in enumerate(waiting) if unit)


def _work(compiled: bool) -> Work:
    return play_compiled if compiled else play_moves


def _handed(
    pool: Executor, plan: Plan, units: Iterator[Unit], jobs: int
) -> Iterator[list[Finished]]:
    """What the workers finish, as they finish it; a few units wait, not a million."""
    running: set[Future[list[Finished]]] = set()
    while True:
        for compiled, unit in islice(units, max(0, AHEAD * jobs - len(running))):
            running.add(pool.submit(_work(compiled), plan, unit))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _processes(plan: Plan, jobs: int) -> ProcessPoolExecutor:
    context = get_context("spawn")
    return ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(plan.content,))


def _begin(content: str) -> None:
    """Make a worker ready: Ctrl-C is for the one who watches; content of one's own is read."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if content:
        from realms.medieval.content import load  # noqa: PLC0415  (most workers need none)
        from realms.medieval.contents import use  # noqa: PLC0415

        use(load(content))
