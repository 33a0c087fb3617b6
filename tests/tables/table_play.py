"""Tables for the tests: opened in one line, played by dice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from realms.fantasy import Options as Fantasy
from realms.kernel.conformance import random_move, seat_names
from realms.kernel.errors import RealmsError
from realms.medieval import Options as Medieval
from realms.tables import entries
from realms.tables.caching.cached_table import CachedTable
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.terms import Clock, Terms

VARIANTS: dict[str, Fantasy | Medieval] = {
    "standard": Fantasy(players=3),
    "declared": Fantasy(players=4, declare=True),
    "duel": Fantasy(players=2, variant="duel"),
    "chaos": Fantasy(players=4, variant="chaos", rounds=3),
    "chaos on a clock": Fantasy(players=3, variant="chaos", clock=True, declare=True),
    "medieval": Medieval(players=3),
    "medieval for two": Medieval(players=2),
    "medieval of five, Spanish": Medieval(players=5, edition="es"),
}
"""Both games, and all variants."""

SECRETS: dict[str, list[str]] = {}
"""The secrets of the seats of each table that was opened here."""


def terms_of(options: Fantasy | Medieval, **more: Any) -> Terms:
    game = "fantasy" if isinstance(options, Fantasy) else "medieval"
    if getattr(options, "clock", False):
        more.setdefault("clock", Clock("bank", 600))
    return Terms(game, msgspec.to_builtins(options), **more)


async def opened(
    service: TableService,
    options: Fantasy | Medieval = VARIANTS["standard"],
    bots: tuple[int, ...] = (),
    seed: str = "a seed",
    start: bool = True,
    **more: Any,
) -> str:
    """A table where all seats are taken, by people and by bots, and the cards are dealt."""
    id_ = await service.open_table(terms_of(options, **more), seed)
    SECRETS[id_] = [""] * options.players
    for seat, name in enumerate(seat_names(options.players)):
        if seat in bots:
            await service.write(id_, entries.BotSeated(seat, "random"))
        else:
            SECRETS[id_][seat] = (await service.sit(id_, name, seat))[1]
    if start:
        await service.write(id_, entries.GameStarted())
    return id_


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Whatever happens inside is refused, for that reason."""
    with pytest.raises(RealmsError) as error:
        yield
    assert error.value.code == code


async def table_at(service: TableService, id_: str) -> Table:
    return (await service.load(id_)).table


def a_move(table: Table, dice: random.Random, evenly: bool = False) -> entries.MoveMade:
    """A legal move of somebody who is awaited."""
    assert table.state is not None
    seat, move = random_move(table.game, table.state, dice, evenly=evenly)
    return entries.MoveMade(seat, msgspec.to_builtins(move))


async def play(
    service: TableService, id_: str, moves: int = 10_000, seed: str = "dice"
) -> CachedTable:
    """Some random moves, or the whole game."""
    dice, seen = random.Random(seed), await service.load(id_)
    for _ in range(moves):
        if seen.table.outcome is not None:
            break
        move = a_move(seen.table, dice)
        seen = await service.write(id_, move, seen.table.seq_for(move.seat))
    return seen


async def play_until(
    service: TableService, id_: str, reached: Callable[[Table], bool], seed: str = "dice"
) -> Table:
    """Random moves until something is so; passing is rare."""
    dice, table = random.Random(seed), await table_at(service, id_)
    while not reached(table):
        assert table.outcome is None, "it was never so"
        await service.write(id_, a_move(table, dice, evenly=True))
    return table


async def frames(service: TableService, id_: str) -> dict[int | None, bytes]:
    """The table through every pair of eyes."""
    seen = await service.load(id_)
    return {seat: service.frame(seen, seat) for seat in (None, *range(len(seen.table.chairs)))}


async def until(reached: Callable[[], bool], seconds: float = 300.0) -> None:
    """Wait for what other tasks and processes do; long only where they fail."""
    async with asyncio.timeout(seconds):
        while not reached():
            await asyncio.sleep(0.002)
