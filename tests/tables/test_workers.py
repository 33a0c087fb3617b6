"""Bots think in processes of their own; a turn is made once, whatever happens to them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest

from realms.kernel.games import game_named
from realms.tables import entries as act
from realms.tables.attendants import Attendants
from realms.tables.house import House
from realms.tables.worker import Thought
from realms.tables.workers import Workers
from tests.tables.conftest import NewHouse
from tests.tables.playing import VARIANTS, opened, refused, table_at, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    workers = Workers(2)
    yield workers
    await workers.close()


def position() -> Thought:
    game = game_named("fantasy")
    state = game.start(VARIANTS["duel"], "a seed")
    seat = game.awaiting(state)[0]
    return Thought("fantasy", game.snapshot(state), seat, "greedy", "a thought")


async def moves_of(house: House, id_: str) -> list[act.Moved]:
    log = [act.read(row["body"]) for row in await house.log.entries(id_)]
    return [entry for entry in log if isinstance(entry, act.Moved)]


async def test_a_worker_answers_the_same_thought_with_the_same_move(workers: Workers) -> None:
    thought = position()
    first, second = await asyncio.gather(workers.think(thought), workers.think(thought))
    assert first == second == await workers.think(thought)
    assert len(workers._all) == 2


async def test_a_thought_that_cannot_be_thought_is_refused(workers: Workers) -> None:
    thought = position()
    broken = Thought(thought.game, b"nothing", thought.seat, thought.bot, thought.seed)
    with refused("table/bot"):
        await workers.think(broken)
    assert await workers.think(thought), "and the worker lives on"


async def test_a_worker_killed_in_mid_thought_is_replaced(workers: Workers) -> None:
    thought = position()
    expected = await workers.think(thought)
    worker = next(iter(workers._all))
    os.kill(worker.pid, signal.SIGSTOP)  # it thinks for ever
    answer = asyncio.create_task(workers.think(thought))
    await asyncio.sleep(0.05)
    assert not answer.done()
    assert workers.waiting == 1
    os.kill(worker.pid, signal.SIGKILL)
    assert await answer == expected
    assert workers.waiting == 0
    assert worker not in workers._all


async def test_the_turn_of_a_killed_worker_is_made_once(house: House) -> None:
    id_ = await opened(house, bots=(0, 1, 2), start=False)
    workers = Workers(1)
    await workers.think(position())
    worker = next(iter(workers._all))
    os.kill(worker.pid, signal.SIGSTOP)
    attendants = Attendants(house, workers)
    await house.write(id_, act.Started())
    table = await table_at(house, id_)
    await until(lambda: workers.waiting == 1)
    assert not table.turns
    os.kill(worker.pid, signal.SIGKILL)
    await until(lambda: table.outcome is not None)
    made = [(entry.seat, entry.by) for entry in await moves_of(house, id_)]
    assert made == [(turn.seat, "bot") for turn in table.turns]
    await attendants.close()
    await workers.close()


async def test_attendants_that_are_closed_begin_nothing_more(house: House) -> None:
    id_ = await opened(house, bots=(0, 1, 2), start=False)
    workers = Workers(1)
    await workers.think(position())
    os.kill(next(iter(workers._all)).pid, signal.SIGSTOP)  # so that the turn stays due
    attendants = Attendants(house, workers)
    at_hand = await house.write(id_, act.Started())
    await until(lambda: workers.waiting == 1)
    begun = [*attendants._tasks.values()]
    await attendants.close()
    assert begun
    assert all(task.done() for task in begun)
    attendants.look(at_hand)
    assert not attendants._tasks
    await workers.close()


async def test_bots_of_two_processes_make_each_turn_once(new_house: NewHouse) -> None:
    """Both think, one writes: the other's move is too late, and is thrown away."""
    houses = [await new_house(), await new_house()]
    staff: list[Any] = []
    for house in houses:
        workers = Workers(1)
        staff.append((Attendants(house, workers), workers))
    id_ = await opened(houses[0], VARIANTS["medieval for two"], bots=(0, 1), start=False)
    await houses[1].at_hand(id_)
    await houses[0].write(id_, act.Started())
    await houses[1].write(id_, act.Named(0, "Zoe"))  # which on SQLite it would not hear of
    table = await table_at(houses[0], id_)
    await until(lambda: len(table.turns) > 40 or table.outcome is not None)
    for attendants, workers in staff:
        await attendants.close()
        await workers.close()
    await asyncio.sleep(0.05)
    again = await table_at(await new_house(), id_)
    assert len(again.turns) == len(await moves_of(houses[0], id_)), "and the log replays"


async def test_a_turn_that_was_due_when_the_process_ended_is_still_due(
    house: House, new_house: NewHouse
) -> None:
    """Nobody attended to the first house; the second attends to what it finds."""
    id_ = await opened(house, bots=(0, 1, 2))
    again = await new_house()
    workers = Workers(1)
    attendants = Attendants(again, workers)
    table = await table_at(again, id_)
    await until(lambda: table.outcome is not None)
    await attendants.close()
    await workers.close()


async def test_who_leaves_is_played_for_and_may_return(house: House) -> None:
    workers = Workers(1)
    attendants = Attendants(house, workers)
    id_ = await opened(house, VARIANTS["duel"], bots=(1,))
    table = await table_at(house, id_)
    await until(lambda: table.awaiting == (0,))
    turns = len(table.turns)
    await house.write(id_, act.Rose(0))
    await until(lambda: len(table.turns) >= turns + 2)
    assert table.turns[turns].seat == 0
    if table.outcome is None:
        await house.write(id_, act.Returned(0))
        assert table.chairs[0].is_person
    await attendants.close()
    await workers.close()
