"""The deal of the day: the same cards and dice for everybody, and one try that counts.

Its seed follows from the day and a secret of the server, so that nobody knows it before.
What is published of it from the start (`commitment`) shows later that it was that seed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import UTC, date, datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from realms.kernel.chance import STREAM
from realms.kernel.errors import Unreadable
from realms.tables.schema import RESULTS, SERVER_SECRETS, TRIES
from realms.tables.secrets import hash_secret
from realms.tables.service import TableService
from realms.tables.table import Table

DEALS = "deals"
"""The name of the secret that all deals follow from."""
MOST_RANKED = 50
"""Results of a day that are shown."""


class RankedTry(Struct, frozen=True):
    """A result of a day among the others: its place, from 1, and whose it is."""

    place: int
    name: str
    score: int
    table: str
    is_own: bool


class DayResults(Struct, frozen=True):
    """The results of a daily deal, best first, and the caller's own."""

    played: int
    """How many finished it."""
    ranked: tuple[RankedTry, ...]
    own: RankedTry | None


def day_of(at: int) -> str:
    """The day at a time in milliseconds, as the world's clock has it.

    >>> day_of(1_763_251_200_000)
    '2025-11-16'
    """
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def day_after(day: str) -> str:
    """The day that follows.

    >>> day_after("2025-12-31")
    '2026-01-01'
    """
    return (date.fromisoformat(day) + timedelta(1)).isoformat()


def read_day(text: str, today: str) -> str:
    """A day that was, or today; raises `Unreadable` for other texts."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date().isoformat()
    except ValueError:
        day = ""
    if not day or day != text or day > today:
        raise Unreadable("table/no_such_day", text=text[:20])
    return day


async def seed_of_day(service: TableService, game: str, day: str) -> str:
    """The seed of a game's deal of a day; for tables, and for everybody once the day is over."""
    key = await _server_secret(service)
    made = hmac.new(key.encode(), f"{game} {day}".encode(), hashlib.sha256)
    return STREAM + made.hexdigest()[:32]


async def _server_secret(service: TableService) -> str:
    """The secret that deals follow from, made when it is first asked for."""
    wanted = select(SERVER_SECRETS.c.value).where(SERVER_SECRETS.c.name == DEALS)
    for value in (secrets.token_hex(32), ""):
        async with service.log.engine.connect() as connection:
            found: str | None = (await connection.execute(wanted)).scalar_one_or_none()
        if found:
            return found
        try:
            await service.log.execute(insert(SERVER_SECRETS).values(name=DEALS, value=value))
        except IntegrityError:  # another process was first
            continue
        return value
    raise Unreadable("table/unknown")


async def own_try(service: TableService, game: str, day: str, secret: str | None) -> str:
    """The table where a player plays the deal of a day; empty where there is none."""
    if not secret:
        return ""
    digest = hash_secret(secret)
    wanted = select(TRIES.c.table_id).where(
        TRIES.c.day == day, TRIES.c.game == game, TRIES.c.secret == digest
    )
    async with service.log.engine.connect() as connection:
        found: str | None = (await connection.execute(wanted)).scalar_one_or_none()
    return found or ""


async def claim_try(service: TableService, game: str, day: str, secret: str, table: str) -> str:
    """Note a table as a player's one try; returns the table that counts, an earlier one if any."""
    values = {"day": day, "game": game, "secret": hash_secret(secret), "table_id": table}
    try:
        await service.log.execute(insert(TRIES).values(**values))
    except IntegrityError:
        return await own_try(service, game, day, secret)
    return table


async def day_results(service: TableService, game: str, day: str, secret: str | None) -> DayResults:
    """The results of a day, best first; equal scores share a place."""
    digest = hash_secret(secret) if secret else ""
    here = (RESULTS.c.day == day) & (RESULTS.c.game == game)
    columns = (RESULTS.c.name, RESULTS.c.score, RESULTS.c.table_id, RESULTS.c.secret)
    best = select(*columns).where(here).order_by(RESULTS.c.score.desc(), RESULTS.c.at)
    async with service.log.engine.connect() as connection:
        played: int = (
            await connection.execute(select(func.count()).select_from(RESULTS).where(here))
        ).scalar_one()
        rows = (await connection.execute(best.limit(MOST_RANKED))).all()
        mine = (await connection.execute(best.where(RESULTS.c.secret == digest))).first()
        own = None
        if mine is not None:
            better = select(func.count()).select_from(RESULTS)
            better = better.where(here, RESULTS.c.score > mine.score)
            own = _ranked(mine, (await connection.execute(better)).scalar_one() + 1, digest)
    ranked: list[RankedTry] = []
    for number, row in enumerate(rows, 1):
        is_equal = bool(ranked) and ranked[-1].score == row.score
        ranked.append(_ranked(row, ranked[-1].place if is_equal else number, digest))
    return DayResults(played, tuple(ranked), own)


def _ranked(row: Any, place: int, digest: str) -> RankedTry:
    is_own = bool(digest) and row.secret == digest
    return RankedTry(place, row.name, row.score, row.table_id, is_own)


async def may_compare_days(service: TableService, table: Table, secret: str | None) -> bool:
    """Whether somebody who has no seat at a table of a day's deal may look at it.

    Its game has to be over, and so does their own of the same day and game, or the day.
    """
    day = table.terms.day
    if not day or table.outcome is None:
        return False
    if day < day_of(service.clock()):
        return True
    own = await own_try(service, table.game.name, day, secret)
    try:
        return bool(own) and (await service.load(own)).table.outcome is not None
    except Unreadable:  # pruned
        return False
