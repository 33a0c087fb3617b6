"""Many writers for one place: one has it, the others are told that they are late."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from realms.tables import entries
from realms.tables.service import TableService
from realms.tables.writer import Stale
from tests.tables.conftest import NewService
from tests.tables.table_play import VARIANTS, a_move, frames, opened, play, table_at

pytestmark = pytest.mark.anyio

WRITERS = 50


async def legal(service: TableService, id_: str) -> tuple[int, int, list[Any]]:
    """Who is awaited, where the table is for them, and all they may do."""
    table = await table_at(service, id_)
    seat = table.awaiting[0]
    moves = table.game.legal(table.state, seat)  # type: ignore[arg-type]
    return seat, table.seq_for(seat), [msgspec.to_builtins(move) for move in moves[:WRITERS]]


async def race(services: list[TableService], id_: str, keys: list[str | None]) -> Counter[str]:
    """Fifty writers at once, in turn through each service; what each was told."""
    seat, seq, moves = await legal(services[0], id_)

    async def write(service: TableService, number: int) -> str:
        move = entries.MoveMade(seat, moves[number % len(moves)])
        try:
            await service.write(id_, move, seq, keys[number])
        except Stale:
            return "stale"
        return "written"

    writers = zip(itertools.cycle(services), range(WRITERS), strict=False)
    return Counter(await asyncio.gather(*(write(*writer) for writer in writers)))


@pytest.mark.parametrize("processes", [1, 2])
async def test_of_fifty_writers_one_wins(new_service: NewService, processes: int) -> None:
    services = [await new_service() for _ in range(processes)]
    id_ = await opened(services[0])
    for _round in range(10):
        before = len(await services[0].log.entries(id_))
        for service in services:
            await service.load(id_)
        counts = await race(services, id_, [None] * WRITERS)
        assert counts == {"written": 1, "stale": WRITERS - 1}
        assert len(await services[0].log.entries(id_)) == before + 1
    await services[-1].write(id_, entries.SeatRenamed(0, "Zoe"))
    assert await frames(services[-1], id_) == await frames(await new_service(), id_)


@pytest.mark.parametrize("processes", [1, 2])
async def test_fifty_retries_of_one_attempt_are_one_move(
    new_service: NewService, processes: int
) -> None:
    """All are told that it was made, since it was; it was made once."""
    services = [await new_service() for _ in range(processes)]
    id_ = await opened(services[0])
    for attempt in range(5):
        for service in services:
            await service.load(id_)
        before = len(await services[0].log.entries(id_))
        assert await race(services, id_, [f"attempt {attempt}"] * WRITERS) == {"written": WRITERS}
        assert len(await services[0].log.entries(id_)) == before + 1


async def test_whole_games_are_played_through_two_processes(new_service: NewService) -> None:
    """Each move through the service that happens to take it, as behind a load balancer."""
    services = [await new_service(), await new_service()]
    for variant in ("standard", "medieval for two"):
        id_ = await opened(services[0], VARIANTS[variant])
        await services[1].load(id_)
        dice = random.Random(variant)
        while (table := await table_at(services[0], id_)).outcome is None:
            move = a_move(table, dice)
            # It may be taken by the process that has not yet heard of the one before.
            chosen = dice.choice(services)
            await chosen.write(id_, move, table.seq_for(move.seat))
            services = [chosen, *(service for service in services if service is not chosen)]
        assert await frames(await new_service(), id_) == await frames(services[0], id_)


async def test_many_tables_at_once_lose_nothing(
    service: TableService, new_service: NewService
) -> None:
    ids = [await opened(service, VARIANTS["duel"], seed=str(n)) for n in range(20)]
    await asyncio.gather(*(play(service, id_, seed=id_) for id_ in ids))
    other = await new_service()
    for id_ in ids:
        assert (await table_at(service, id_)).status == "finished"
        assert await frames(other, id_) == await frames(service, id_)
