"""The server is killed in mid-game, again and again: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path

import httpx
import msgspec
import pytest

from realms.kernel.record import verify
from realms.tables import entries
from realms.tables.service import TableService
from tests.support.samples import amount
from tests.tables.conftest import NewService
from tests.tables.server_process import Party, Process
from tests.tables.table_play import VARIANTS, table_at, until

pytestmark = pytest.mark.anyio

KILLS = amount(4, 100)
LONGEST_LIFE = 40
"""Moves that a server has acknowledged, at most, before it is killed."""

PARTIES = {
    "standard": (),
    "duel": (),
    "chaos": (),
    "medieval": (),
    "declared": (1, 2),
}
"""Variants, and the seats that bots play."""


async def watch(url: str, id_: str, numbers: list[int]) -> None:
    """Hold a stream, and hold it again whenever it breaks, as a browser does."""
    async with httpx.AsyncClient(base_url=url, timeout=5) as client:
        while True:
            try:
                async with client.stream("GET", f"/api/tables/{id_}/stream?as=lines") as stream:
                    lines = (line async for line in stream.aiter_lines() if line)
                    async for line in lines:
                        numbers.append(msgspec.json.decode(line)["seq"])  # noqa: PERF401
            except httpx.TransportError:
                await asyncio.sleep(0.02)


async def check(service: TableService, party: Party) -> int:
    """Hold the logs of a party's tables to what it was told; how many moves they have."""
    return sum(
        [await check_table(service, party, id_) for id_ in {a.table for a in party.attempts}]
    )


async def check_table(service: TableService, party: Party, id_: str) -> int:
    rows = await service.log.entries(id_)
    assert [row["seq"] for row in rows] == [*range(1, len(rows) + 1)]
    written = {row["key"]: entries.decode_entry(row["body"]) for row in rows if row["key"]}
    attempts = {f"{a.seat}:{a.key}": a for a in party.attempts if a.table == id_}
    for key, attempt in attempts.items():
        if attempt.is_acknowledged:
            assert written[key] == entries.MoveMade(attempt.seat, attempt.move)
    moves = [
        entry
        for row in rows
        if isinstance(entry := entries.decode_entry(row["body"]), entries.MoveMade)
    ]
    by_people = [entry for entry in moves if entry.by == "seat"]
    assert len(by_people) == len(written), "every move is an attempt's, and no attempt's twice"
    assert set(written) <= set(attempts)
    table = await table_at(service, id_)
    assert len(table.turns) == len(moves)
    verify(table.game, table.record())
    return len(moves)


def acknowledged(parties: list[Party]) -> int:
    return sum(attempt.is_acknowledged for party in parties for attempt in party.attempts)


async def kill_again_and_again(server: Process, parties: list[Party], dice: random.Random) -> None:
    for _kill in range(KILLS):
        await play_a_while(parties, dice)
        server.kill()
        await server.start()


async def play_a_while(parties: list[Party], dice: random.Random) -> None:
    """Wait until some more moves have been acknowledged, and then any moment."""
    enough = acknowledged(parties) + dice.randrange(LONGEST_LIFE)
    await until(partial(reached, parties, enough))
    await asyncio.sleep(dice.uniform(0, 0.01))


def reached(parties: list[Party], number: int) -> bool:
    return acknowledged(parties) >= number


@pytest.mark.soak
async def test_a_server_killed_at_any_moment_loses_nothing(
    database: str, new_service: NewService, tmp_path: Path
) -> None:
    server = Process(database, tmp_path)
    await server.start()
    parties = [
        Party(server.url, VARIANTS[variant], variant, bots) for variant, bots in PARTIES.items()
    ]
    numbers: list[int] = []
    try:
        await asyncio.gather(*(party.open() for party in parties))
        watched = parties[0].id
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(party.play_on()) for party in parties]
            playing.append(group.create_task(watch(server.url, watched, numbers)))
            await kill_again_and_again(server, parties, random.Random(database[:6]))
            for task in playing:
                task.cancel()
        server.kill()  # it may not yet have finished what it was asked
        service = await new_service()
        kept = sum([await check(service, party) for party in parties])
        assert kept >= acknowledged(parties) > 5 * KILLS
        assert sum(party.retries for party in parties) >= KILLS, "it was killed under load"
        assert numbers == sorted(numbers), "nobody was shown what was not kept"
        assert numbers[-1] <= (await table_at(service, watched)).seq
        await server.start()
        for party in parties:
            await party.play(moves=3)  # and the games go on
    finally:
        server.kill()
        for party in parties:
            await party.close()


async def test_a_server_asked_to_stop_finishes_what_it_writes(
    database: str, new_service: NewService, tmp_path: Path
) -> None:
    server = Process(database, tmp_path)
    await server.start()
    parties = [Party(server.url, VARIANTS["medieval"], f"party-{n}") for n in range(3)]
    await asyncio.gather(*(party.open() for party in parties))
    playing = [asyncio.create_task(party.play_on()) for party in parties]
    await until(partial(reached, parties, 30))
    status = await asyncio.to_thread(server.stop)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    assert status == 0
    service = await new_service()
    for party in parties:
        assert await check(service, party) > 0
        await party.close()
