"""Clocks: time for each move, or a bank; whoever runs out is played for."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import msgspec
import pytest

from realms.fantasy import Options
from realms.tables import entries, scheduler
from realms.tables.game.thinking_time import GRACE, SteadyClock
from realms.tables.scheduler import Scheduler, overdue, time_left
from realms.tables.service import TableService
from realms.tables.terms import Clock
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.worker_pool import WorkerPool
from realms.web.game_lookup import unhurried_position
from tests.tables.conftest import NewService
from tests.tables.table_play import (
    VARIANTS,
    a_move,
    frames,
    opened,
    play_until,
    refused,
    table_at,
    terms_of,
    until,
)

pytestmark = pytest.mark.anyio
CHAOS = Options(players=3, variant="chaos", clock=True)


class Wall:
    """A clock that is set by hand, in milliseconds."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
async def timed(new_service: NewService, wall: Wall) -> TableService:
    """A service that goes by the clock on the wall."""
    return await new_service(wall)


@pytest.fixture
async def attendants(timed: TableService) -> AsyncIterator[Scheduler]:
    workers = WorkerPool(1)
    attendants = Scheduler(timed, ThinkingQueue(workers))
    yield attendants
    await attendants.close()
    await attendants.queue.close()
    await workers.close()


async def test_each_move_has_its_time(timed: TableService, wall: Wall) -> None:
    id_ = await opened(timed, clock=Clock("move", 30))
    table = await table_at(timed, id_)
    for _ in range(4):
        assert time_left(table, wall.now) == 30_000
        wall.now += 29_999
        assert overdue(table, wall.now) == []
        wall.now += 1
        assert overdue(table, wall.now) == [*table.awaiting]
        await timed.write(id_, a_move(table, random.Random(1)))


async def test_a_bank_runs_while_its_seat_is_awaited(timed: TableService, wall: Wall) -> None:
    id_ = await opened(timed, VARIANTS["duel"], clock=Clock("bank", 60, increment=2))
    table = await table_at(timed, id_)
    seat = table.awaiting[0]
    wall.now += 10_000
    await timed.write(id_, a_move(table, random.Random(1)))
    assert table.time.banks[seat] == 52_000
    assert table.time.banks[1 - seat] == 60_000
    seen = msgspec.json.decode((await frames(timed, id_))[None])["clock"]
    assert seen == {"began": wall.now, "left": table.time.banks, "ends": None}


async def test_who_is_still_awaited_does_not_get_time_back(timed: TableService, wall: Wall) -> None:
    """Where several are awaited at once, one who moves sets nobody else's clock back."""
    for clock in (Clock("move", 60), Clock("bank", 60)):
        id_ = await opened(timed, VARIANTS["medieval"], clock=clock)
        table = await play_until(timed, id_, lambda table: len(table.awaiting) == 3)
        left = [*table.time.banks]
        wall.now += 20_000
        mover, *others = table.awaiting
        legal = table.game.legal(table.state, mover)  # type: ignore[arg-type]
        await timed.write(id_, entries.MoveMade(mover, msgspec.to_builtins(legal[0])))
        assert table.awaiting == tuple(others)
        for other in others:
            assert table.time.banks[other] == left[other] - 20_000
        assert time_left(table, wall.now) == min(table.time.banks[other] for other in others)


async def test_a_changed_placement_does_not_touch_the_clock(
    timed: TableService, wall: Wall
) -> None:
    id_ = await opened(timed, VARIANTS["medieval"], clock=Clock("bank", 60, increment=5))
    table = await play_until(
        timed,
        id_,
        lambda table: bool(table.state is not None and table.game.may_change(table.state)),
    )
    seat = table.game.may_change(table.state)[0]  # type: ignore[arg-type]
    banks, began = [*table.time.banks], table.time.began
    wall.now += 7_000
    legal = table.game.legal(table.state, seat)  # type: ignore[arg-type]
    await timed.write(id_, entries.MoveMade(seat, msgspec.to_builtins(legal[1])))
    assert (table.time.banks, table.time.began) == (banks, began)


async def test_whoever_is_out_of_time_is_played_for(
    timed: TableService, wall: Wall, attendants: Scheduler
) -> None:
    id_ = await opened(timed, clock=Clock("move", 30))
    table = await table_at(timed, id_)
    seat, seq = table.awaiting[0], table.seq
    wall.now += 30_001
    attendants.check(await timed.load(id_))
    await until(lambda: table.seq > seq)
    entry = entries.decode_entry((await timed.log.entries(id_, seq))[0]["body"])
    assert isinstance(entry, entries.MoveMade)
    assert (entry.seat, entry.by) == (seat, "clock")


async def test_the_clock_runs_on_through_a_restart(
    timed: TableService, new_service: NewService, wall: Wall
) -> None:
    """Nobody looked while the time ran out: whoever serves the table next sees it, after a grace.

    Between two processes nobody counted: perhaps it was the clock on the wall that jumped.
    """
    id_ = await opened(timed, clock=Clock("move", 30))
    seq = (await table_at(timed, id_)).seq
    wall.now += 60_000
    again = await new_service(wall)
    workers = WorkerPool(1)
    attendants = Scheduler(again, ThinkingQueue(workers))
    table = await table_at(again, id_)
    assert time_left(table, table.time_at(wall.now)) == GRACE
    wall.now += GRACE
    attendants.check(await again.load(id_))
    await until(lambda: table.seq > seq)
    assert isinstance(
        entries.decode_entry((await again.log.entries(id_, seq))[0]["body"]), entries.MoveMade
    )
    await attendants.close()
    await attendants.queue.close()
    await workers.close()


async def test_an_hour_back_gives_nobody_time_and_an_hour_forward_takes_none() -> None:
    """The clock on the wall is put right in mid-game: what passed is what passed."""
    wall, monotonic = Wall(), Wall()
    clock = SteadyClock(wall, monotonic)
    hour, before = 3_600_000, clock()
    for jump in (-hour, 2 * hour, -hour):
        wall.now += jump
        assert clock() == before
    for _second in range(10):
        wall.now, monotonic.now = wall.now + 1000, monotonic.now + 1000
        before += 1000
        assert clock() == before
    wall.now += hour
    for _second in range(20 * 3600):
        wall.now, monotonic.now = wall.now + 1000, monotonic.now + 1000
        passed, before = clock() - before, clock()
        assert 999 <= passed <= 1051, "it is put right, too slowly to be felt"
    assert abs(wall.now - before) <= 1


async def test_what_a_process_charges_is_never_negative(
    timed: TableService, new_service: NewService, wall: Wall
) -> None:
    """Another process has its clock an hour behind: the table's own time runs on all the same."""
    id_ = await opened(timed, VARIANTS["duel"], clock=Clock("bank", 60))
    seat = (await table_at(timed, id_)).awaiting[0]
    behind = Wall()
    behind.now = wall.now - 3_600_000
    other = await new_service(behind)
    table = await table_at(other, id_)
    assert time_left(table, table.time_at(behind.now)) == 60_000
    behind.now += 5_000
    await other.write(id_, a_move(table, random.Random(1)))
    assert table.time.banks[seat] == 55_000
    began = table.time.began
    wall.now += 1_000  # the first process hears of it, and its own clock is not ahead of it
    first = await timed.load(id_)
    await timed.cache.refresh(first)
    assert first.table.time_at(wall.now) >= began
    await timed.write(id_, a_move(first.table, random.Random(2)))
    assert all(0 <= left <= 60_000 for left in first.table.time.banks)
    times = [row["at"] for row in await timed.log.entries(id_)]
    assert times == sorted(times)


async def test_logs_with_a_clock_that_was_put_back_are_read_and_give_no_time(
    timed: TableService,
) -> None:
    """Such logs were written before: they replay, and nobody has more than there was."""
    id_ = await opened(timed, VARIANTS["duel"], clock=Clock("bank", 60))
    table = await table_at(timed, id_)
    move = a_move(table, random.Random(1))
    table.accept(table.consider(move, table.time.began - 3_599_000))
    assert table.time.banks == [60_000, 60_000]


async def test_a_clock_put_back_is_waited_for(
    timed: TableService, wall: Wall, attendants: Scheduler
) -> None:
    id_ = await opened(timed, clock=Clock("move", 1))
    table = await table_at(timed, id_)
    seq = table.seq
    wall.now += 990
    attendants.check(await timed.load(id_))
    first = attendants._timers[id_]
    wall.now -= 500
    await until(lambda: attendants._timers[id_] is not first)
    assert table.seq == seq
    wall.now += 600
    await until(lambda: table.seq > seq)


async def test_time_is_called_for_all_where_they_share_a_clock(
    timed: TableService, wall: Wall, attendants: Scheduler
) -> None:
    """Chaos runs until time is called, once, for everybody. [FR-23] [FR-24]"""
    id_ = await opened(timed, VARIANTS["chaos on a clock"], clock=Clock("bank", 300))
    table = await table_at(timed, id_)
    seq = table.seq
    wall.now += 299_000
    await timed.write(id_, entries.SeatRenamed(0, "Zoe"))
    assert table.seq == seq + 1
    wall.now += 1_001
    attendants.check(await timed.load(id_))
    await until(lambda: table.seq > seq + 1)
    called = [entries.decode_entry(row["body"]) for row in await timed.log.entries(id_, seq + 1)]
    assert called[0] == entries.MoveMade(None, {"type": "time_up"}, "clock")
    assert sum(entry == called[0] for entry in called) == 1


async def test_a_game_on_a_clock_needs_one(timed: TableService) -> None:
    terms = msgspec.structs.replace(terms_of(VARIANTS["chaos on a clock"]), clock=None)
    with refused("table/clock"):
        await timed.open_table(terms)


async def test_bots_on_a_clock_act_for_a_reason(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[FR-23] Who would rather pass waits until something changes; nobody offers to withdraw."""
    monkeypatch.setattr(scheduler, "TRADING_PAUSE", 0.0)
    monkeypatch.setattr(scheduler, "TRADING_THOUGHT", 0.0)
    workers = WorkerPool(1)
    attendants = Scheduler(service, ThinkingQueue(workers), unhurried_position)
    id_ = await opened(service, CHAOS, clock=Clock("bank", 3600), start=False)
    for seat in (1, 2):
        await service.write(id_, entries.SeatLeft(seat))
        await service.write(id_, entries.BotSeated(seat, "greedy"))
    await service.write(id_, entries.GameStarted())
    table = await table_at(service, id_)

    def is_quiet() -> bool:
        return len(table.turns) >= 40 or all(attendants._is_waiting(table, n) for n in (1, 2))

    await until(is_quiet)
    acts = [type(turn.move).__name__ for turn in table.turns]
    assert "Withdraw" not in acts
    await attendants.close()
    await attendants.queue.close()
    await workers.close()
