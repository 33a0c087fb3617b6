"""Clocks: time for each move, or a bank; whoever runs out is played for."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import msgspec
import pytest

from realms.tables import entries as act
from realms.tables.attendants import Attendants, overdue, time_left
from realms.tables.house import House
from realms.tables.terms import Clock
from realms.tables.workers import Workers
from tests.tables.conftest import NewHouse
from tests.tables.playing import (
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
async def timed(new_house: NewHouse, wall: Wall) -> House:
    """A house that goes by the clock on the wall."""
    return await new_house(wall)


@pytest.fixture
async def attendants(timed: House) -> AsyncIterator[Attendants]:
    workers = Workers(1)
    attendants = Attendants(timed, workers)
    yield attendants
    await attendants.close()
    await workers.close()


async def test_each_move_has_its_time(timed: House, wall: Wall) -> None:
    id_ = await opened(timed, clock=Clock("move", 30))
    table = await table_at(timed, id_)
    for _ in range(4):
        assert time_left(table, wall.now) == 30_000
        wall.now += 29_999
        assert overdue(table, wall.now) == []
        wall.now += 1
        assert overdue(table, wall.now) == [*table.awaiting]
        await timed.write(id_, a_move(table, random.Random(1)))


async def test_a_bank_runs_while_its_seat_is_awaited(timed: House, wall: Wall) -> None:
    id_ = await opened(timed, VARIANTS["duel"], clock=Clock("bank", 60, increment=2))
    table = await table_at(timed, id_)
    seat = table.awaiting[0]
    wall.now += 10_000
    await timed.write(id_, a_move(table, random.Random(1)))
    assert table.banks[seat] == 52_000
    assert table.banks[1 - seat] == 60_000
    seen = msgspec.json.decode((await frames(timed, id_))[None])["clock"]
    assert seen == {"began": wall.now, "left": table.banks, "ends": None}


async def test_who_is_still_awaited_does_not_get_time_back(timed: House, wall: Wall) -> None:
    """Where several are awaited at once, one who moves sets nobody else's clock back."""
    for clock in (Clock("move", 60), Clock("bank", 60)):
        id_ = await opened(timed, VARIANTS["medieval"], clock=clock)
        table = await play_until(timed, id_, lambda table: len(table.awaiting) == 3)
        left = [*table.banks]
        wall.now += 20_000
        mover, *others = table.awaiting
        legal = table.game.legal(table.state, mover)  # type: ignore[arg-type]
        await timed.write(id_, act.Moved(mover, msgspec.to_builtins(legal[0])))
        assert table.awaiting == tuple(others)
        for other in others:
            assert table.banks[other] == left[other] - 20_000
        assert time_left(table, wall.now) == min(table.banks[other] for other in others)


async def test_a_changed_placement_does_not_touch_the_clock(timed: House, wall: Wall) -> None:
    id_ = await opened(timed, VARIANTS["medieval"], clock=Clock("bank", 60, increment=5))
    table = await play_until(
        timed,
        id_,
        lambda table: bool(table.state is not None and table.game.may_change(table.state)),
    )
    seat, banks, began = table.game.may_change(table.state)[0], [*table.banks], table.began  # type: ignore[arg-type]
    wall.now += 7_000
    legal = table.game.legal(table.state, seat)  # type: ignore[arg-type]
    await timed.write(id_, act.Moved(seat, msgspec.to_builtins(legal[1])))
    assert (table.banks, table.began) == (banks, began)


async def test_whoever_is_out_of_time_is_played_for(
    timed: House, wall: Wall, attendants: Attendants
) -> None:
    id_ = await opened(timed, clock=Clock("move", 30))
    table = await table_at(timed, id_)
    seat, seq = table.awaiting[0], table.seq
    wall.now += 30_001
    attendants.look(await timed.at_hand(id_))
    await until(lambda: table.seq > seq)
    entry = act.read((await timed.log.entries(id_, seq))[0]["body"])
    assert isinstance(entry, act.Moved)
    assert (entry.seat, entry.by) == (seat, "clock")


async def test_the_clock_runs_on_through_a_restart(
    timed: House, new_house: NewHouse, wall: Wall
) -> None:
    """Nobody looked while the time ran out: whoever serves the table next sees it."""
    id_ = await opened(timed, clock=Clock("move", 30))
    seq = (await table_at(timed, id_)).seq
    wall.now += 60_000
    again = await new_house(wall)
    workers = Workers(1)
    attendants = Attendants(again, workers)
    table = await table_at(again, id_)
    await until(lambda: table.seq > seq)
    assert isinstance(act.read((await again.log.entries(id_, seq))[0]["body"]), act.Moved)
    await attendants.close()
    await workers.close()


async def test_a_clock_put_back_is_waited_for(
    timed: House, wall: Wall, attendants: Attendants
) -> None:
    id_ = await opened(timed, clock=Clock("move", 1))
    table = await table_at(timed, id_)
    seq = table.seq
    wall.now += 990
    attendants.look(await timed.at_hand(id_))
    first = attendants._timers[id_]
    wall.now -= 500
    await until(lambda: attendants._timers[id_] is not first)
    assert table.seq == seq
    wall.now += 600
    await until(lambda: table.seq > seq)


async def test_time_is_called_for_all_where_they_share_a_clock(
    timed: House, wall: Wall, attendants: Attendants
) -> None:
    """Chaos runs until time is called, once, for everybody. [FR-23] [FR-24]"""
    id_ = await opened(timed, VARIANTS["chaos on a clock"], clock=Clock("bank", 300))
    table = await table_at(timed, id_)
    seq = table.seq
    wall.now += 299_000
    await timed.write(id_, act.Named(0, "Zoe"))
    assert table.seq == seq + 1
    wall.now += 1_001
    attendants.look(await timed.at_hand(id_))
    await until(lambda: table.seq > seq + 1)
    called = [act.read(row["body"]) for row in await timed.log.entries(id_, seq + 1)]
    assert called[0] == act.Moved(None, {"type": "time_up"}, "clock")
    assert sum(entry == called[0] for entry in called) == 1


async def test_a_game_on_a_clock_needs_one(timed: House) -> None:
    terms = msgspec.structs.replace(terms_of(VARIANTS["chaos on a clock"]), clock=None)
    with refused("table/clock"):
        await timed.open_table(terms)
