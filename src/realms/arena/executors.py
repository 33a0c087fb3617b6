"""All cores at work, or a cluster: the games of a plan in units, compiled where they can be.

The units are the same whatever the number of jobs, and nothing in a game depends on which
worker plays it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterable, Iterator
from functools import cache

from realms.arena.games import FinishedGame, Plan, Seated, is_compiled, play_compiled, play_moves
from realms.kernel.content_files import content_pack
from realms.kernel.executor import Executor, executor_for, run_units

BATCH = 500
"""Games of a unit that runs compiled; one is the unit of games played move by move."""

Unit = tuple[bool, list[Seated]]


def play_games(
    plan: Plan, games: Iterable[Seated], jobs: int = 0, cluster: str = ""
) -> Generator[list[FinishedGame]]:
    """Play games, and hand over unit by unit what is finished, in no particular order.

    Closing the iterator, as Ctrl-C does, stops the work; what was handed over is whole.
    """
    yield from run_units(play_unit, plan, units_of(plan, games), executor_of(plan, jobs, cluster))


def executor_of(plan: Plan, jobs: int = 0, cluster: str = "") -> Executor:
    """The executor of a plan: threads where all games run compiled, else processes."""
    jobs = jobs or os.cpu_count() or 1
    if all(is_compiled(plan, table) for table in range(len(plan.tables))):
        return executor_for(jobs, cluster)
    return executor_for(jobs, cluster, _begin, (plan.game, plan.content))


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


def play_unit(plan: Plan, unit: Unit) -> list[FinishedGame]:
    """Play the games of a unit."""
    compiled, games = unit
    use_content(plan.game, plan.content)
    return (play_compiled if compiled else play_moves)(plan, games)


@cache
def use_content(game: str, path: str) -> None:
    """Have this process know a content of one's own."""
    if path:
        content_pack(game).use_content(path)


def _begin(game: str, content: str) -> None:
    """Make a worker ready: Ctrl-C is for the one who watches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    use_content(game, content)
