"""Many writers for one place: one has it, the others are told that they are late."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from realms.tables import entries as act
from realms.tables.house import House
from realms.tables.scribe import Stale
from tests.tables.conftest import NewHouse
from tests.tables.playing import VARIANTS, a_move, frames, opened, play, table_at

pytestmark = pytest.mark.anyio

WRITERS = 50


async def legal(house: House, id_: str) -> tuple[int, int, list[Any]]:
    """Who is awaited, where the table is for them, and all they may do."""
    table = await table_at(house, id_)
    seat = table.awaiting[0]
    moves = table.game.legal(table.state, seat)  # type: ignore[arg-type]
    return seat, table.seq_for(seat), [msgspec.to_builtins(move) for move in moves[:WRITERS]]


async def race(houses: list[House], id_: str, keys: list[str | None]) -> Counter[str]:
    """Fifty writers at once, in turn through each house; what each was told."""
    seat, seq, moves = await legal(houses[0], id_)

    async def write(house: House, number: int) -> str:
        move = act.Moved(seat, moves[number % len(moves)])
        try:
            await house.write(id_, move, seq, keys[number])
        except Stale:
            return "stale"
        return "written"

    writers = zip(itertools.cycle(houses), range(WRITERS), strict=False)
    return Counter(await asyncio.gather(*(write(*writer) for writer in writers)))


@pytest.mark.parametrize("processes", [1, 2])
async def test_of_fifty_writers_one_wins(new_house: NewHouse, processes: int) -> None:
    houses = [await new_house() for _ in range(processes)]
    id_ = await opened(houses[0])
    for _round in range(10):
        before = len(await houses[0].log.entries(id_))
        for house in houses:
            await house.at_hand(id_)
        told = await race(houses, id_, [None] * WRITERS)
        assert told == {"written": 1, "stale": WRITERS - 1}
        assert len(await houses[0].log.entries(id_)) == before + 1
    await houses[-1].write(id_, act.Named(0, "Zoe"))
    assert await frames(houses[-1], id_) == await frames(await new_house(), id_)


@pytest.mark.parametrize("processes", [1, 2])
async def test_fifty_retries_of_one_attempt_are_one_move(
    new_house: NewHouse, processes: int
) -> None:
    """All are told that it was made, since it was; it was made once."""
    houses = [await new_house() for _ in range(processes)]
    id_ = await opened(houses[0])
    for attempt in range(5):
        for house in houses:
            await house.at_hand(id_)
        before = len(await houses[0].log.entries(id_))
        assert await race(houses, id_, [f"attempt {attempt}"] * WRITERS) == {"written": WRITERS}
        assert len(await houses[0].log.entries(id_)) == before + 1


async def test_whole_games_are_played_through_two_processes(new_house: NewHouse) -> None:
    """Each move through the house that happens to take it, as behind a load balancer."""
    houses = [await new_house(), await new_house()]
    for variant in ("standard", "medieval for two"):
        id_ = await opened(houses[0], VARIANTS[variant])
        await houses[1].at_hand(id_)
        dice = random.Random(variant)
        while (table := await table_at(houses[0], id_)).outcome is None:
            move = a_move(table, dice)
            # It may be taken by the process that has not yet heard of the one before.
            chosen = dice.choice(houses)
            await chosen.write(id_, move, table.seq_for(move.seat))
            houses = [chosen, *(house for house in houses if house is not chosen)]
        assert await frames(await new_house(), id_) == await frames(houses[0], id_)


async def test_many_tables_at_once_lose_nothing(house: House, new_house: NewHouse) -> None:
    ids = [await opened(house, VARIANTS["duel"], seed=str(n)) for n in range(20)]
    await asyncio.gather(*(play(house, id_, seed=id_) for id_ in ids))
    other = await new_house()
    for id_ in ids:
        assert (await table_at(house, id_)).status == "finished"
        assert await frames(other, id_) == await frames(house, id_)
