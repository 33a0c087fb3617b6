"""Several processes on one PostgreSQL serve one table: each sees what the others commit."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import msgspec
import pytest

from realms.tables import entries
from realms.tables.caching import table_cache
from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.service import TableService
from tests.tables import postgres as server
from tests.tables.server_process import Party, Process
from tests.tables.table_play import VARIANTS, a_move, frames, opened, table_at, until

pytestmark = pytest.mark.anyio

SELDOM = 3600
"""Seconds between two signs of life of a stream: what comes before was pushed."""


async def service_on(address: str) -> TableService:
    engine = engine_for(address)
    await migrate(engine)
    service = TableService(TableLog(engine))
    await service.log.open()
    return service


async def closed(*services: TableService) -> None:
    for service in services:
        await service.close()


@pytest.fixture
async def pair(postgres: str) -> AsyncIterator[tuple[TableService, TableService]]:
    """Two services, each with connections of its own, as two processes have them."""
    services = await service_on(postgres), await service_on(postgres)
    yield services
    await closed(*services)


async def test_a_move_here_is_a_frame_there(pair: tuple[TableService, TableService]) -> None:
    here, there = pair
    id_ = await opened(here, VARIANTS["medieval"])
    dice = random.Random(1)
    stream = there.frames(id_, None, SELDOM)
    await anext(stream)
    for _ in range(40):
        table = await table_at(here, id_)
        move = a_move(table, dice)
        if move.seat in table.game.may_change(table.state):  # type: ignore[arg-type]
            continue  # which a spectator does not see
        await here.write(id_, move)
        frame = await asyncio.wait_for(anext(stream), 120)
        assert frame == (await frames(here, id_))[None]
    await stream.aclose()


async def test_what_is_said_here_is_heard_there(pair: tuple[TableService, TableService]) -> None:
    here, there = pair
    id_ = await opened(here)
    stream = there.frames(id_, 1, SELDOM)
    await anext(stream)
    await here.say(id_, 0, "hello")
    frame = await asyncio.wait_for(anext(stream), 120)
    assert msgspec.json.decode(frame or b"")["lines"][0]["text"] == "hello"
    await stream.aclose()


async def test_a_process_does_not_read_what_it_wrote_itself(
    pair: tuple[TableService, TableService],
) -> None:
    here, _there = pair
    read: list[str] = []
    read_entries = here.log.entries

    async def noted(table_id: str, after: int = 0) -> object:
        read.append(table_id)
        return await read_entries(table_id, after)

    here.log.entries = noted  # type: ignore[method-assign, assignment]
    id_ = await opened(here)
    read.clear()
    for name in ("Zoe", "Yan", "Xia"):
        await here.write(id_, entries.SeatRenamed(0, name))
    await asyncio.sleep(0.1)
    assert read == []


async def test_a_seat_taken_here_is_known_there_at_once(
    pair: tuple[TableService, TableService],
) -> None:
    """The next request may reach the other process before the notice does."""
    here, there = pair
    id_ = await opened(here, start=False)
    await there.load(id_)
    await here.write(id_, entries.SeatLeft(0))
    seat, secret = await here.sit(id_, "Zoe")
    assert await there.seat_of(id_, secret) == seat
    await there.write(id_, entries.GameStarted())
    assert (await here.write(id_, entries.SeatRenamed(seat, "Yan"))).table.state is not None


async def test_a_table_being_read_misses_nothing(pair: tuple[TableService, TableService]) -> None:
    """An entry that is committed while the table is loaded is neither lost nor late."""
    here, there = pair
    for _ in range(10):
        id_ = await opened(here)
        for name in ("Zoe", "Yan", "Xia"):
            reading = asyncio.create_task(there.load(id_))
            await here.write(id_, entries.SeatRenamed(0, name))
            seen = await reading
            await until(lambda seen=seen, name=name: seen.table.names[0] == name)  # type: ignore[misc]
            there.cache._tables.pop(id_)


async def test_a_service_closed_while_it_reads_leaves_no_connection_open(postgres: str) -> None:
    here, there = await service_on(postgres), await service_on(postgres)

    are_seen = False

    async def reading() -> None:
        async with there.log.engine.connect() as connection:
            while not are_seen:
                await connection.exec_driver_sql("SELECT pg_sleep(0.5)")

    async def connections() -> int:
        async with here.log.engine.connect() as connection:
            asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            return int((await connection.exec_driver_sql(asked)).scalar_one())

    there.cache._run(reading())
    while await connections() < (both := 4):  # each has one to read, and one that listens
        await asyncio.sleep(0.01)
    are_seen = True
    await closed(there)
    for _try in range(2000):  # PostgreSQL may still be at it
        if (left := await connections()) == both // 2:
            break
        await asyncio.sleep(0.05)
    await closed(here)
    assert left == both // 2


async def test_a_service_does_not_wait_long_for_what_it_reads(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "LAST_READ", 0.1)
    service.cache._run(asyncio.sleep(3600))
    await asyncio.wait_for(service.close(), 300)
    assert not service.cache._reads


async def test_a_lost_connection_is_made_again_and_nothing_is_missed() -> None:
    """PostgreSQL itself is stopped, and started again; what was said meanwhile is seen."""
    with _running() as running:
        running.execute("CREATE DATABASE realms")
        address = f"{running.address}/realms"
        here, there = await service_on(address), await service_on(address)
        id_ = await opened(here)
        table = await table_at(there, id_)
        await asyncio.to_thread(running.stop)
        with pytest.raises(Exception, match=r"."):
            await here.write(id_, entries.SeatRenamed(0, "Nobody"))
        await asyncio.to_thread(running.start)
        await here.write(id_, entries.SeatRenamed(0, "Zoe"))
        await here.say(id_, 0, "back again")
        await until(lambda: table.names[0] == "Zoe")
        await until(lambda: bool(there.cache._tables[id_].lines))
        await here.write(id_, entries.SeatRenamed(0, "Yan"))
        await until(lambda: table.names[0] == "Yan")
        await closed(here, there)


def _running() -> AbstractContextManager[server.Server]:
    try:
        server.programs()
    except server.Missing as missing:
        pytest.skip(f"no PostgreSQL: {missing}")
    return server.running()


async def test_two_server_processes_serve_one_table(postgres: str, tmp_path: Path) -> None:
    """Players on both; each move is seen on the other's stream."""
    one, two = Process(postgres, tmp_path), Process(postgres, tmp_path)
    await asyncio.gather(one.start(), two.start())
    party = Party(one.url, VARIANTS["standard"], "both")
    try:
        await party.open()
        away = Party(two.url, VARIANTS["standard"], "both")
        away.id, away.secrets = party.id, {2: party.secrets.pop(2)}
        arrived = asyncio.Queue[int]()
        watching = [
            asyncio.create_task(watch(process.url, party.id, arrived)) for process in (one, two)
        ]
        assert [await arrived.get() for _ in watching] == [4, 4]
        for _ in range(30):
            seen = await party._sent("GET", f"/tables/{party.id}")
            if seen["outcome"]:
                break
            mover = seen["awaiting"][0]
            await (party if mover in party.secrets else away).move(mover)
            assert {await arrived.get() for _ in watching} == {seen["seq"] + 1}
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        await away.close()
    finally:
        await party.close()
        one.kill()
        two.kill()
    assert away.attempts
    assert party.attempts


async def watch(url: str, id_: str, arrived: asyncio.Queue[int]) -> None:
    """Note the number of each frame of a stream."""
    async with (
        httpx.AsyncClient(timeout=300) as client,
        client.stream("GET", f"{url}/api/tables/{id_}/stream?as=lines") as stream,
    ):
        async for line in stream.aiter_lines():
            if line:
                arrived.put_nowait(msgspec.json.decode(line)["seq"])
