"""The queue for thinking: its order, its bounds, and who is not thought for at all."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Iterable
from typing import Any

import pytest

from realms.kernel.errors import RealmsError
from realms.tables import entries
from realms.tables.scheduler import Scheduler
from realms.tables.service import TableService
from realms.tables.thinking import fair_order
from realms.tables.thinking import presence as presences
from realms.tables.thinking import queue as queues
from realms.tables.thinking import quota as quotas
from realms.tables.thinking.bot_jobs import NotDue, QueueFull, Rank
from realms.tables.thinking.presence import PATIENCE, Presence
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.quota import ThinkingQuota
from realms.tables.thinking.release import DEEP, QUICK, SEARCHING, release_step
from realms.tables.thinking.worker import BotAnswer, BotRequest
from tests.tables.manual_clock import ManualClock, settle
from tests.tables.table_play import VARIANTS, opened, table_at, until

pytestmark = pytest.mark.anyio


class Executor:
    """Workers that think until they are told to answer."""

    def __init__(self, number: int = 1) -> None:
        self.number = number
        self.begun: list[str] = []
        """What was begun, in order."""
        self.warmed = ""
        self._thinking: dict[str, asyncio.Future[BotAnswer]] = {}

    async def answer(self, request: BotRequest) -> BotAnswer:
        self.begun.append(request.seed)
        self._thinking[request.seed] = asyncio.get_running_loop().create_future()
        return await self._thinking[request.seed]

    async def warm(self, request: BotRequest) -> None:
        self.warmed = request.seed

    async def finish(self, *names: str) -> None:
        """Answer what is being thought, or some of it."""
        await settle()
        for name in names or [*self._thinking]:
            self._thinking.pop(name).set_result(BotAnswer(name))
        await settle()

    async def finish_all(self) -> list[str]:
        """Answer everything, one after the other; the order in which it was begun."""
        await settle()
        while self._thinking:
            await self.finish(next(iter(self._thinking)))
        return self.begun


def request_of(name: str, seat: int = 0) -> BotRequest:
    return BotRequest("fantasy", b"", seat, "archmage", name)


class Bench:
    """A queue whose workers and clock are ours."""

    def __init__(self, workers: int = 1, **more: Any) -> None:
        self.clock, self.executor = ManualClock(), Executor(workers)
        self.presence, self.quota = Presence(self.clock), ThinkingQuota(self.clock)
        self.queue = ThinkingQueue(
            self.executor, self.presence, self.quota, clock=self.clock, **more
        )
        self.asked: dict[str, asyncio.Future[Any]] = {}

    def turn(self, name: str, client: str = "ada", rank: Rank = Rank.PEOPLE, **more: Any) -> None:
        """A bot's turn at a table of that name, which a client looks at."""
        if client:
            self.presence.touch(name.partition(" ")[0], client)
        is_due = more.get("is_due", lambda: True)
        coming = self.queue.choose(name.partition(" ")[0], request_of(name), rank, is_due)
        self.asked[name] = asyncio.ensure_future(coming)

    def hint(self, name: str, client: str = "ada", table: str = "", seat: int = 0) -> None:
        coming = self.queue.hint(table or name, client, request_of(name, seat))
        self.asked[name] = asyncio.ensure_future(coming)

    async def busy(self) -> None:
        """Let all workers have something to do, so that whatever comes waits."""
        for number in range(self.executor.number):
            self.turn(f"first{number}", "nobody")
        await settle()
        self.executor.begun.clear()

    def is_refused(self, name: str) -> str:
        error = self.asked[name].exception()
        assert isinstance(error, RealmsError)
        return error.code


# --- The order ---


async def test_turns_with_people_come_before_hints_and_those_before_bots_alone() -> None:
    bench = Bench()
    await bench.busy()
    bench.turn("bots", "eve", Rank.WATCHED)
    bench.hint("hint", "bob")
    bench.turn("people")
    assert await bench.executor.finish_all() == ["people", "hint", "bots"]


async def test_who_is_passed_over_has_their_go_all_the_same() -> None:
    bench = Bench()
    await bench.busy()
    bench.hint("hint", "bob")
    for number in range(9):
        bench.turn(f"table{number}", f"client{number}")
    begun = await bench.executor.finish_all()
    assert begun.index("hint") == fair_order.PASSED_OVER


async def test_many_tables_of_one_client_count_as_one() -> None:
    """118 tables of somebody do not hold up the one of somebody else."""
    bench = Bench()
    await bench.busy()
    for number in range(118):
        bench.turn(f"many{number}", "eve")
    begun: list[str] = []
    for number in range(6):
        bench.turn(f"one {number}")
        await bench.executor.finish()
        begun.append(bench.executor.begun[-1])
        bench.clock.at += 1.0
        await bench.executor.finish()
        begun.append(bench.executor.begun[-1])
        bench.clock.at += 1.0
    assert begun.count("one 5") == 1
    assert sum(name.startswith("one") for name in begun) == 6, "one in two is theirs"


async def test_what_took_long_is_charged_as_such() -> None:
    """Quick turns of one client go before another of who had a long one."""
    bench = Bench()
    bench.turn("long 1", "eve")
    await settle()
    bench.turn("long 2", "eve")
    bench.turn("quick 1")
    bench.turn("quick 2")
    bench.clock.at += 1.0
    assert await bench.executor.finish_all() == ["long 1", "quick 1", "quick 2", "long 2"]


async def test_who_was_away_has_no_more_than_those_who_were_there() -> None:
    bench = Bench()
    for number in range(20):
        bench.turn(f"ada{number}")
        await settle()
        bench.clock.at += 1.0
        await bench.executor.finish()
    await bench.busy()
    for number in range(6):
        bench.turn(f"ada again{number}")
        bench.turn(f"eve{number}", "eve")
    await settle()
    for _ in range(12):
        bench.clock.at += 1.0
        await bench.executor.finish()
    clients = [name[:3] for name in bench.executor.begun]
    assert clients.index("ada") <= 2, "eve, who comes only now, does not go first for long"


async def test_the_tables_of_a_client_take_turns() -> None:
    bench = Bench()
    await bench.busy()
    for name in ("a 1", "a 2", "a 3", "b 1", "b 2", "c 1"):
        bench.turn(name)
    assert await bench.executor.finish_all() == ["a 1", "b 1", "c 1", "a 2", "b 2", "a 3"]


async def test_a_table_is_charged_to_whoever_there_had_the_least() -> None:
    """Who watches somebody's table with many of their own does not slow it down."""
    bench = Bench()
    await bench.busy()
    for number in range(5):
        bench.turn(f"many{number}", "eve")
    bench.presence.touch("ours", "eve")
    bench.turn("ours", "ada")
    bench.clock.at += 1.0
    await bench.executor.finish()
    bench.clock.at += 1.0
    await bench.executor.finish()
    assert "ours" in bench.executor.begun[:2]


async def test_hints_always_leave_a_worker_to_the_turns() -> None:
    bench = Bench(workers=2)
    for number in range(4):
        bench.hint(f"hint{number}", f"client{number}")
    await settle()
    assert bench.executor.begun == ["hint0"]
    bench.turn("people")
    await settle()
    assert bench.executor.begun == ["hint0", "people"]
    assert len(await bench.executor.finish_all()) == 5


async def test_a_spare_worker_is_for_people_for_whom_nobody_thinks_yet() -> None:
    bench = Bench(workers=2, spare=1)
    for number in range(3):
        bench.turn(f"many{number}", "eve")
    bench.hint("hint", "bob")
    bench.turn("bots", "cid", Rank.WATCHED)
    await settle()
    assert bench.executor.begun == ["many0"], "no client has all of them, nor has a hint"
    bench.turn("people 1")
    bench.turn("people 2")
    await settle()
    assert bench.executor.begun == ["many0", "people 1"]
    await bench.executor.finish("people 1")
    assert bench.executor.begun == ["many0", "people 1", "people 2"]
    assert bench.executor.warmed == "people 1", "the spare one is ready from then on"
    assert len(await bench.executor.finish_all()) == 7


# --- Who is not thought for ---


async def test_what_nobody_looks_at_or_wants_any_more_is_left_out() -> None:
    bench = Bench()
    await bench.busy()
    bench.turn("unseen", "")
    bench.turn("stale", is_due=lambda: False)
    bench.turn("due")
    assert await bench.executor.finish_all() == ["due"]
    for name in ("unseen", "stale"):
        assert isinstance(bench.asked[name].exception(), NotDue)


async def test_who_asked_not_long_ago_or_holds_a_stream_looks() -> None:
    clock = ManualClock()
    here = Presence(clock)
    came: list[str] = []
    here.on_arrival.append(came.append)
    assert not here.is_attended("table")
    here.touch("table", "ada")
    clock.at += PATIENCE
    assert here.clients("table") == ["ada"]
    clock.at += 1
    assert not here.is_attended("table")
    with here.hold("table", "bob"):
        clock.at += 10 * PATIENCE
        assert here.clients("table") == ["bob"]
        here.touch("table", "ada")
    clock.at += PATIENCE + 1
    assert not here.is_attended("table")
    assert came == ["table", "table"], "each time that there was nobody before"


async def test_bots_pause_while_nobody_looks_and_go_on_when_somebody_does(
    service: TableService,
) -> None:
    clock = ManualClock()
    here, executor = Presence(clock), Executor()
    scheduler = Scheduler(service, ThinkingQueue(executor, here, clock=clock))
    id_ = await opened(service, bots=(0, 1, 2))
    table = await table_at(service, id_)
    await settle()
    assert not executor.begun, "nobody looks"
    here.touch(id_, "ada")
    await until(lambda: bool(executor.begun))
    clock.at += PATIENCE + 1
    assert table.state is not None
    move = {"type": "draw"}
    executor._thinking.popitem()[1].set_result(BotAnswer(move))
    await until(lambda: len(table.turns) == 1)
    await settle()
    assert len(executor.begun) == 1, "what was begun is finished, and nothing else begins"
    with here.hold(id_, "bob"):
        await until(lambda: len(executor.begun) == 2)
    await scheduler.close()
    await scheduler.queue.close()


async def test_a_turn_that_was_left_out_is_due_again_when_somebody_comes_just_then(
    service: TableService,
) -> None:
    clock = ManualClock()
    here, executor = Presence(clock), Executor()
    queue = ThinkingQueue(executor, here, clock=clock)
    scheduler = Scheduler(service, queue)
    busy = asyncio.ensure_future(queue.hint("elsewhere", "", request_of("busy")))
    await settle()
    id_ = await opened(service, bots=(0, 1, 2), start=False)
    here.touch(id_, "ada")
    await service.write(id_, entries.GameStarted())
    await until(lambda: queue.waiting == 2)
    clock.at += PATIENCE + 1
    executor._thinking["busy"].set_result(BotAnswer())
    while queue.waiting:
        await asyncio.sleep(0)
    here.touch(id_, "ada")  # before the scheduler has heard that its turn was left out
    await until(lambda: len(executor.begun) == 2)
    await busy
    await scheduler.close()
    await queue.close()


# --- Bounds ---


async def test_a_full_queue_sends_away_whoever_has_the_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queues, "MOST_TURNS", 5)
    bench = Bench()
    await bench.busy()
    for number in range(5):
        bench.turn(f"many{number}", "eve")
    await settle()
    bench.turn("many5", "eve")
    await settle()
    assert bench.is_refused("many5") == "table/thinking_full"
    bench.turn("ours")
    await settle()
    assert bench.is_refused("many4") == "table/thinking_full", "the last of hers makes room"
    begun = await bench.executor.finish_all()
    assert sorted(begun) == ["many0", "many1", "many2", "many3", "ours"]
    assert begun.index("ours") <= 1


async def test_no_turn_is_lost_where_the_queue_is_full(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "MOST_TURNS", 0)
    monkeypatch.setattr(queues, "RETRY", 0.01)
    executor = Executor()
    scheduler = Scheduler(service, ThinkingQueue(executor))
    id_ = await opened(service, VARIANTS["duel"], bots=(0, 1))
    await settle()
    assert not executor.begun
    monkeypatch.setattr(queues, "MOST_TURNS", 10)
    await until(lambda: bool(executor.begun))
    assert (await table_at(service, id_)).outcome is None
    await scheduler.close()
    await scheduler.queue.close()


async def test_a_seat_has_one_hint_at_a_time_and_the_same_question_is_thought_about_once() -> None:
    bench = Bench()
    bench.hint("question", table="table")
    await settle()
    again = asyncio.ensure_future(bench.queue.hint("table", "bob", request_of("question")))
    bench.hint("another", table="table")
    bench.hint("other seat", table="table", seat=1)
    await settle()
    assert bench.is_refused("another") == "table/hint_pending"
    await bench.executor.finish_all()
    assert (await again).move == (await bench.asked["question"]).move == "question"
    assert (await bench.queue.hint("table", "ada", request_of("question"))).move == "question"
    assert bench.executor.begun == ["question", "other seat"]


async def test_a_client_has_so_many_hints_and_waits_for_so_many() -> None:
    bench = Bench()
    for number in range(queues.HINTS_OF_A_CLIENT + 1):
        bench.hint(f"hint{number}")
    await settle()
    assert bench.is_refused(f"hint{queues.HINTS_OF_A_CLIENT}") == "table/hint_pending"
    await bench.executor.finish_all()
    for number in itertools.count():
        bench.hint(f"more{number}")
        await settle()
        if bench.asked[f"more{number}"].done():
            break
        bench.clock.at += 0.8
        await bench.executor.finish()
    spent = number * 0.8
    assert quotas.AT_ONCE <= spent < quotas.AT_ONCE / (1 - quotas.RATE) + 1
    assert bench.is_refused(f"more{number}") == "table/hint_quota"
    with pytest.raises(QueueFull):
        bench.queue.check_quota("ada")
    error = bench.asked[f"more{number}"].exception()
    assert isinstance(error, QueueFull)
    bench.hint("of another", "bob")
    await settle()
    assert "of another" in bench.executor.begun
    bench.clock.at += error.fields["n"]
    bench.hint("later")
    await settle()
    assert not bench.asked["later"].done()
    await bench.executor.finish_all()


async def test_a_hint_that_nobody_waits_for_is_not_thought_about() -> None:
    bench = Bench()
    await bench.busy()
    bench.hint("gone")
    bench.hint("two", table="two")
    second = asyncio.ensure_future(bench.queue.hint("two", "bob", request_of("two")))
    await settle()
    bench.asked["gone"].cancel()
    bench.asked["two"].cancel()
    assert await bench.executor.finish_all() == ["two"], "somebody else waits for that one"
    assert (await second).move == "two"
    assert not bench.queue._hints


async def test_a_hint_that_was_begun_goes_on_and_the_worker_lives() -> None:
    bench = Bench()
    bench.hint("begun")
    await settle()
    bench.asked["begun"].cancel()
    await settle()
    assert bench.queue.waiting == 1
    await bench.executor.finish()
    assert bench.queue.waiting == 0
    assert (await bench.queue.hint("begun", "ada", request_of("begun"))).move == "begun"
    assert bench.executor.begun == ["begun"]


async def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (presences, "MOST_TABLES"),
        (presences, "MOST_CLIENTS"),
        (quotas, "MOST_CLIENTS"),
        (fair_order, "REMEMBERED"),
        (queues, "ANSWERS"),
    ):
        monkeypatch.setattr(module, name, 4)
    bench = Bench()
    with bench.presence.hold("held", "ada"):
        for number in range(20):
            bench.presence.touch("one", f"client{number}")
            bench.turn(f"table{number}", f"client{number}")
            bench.hint(f"hint{number}", f"client{number}")
            await bench.executor.finish_all()
        assert len(bench.presence) <= 5
        assert bench.presence.is_attended("held")
    assert max(map(len, bench.presence._visits.values())) <= 4
    order = bench.queue._order
    kept: Iterable[Any] = (order._spent, order._served, bench.queue._answers)
    assert [len(one) for one in (*kept, bench.quota._until)] == [4, 4, 4, 4]


# --- When answers are told ---


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3, 0.33, 0.49])
async def test_an_answer_is_told_when_a_step_of_time_is_over(seconds: float) -> None:
    """However long the bot took, which could tell its hand, as long as it was not too long."""
    bench = Bench(steps=release_step)
    bench.turn("thinks")
    await settle()
    await bench.clock.move_to(seconds)
    await bench.executor.finish()
    await bench.clock.move_to(DEEP - 0.001)
    assert not bench.asked["thinks"].done()
    assert bench.queue.waiting == 0, "the worker is free meanwhile"
    await bench.clock.move_to(DEEP)
    assert bench.asked["thinks"].done()


@pytest.mark.parametrize("seconds", [0.15, 0.3, 0.33])
async def test_who_waits_for_a_worker_does_not_learn_how_long_others_thought(
    seconds: float,
) -> None:
    bench = Bench(steps=release_step)
    bench.turn("first")
    bench.turn("second", "eve")
    bench.hint("hint", "eve")
    await settle()
    for name in ("first", "second", "hint"):
        await bench.clock.move_to(bench.clock.at + seconds)
        await bench.executor.finish(name)
    for name, ready in (("first", seconds), ("second", 2 * seconds), ("hint", 3 * seconds)):
        assert bench.asked[name].done() == (bench.clock.at >= math.ceil(ready / DEEP) * DEEP)
    await bench.clock.move_to(2 * DEEP)
    assert all(asked.done() for asked in bench.asked.values())


def test_steps_are_as_wide_as_a_bot_thinks_long() -> None:
    steps = {name: release_step("fantasy", name) for name in ("squire", "knight", "archmage")}
    assert steps == {"squire": QUICK, "knight": SEARCHING, "archmage": DEEP}
    assert release_step("fantasy", "search:0.8s") == 1.0
    assert release_step("medieval", "sovereign") == DEEP
    assert release_step("fantasy", "oracle") == release_step("medieval", "emperor") == DEEP
    assert release_step("medieval", "no such bot") > 0
