"""Where results are kept: with a game's last move, by the hash of the player's secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from realms.tables.results.result import GameResult
from realms.tables.schema import RESULTS, SEATS, TABLES

MOST_SHOWN = 2_000
"""The last results of a player that are read at most."""

_DECODER = msgspec.json.Decoder(GameResult)


class KeptResult(Struct, frozen=True, gc=False):
    """A result as the database keeps it."""

    table_id: str
    seat: int
    secret: str
    at: int
    game: str
    day: str
    score: int
    name: str
    body: str

    @property
    def values(self) -> dict[str, Any]:
        """Its columns."""
        return msgspec.structs.asdict(self)


def result_row(secret: str, result: GameResult) -> KeptResult:
    """A result of somebody, given by the hash of their secret, as a row."""
    return KeptResult(
        table_id=result.table,
        seat=result.seat,
        secret=secret,
        at=result.at,
        game=result.game,
        day=result.day,
        score=result.score,
        name=result.seats[result.seat].name,
        body=msgspec.json.encode(result).decode(),
    )


async def read_results(engine: AsyncEngine, secret: str) -> list[GameResult]:
    """The results of somebody, given by the hash of their secret, the latest first."""
    wanted = select(RESULTS.c.body).where(RESULTS.c.secret == secret)
    wanted = wanted.order_by(RESULTS.c.at.desc(), RESULTS.c.table_id).limit(MOST_SHOWN)
    async with engine.connect() as connection:
        bodies = (await connection.execute(wanted)).scalars().all()
    return [_DECODER.decode(body) for body in bodies]


async def unkept_tables(engine: AsyncEngine, secret: str, most: int) -> Sequence[str]:
    """Finished tables of somebody without a result: games of before results were kept."""
    kept = select(RESULTS.c.table_id).where(RESULTS.c.table_id == TABLES.c.id)
    wanted = select(TABLES.c.id).join(SEATS, SEATS.c.table_id == TABLES.c.id)
    wanted = wanted.where(SEATS.c.secret == secret, TABLES.c.status == "finished", ~kept.exists())
    wanted = wanted.group_by(TABLES.c.id).order_by(TABLES.c.changed.desc()).limit(most)
    async with engine.connect() as connection:
        return (await connection.execute(wanted)).scalars().all()


async def existing_tables(engine: AsyncEngine, ids: Sequence[str]) -> frozenset[str]:
    """The tables, among those given, that still exist."""
    async with engine.connect() as connection:
        found = await connection.execute(select(TABLES.c.id).where(TABLES.c.id.in_(ids)))
        return frozenset(found.scalars())


def insert_result(row: KeptResult) -> Any:
    """The statement that keeps a result."""
    return insert(RESULTS).values(**row.values)


async def results_at(engine: AsyncEngine, table: str) -> list[GameResult]:
    """The results of a table, one for each player that is kept."""
    wanted = select(RESULTS.c.body).where(RESULTS.c.table_id == table)
    async with engine.connect() as connection:
        bodies = (await connection.execute(wanted)).scalars().all()
    return [_DECODER.decode(body) for body in bodies]


def replace_result(result: GameResult) -> Any:
    """The statement that keeps a result with more told of it."""
    here = (RESULTS.c.table_id == result.table) & (RESULTS.c.seat == result.seat)
    return update(RESULTS).where(here).values(body=msgspec.json.encode(result).decode())


def delete_results(secret: str) -> Any:
    """The statement that forgets the results of somebody."""
    return delete(RESULTS).where(RESULTS.c.secret == secret)


def release_finished(secret: str) -> Any:
    """The statement by which somebody's finished tables are no longer known as theirs."""
    over = select(TABLES.c.id).where(TABLES.c.status == "finished")
    return delete(SEATS).where(SEATS.c.secret == secret, SEATS.c.table_id.in_(over))
