"""Whatever happens to servers, disks and databases: nothing acknowledged is lost or doubled.

Each trouble comes again and again while people play; then the logs are held to what they were
told, and every game goes on to its end.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import insert

from realms.tables import database
from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.schema import ENTRIES
from realms.tables.service import TableService
from tests.support.samples import SOAKING, amount
from tests.tables.durability.test_crash import acknowledged, check, play_a_while
from tests.tables.postgres import Server
from tests.tables.server_process import Party, Process
from tests.tables.table_play import VARIANTS, terms_of, until

pytestmark = [pytest.mark.anyio, pytest.mark.soak]

GAMES = ("standard", "duel", "chaos", "medieval for two")[: amount(2, 4)]
for_a_night = pytest.mark.skipif(not SOAKING, reason="people wait for what is frozen; make soak")
Trouble = Callable[[random.Random], Awaitable[None]]


@asynccontextmanager
async def playing(
    database: str, folder: Path, servers: int = 1
) -> AsyncIterator[tuple[list[Process], list[Party]]]:
    """Servers on a database, and parties that play there on and on, by any of them."""
    running = [Process(database, folder) for _ in range(servers)]
    for server in running:
        await server.start()
    urls = [server.url for server in running]
    parties = [Party(urls, VARIANTS[variant], variant, patience=1) for variant in GAMES]
    try:
        await asyncio.gather(*(party.open() for party in parties))
        yield running, parties
    finally:
        for server in running:
            with suppress(ProcessLookupError):
                server.thaw()
            server.kill()
        for party in parties:
            await party.close()


async def go_through(parties: list[Party], trouble: Trouble, times: int, seed: str) -> None:
    """Let people play while something happens again and again; then they finish their games."""
    dice = random.Random(seed)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(party.play_on()) for party in parties]
        for _time in range(times):
            await play_a_while(parties, dice)
            await trouble(dice)
        await play_a_while(parties, dice)
        for task in tasks:
            task.cancel()
    assert acknowledged(parties) > times
    assert sum(party.retries for party in parties) > 0, "it was felt"
    assert all(await asyncio.gather(*(party.play() for party in parties))), "games finish"


async def resent(parties: list[Party], requests: int) -> None:
    """Wait until so many more requests were not answered, or by an error of the server."""
    enough = requests + sum(party.retries for party in parties)
    await until(lambda: sum(party.retries for party in parties) >= enough)


async def check_all(database: str, parties: list[Party]) -> None:
    """Hold the logs to what people were told."""
    service = TableService(TableLog(engine_for(database)))
    try:
        kept = sum([await check(service, party) for party in parties])
        assert kept >= acknowledged(parties)
    finally:
        await service.close()


async def test_two_processes_killed_in_turn(postgres: str, tmp_path: Path) -> None:
    """Each request goes to either process, and so does the one that is sent again."""
    async with playing(postgres, tmp_path, servers=2) as (servers, parties):

        async def kill(dice: random.Random) -> None:
            server = dice.choice(servers)
            server.kill()
            await server.start()

        await go_through(parties, kill, amount(3, 100), "kill")
        await check_all(postgres, parties)


@for_a_night
async def test_a_process_that_freezes_and_wakes_up(postgres: str, tmp_path: Path) -> None:
    """What it was doing when it froze it does when it wakes, while others went on."""
    async with playing(postgres, tmp_path, servers=2) as (servers, parties):

        async def freeze(dice: random.Random) -> None:
            server = dice.choice(servers)
            server.freeze()
            await resent(parties, dice.randrange(1, 4))  # longer than people wait
            server.thaw()

        await go_through(parties, freeze, 25, "freeze")
        await check_all(postgres, parties)


async def test_a_database_that_goes_away(
    postgres: str, postgres_server: Server, tmp_path: Path
) -> None:
    async with playing(postgres, tmp_path, servers=2) as (_servers, parties):

        async def stop(dice: random.Random) -> None:
            await asyncio.to_thread(postgres_server.stop)
            await resent(parties, dice.randrange(1, 4))
            await asyncio.to_thread(postgres_server.start)

        await go_through(parties, stop, amount(1, 15), "stop")
        await check_all(postgres, parties)


async def test_a_disk_that_is_full(sqlite: str, tmp_path: Path) -> None:
    async with playing(sqlite, tmp_path) as ([server], parties):

        async def fill(dice: random.Random) -> None:
            server.fill_disk()
            await resent(parties, 3)
            if dice.random() < 0.5:  # and what was half written is half written
                server.kill()
                await server.start()
            else:
                server.empty_disk()

        await go_through(parties, fill, amount(1, 25), "fill")
        server.kill()
        await check_all(sqlite, parties)


@for_a_night
async def test_a_frozen_server_of_one_file(sqlite: str, tmp_path: Path) -> None:
    async with playing(sqlite, tmp_path) as ([server], parties):

        async def freeze(dice: random.Random) -> None:
            server.freeze()
            await resent(parties, dice.randrange(1, 3))
            server.thaw()
            server.kill()  # where it woke up
            await server.start()

        await go_through(parties, freeze, 25, "freeze one")
        server.kill()
        await check_all(sqlite, parties)


async def test_who_freezes_in_the_middle_of_a_commit_keeps_nobody_waiting(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its place in the log is locked until it goes on, which it may never do."""
    soon = database.ABANDON_IDLE.replace("15s", "300ms")
    monkeypatch.setattr(database, "ABANDON_IDLE", soon)
    service = TableService(TableLog(engine_for(postgres)))
    frozen = engine_for(postgres)
    try:
        await migrate(service.log.engine)
        id_ = await service.open_table(terms_of(VARIANTS["duel"]))
        async with frozen.connect() as connection:
            place = {"table_id": id_, "seq": 1, "at": 1, "body": "{}"}
            await connection.execute(insert(ENTRIES).values(**place))
            assert await asyncio.wait_for(service.sit(id_, "Ada"), 60)
            await connection.invalidate()
    finally:
        await frozen.dispose()
        await service.close()
