"""Bots think in processes of their own; a turn is made once, whatever happens to them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest

from realms.kernel.games import game_named
from realms.tables import entries
from realms.tables import scheduler as schedulers
from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.scheduler import Scheduler
from realms.tables.service import TableService
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.worker import BotAnswer, BotRequest
from realms.tables.thinking.worker_pool import WorkerPool
from tests.tables.conftest import NewService
from tests.tables.table_play import VARIANTS, opened, refused, table_at, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def workers() -> AsyncIterator[WorkerPool]:
    workers = WorkerPool(2)
    yield workers
    await workers.close()


def position() -> BotRequest:
    game = game_named("fantasy")
    state = game.start(VARIANTS["duel"], "a seed")
    seat = game.awaiting(state)[0]
    return BotRequest("fantasy", game.snapshot(state), seat, "greedy", "a thought")


async def moves_of(service: TableService, id_: str) -> list[entries.MoveMade]:
    log = [entries.decode_entry(row["body"]) for row in await service.log.entries(id_)]
    return [entry for entry in log if isinstance(entry, entries.MoveMade)]


async def test_a_worker_answers_the_same_thought_with_the_same_move(workers: WorkerPool) -> None:
    question = position()
    first, second = await asyncio.gather(workers.choose(question), workers.choose(question))
    assert first == second == await workers.choose(question)
    assert len(workers._all) == 2


async def test_workers_that_are_missing_are_started_ahead(workers: WorkerPool) -> None:
    await workers.choose(position())
    await workers.warm(position())
    assert (len(workers._all), len(workers._idle)) == (2, 2)


async def test_a_worker_steps_back_for_who_answers_people(workers: WorkerPool) -> None:
    await workers.choose(position())
    worker = next(iter(workers._all))
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) > os.getpriority(os.PRIO_PROCESS, 0)


async def test_a_thought_that_cannot_be_thought_is_refused(workers: WorkerPool) -> None:
    question = position()
    broken = BotRequest(question.game, b"nothing", question.seat, question.bot, question.seed)
    with refused("table/bot"):
        await workers.choose(broken)
    assert await workers.choose(question), "and the worker lives on"


async def test_a_worker_killed_in_mid_thought_is_replaced(workers: WorkerPool) -> None:
    question = position()
    expected = await workers.choose(question)
    worker = next(iter(workers._all))
    os.kill(worker.pid, signal.SIGSTOP)  # it thinks for ever
    answer = asyncio.create_task(workers.choose(question))
    await asyncio.sleep(0.05)
    assert not answer.done()
    assert workers.waiting == 1
    os.kill(worker.pid, signal.SIGKILL)
    assert await answer == expected
    assert workers.waiting == 0
    assert worker not in workers._all


async def test_the_turn_of_a_killed_worker_is_made_once(service: TableService) -> None:
    id_ = await opened(service, bots=(0, 1, 2), start=False)
    workers = WorkerPool(1)
    await workers.choose(position())
    worker = next(iter(workers._all))
    os.kill(worker.pid, signal.SIGSTOP)
    attendants = Scheduler(service, ThinkingQueue(workers))
    await service.write(id_, entries.GameStarted())
    table = await table_at(service, id_)
    await until(lambda: workers.waiting == 1)
    assert not table.turns
    os.kill(worker.pid, signal.SIGKILL)
    await until(lambda: table.outcome is not None)
    made = [(entry.seat, entry.by) for entry in await moves_of(service, id_)]
    assert made == [(turn.seat, "bot") for turn in table.turns]
    await attendants.close()
    await attendants.queue.close()
    await workers.close()


async def test_attendants_that_are_closed_begin_nothing_more(service: TableService) -> None:
    id_ = await opened(service, bots=(0, 1, 2), start=False)
    workers = WorkerPool(1)
    await workers.choose(position())
    os.kill(next(iter(workers._all)).pid, signal.SIGSTOP)  # so that the turn stays due
    attendants = Scheduler(service, ThinkingQueue(workers))
    at_hand = await service.write(id_, entries.GameStarted())
    await until(lambda: workers.waiting == 1)
    begun = [*attendants._tasks.values()]
    await attendants.close()
    await attendants.queue.close()
    assert begun
    assert all(task.done() for task in begun)
    attendants.check(at_hand)
    assert not attendants._tasks
    await workers.close()


async def test_bots_of_two_processes_make_each_turn_once(new_service: NewService) -> None:
    """Where both think one writes: the other's move is too late, and is thrown away."""
    services = [await new_service(), await new_service()]
    staff: list[Any] = []
    for service in services:
        workers = WorkerPool(1)
        staff.append((Scheduler(service, ThinkingQueue(workers)), workers))
    id_ = await opened(services[0], VARIANTS["medieval for two"], bots=(0, 1), start=False)
    await services[1].load(id_)
    await services[0].write(id_, entries.GameStarted())
    await services[1].write(
        id_, entries.SeatRenamed(0, "Zoe")
    )  # which on SQLite it would not hear of
    table = await table_at(services[0], id_)
    await until(lambda: len(table.turns) > 40 or table.outcome is not None)
    for attendants, workers in staff:
        await attendants.close()
        await attendants.queue.close()
        await workers.close()
    await asyncio.sleep(0.05)
    again = await table_at(await new_service(), id_)
    assert len(again.turns) == len(await moves_of(services[0], id_)), "and the log replays"


class CountingPool(WorkerPool):
    """Workers, and how often they were asked."""

    asked = 0

    async def answer(self, request: BotRequest) -> BotAnswer:
        self.asked += 1
        return await super().answer(request)


@pytest.fixture
async def two_staffs(postgres: str) -> AsyncIterator[list[tuple[Scheduler, CountingPool]]]:
    """Two processes on one database that hear of each other, each with bots."""
    staffs = []
    for _process in range(2):
        service = TableService(TableLog(engine_for(postgres)))
        await migrate(service.log.engine)
        await service.log.open()
        workers = CountingPool(1)
        staffs.append((Scheduler(service, ThinkingQueue(workers)), workers))
    yield staffs
    for scheduler, workers in staffs:
        await scheduler.close()
        await scheduler.queue.close()
        await workers.close()
        await scheduler.service.close()


async def test_who_moved_last_at_a_table_thinks_about_the_next_move_alone(
    two_staffs: list[tuple[Scheduler, CountingPool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedulers, "DEFERENCE", 3600)
    here, there = (scheduler.service for scheduler, _workers in two_staffs)
    id_ = await opened(here, VARIANTS["duel"], bots=(0, 1), start=False)
    heard = await table_at(there, id_)
    await here.write(id_, entries.GameStarted())
    await until(lambda: heard.outcome is not None)
    assert [workers.asked for _scheduler, workers in two_staffs] == [len(heard.turns), 0]


async def test_what_another_process_leaves_undone_is_done_after_a_while(
    two_staffs: list[tuple[Scheduler, CountingPool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedulers, "DEFERENCE", 0.05)
    here, there = (scheduler.service for scheduler, _workers in two_staffs)
    id_ = await opened(here, VARIANTS["duel"], bots=(0, 1), start=False)
    heard = await table_at(there, id_)
    await two_staffs[0][0].close()  # it writes that the game begins, and ends
    await here.write(id_, entries.GameStarted())
    await until(lambda: heard.outcome is not None)
    assert two_staffs[1][1].asked == len(heard.turns)


async def test_a_turn_that_was_due_when_the_process_ended_is_still_due(
    service: TableService, new_service: NewService
) -> None:
    """Nobody attended to the first service; the second attends to what it finds."""
    id_ = await opened(service, bots=(0, 1, 2))
    again = await new_service()
    workers = WorkerPool(1)
    attendants = Scheduler(again, ThinkingQueue(workers))
    table = await table_at(again, id_)
    await until(lambda: table.outcome is not None)
    await attendants.close()
    await attendants.queue.close()
    await workers.close()


async def test_who_leaves_is_played_for_and_may_return(service: TableService) -> None:
    workers = WorkerPool(1)
    attendants = Scheduler(service, ThinkingQueue(workers))
    id_ = await opened(service, VARIANTS["duel"], bots=(1,))
    table = await table_at(service, id_)
    await until(lambda: table.awaiting == (0,))
    turns = len(table.turns)
    await service.write(id_, entries.SeatLeft(0))
    await until(lambda: len(table.turns) >= turns + 2)
    assert table.turns[turns].seat == 0
    if table.outcome is None:
        await service.write(id_, entries.PlayerReturned(0))
        assert table.chairs[0].is_person
    await attendants.close()
    await attendants.queue.close()
    await workers.close()
