"""Where rooms are kept: what they play, their tables, and at which of them somebody plays."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError, NoResultFound

from realms.kernel.errors import Unreadable
from realms.tables.database import is_taken
from realms.tables.log import TableLog
from realms.tables.schema import ROOM_PLAYERS, ROOM_TABLES, ROOMS, TABLES

MOST_TABLES = 16
"""Tables of a room, at most."""


class RoomTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a room plays, and who opened it."""

    game: str
    options: dict[str, Any]
    people: Annotated[int, Meta(ge=1, le=10)]
    """The first so many seats of each table are people's."""
    bot: str
    """The bot that plays the others."""
    tables: Annotated[int, Meta(ge=2, le=MOST_TABLES)]
    """How many tables there are at most."""
    name: str
    """What its host is called."""


class Room(Struct, frozen=True, kw_only=True):
    """A room as it is kept."""

    id: str
    terms: RoomTerms
    seed: str
    host: str
    """The hash of the secret of who opened it."""
    created: int
    is_closed: bool
    """Whether nobody may join any more."""
    tables: tuple[str, ...]
    """Its tables, in the order in which they were opened."""


async def add_room(log: TableLog, room: Room) -> None:
    """Keep a new room."""
    values = {
        "id": room.id,
        "terms": msgspec.json.encode(room.terms).decode(),
        "seed": room.seed,
        "host": room.host,
        "created": room.created,
        "closed": False,
    }
    await log.execute(insert(ROOMS).values(**values))


async def load_room(log: TableLog, id_: str) -> Room:
    """A room; raises `Unreadable` if there is none."""
    async with log.engine.connect() as connection:
        row = (await connection.execute(select(ROOMS).where(ROOMS.c.id == id_))).first()
        if row is None:
            raise Unreadable("table/no_room")
        wanted = select(ROOM_TABLES.c.table_id).where(ROOM_TABLES.c.room_id == id_)
        tables = (await connection.execute(wanted.order_by(ROOM_TABLES.c.number))).scalars().all()
    return Room(
        id=row.id,
        terms=msgspec.json.decode(row.terms, type=RoomTerms),
        seed=row.seed,
        host=row.host,
        created=row.created,
        is_closed=bool(row.closed),
        tables=tuple(tables),
    )


async def add_table(log: TableLog, room: str, number: int, table: str) -> bool:
    """Note a table as the n-th of a room; False where another one is that already."""
    values = {"room_id": room, "number": number, "table_id": table}
    try:
        await log.execute(insert(ROOM_TABLES).values(**values))
    except IntegrityError as error:
        if not is_taken(error):
            raise Unreadable("table/no_room") from error
        return False
    return True


async def close_room(log: TableLog, room: str) -> None:
    """Note that nobody joins a room any more."""
    await log.execute(update(ROOMS).where(ROOMS.c.id == room).values(closed=True))


async def rooms_of(log: TableLog, digest: str, most: int) -> list[str]:
    """The rooms that somebody, known by the hash of their secret, opened or plays in."""
    plays = select(ROOM_PLAYERS.c.room_id).where(ROOM_PLAYERS.c.secret == digest)
    wanted = select(ROOMS.c.id).where((ROOMS.c.host == digest) | ROOMS.c.id.in_(plays))
    wanted = wanted.order_by(ROOMS.c.created.desc(), ROOMS.c.id).limit(most)
    async with log.engine.connect() as connection:
        return [*(await connection.execute(wanted)).scalars()]


# --- Who plays where: one table a room ---


async def claimed_table(log: TableLog, room: str, digest: str) -> str:
    """The table of a room where somebody plays; empty for none."""
    wanted = select(ROOM_PLAYERS.c.table_id).where(
        ROOM_PLAYERS.c.room_id == room, ROOM_PLAYERS.c.secret == digest
    )
    async with log.engine.connect() as connection:
        return (await connection.execute(wanted)).scalar_one_or_none() or ""


async def claim_table(log: TableLog, room: str, digest: str, table: str, left: str = "") -> str:
    """Note where somebody plays; returns the table that counts, an earlier one if any.

    `left` is a table that they have left again, which counts no more.
    """
    here = (ROOM_PLAYERS.c.room_id == room) & (ROOM_PLAYERS.c.secret == digest)
    try:
        if left:
            moved = update(ROOM_PLAYERS).where(here, ROOM_PLAYERS.c.table_id == left)
            moved = moved.values(table_id=table).returning(ROOM_PLAYERS.c.table_id)
            return str(await log.execute(moved))
        values = {"room_id": room, "secret": digest, "table_id": table}
        await log.execute(insert(ROOM_PLAYERS).values(**values))
    except (IntegrityError, NoResultFound):
        return await claimed_table(log, room, digest)
    return table


async def release_table(log: TableLog, room: str, digest: str, table: str) -> None:
    """Forget that somebody plays at a table of a room: they did not get a seat there."""
    here = (ROOM_PLAYERS.c.room_id == room) & (ROOM_PLAYERS.c.secret == digest)
    await log.execute(delete(ROOM_PLAYERS).where(here, ROOM_PLAYERS.c.table_id == table))


# --- What is forgotten ---


def forget_rooms(digest: str) -> tuple[Any, ...]:
    """The statements by which finished games in rooms, and rooms, are nobody's any more."""
    going_on = select(TABLES.c.id).where(TABLES.c.status != "finished")
    mine = delete(ROOM_PLAYERS).where(ROOM_PLAYERS.c.secret == digest)
    return (
        mine.where(ROOM_PLAYERS.c.table_id.not_in(going_on)),
        update(ROOMS).where(ROOMS.c.host == digest).values(host=""),
    )


def delete_empty(before: int) -> Any:
    """The statement that deletes rooms of before some time whose tables are gone."""
    filled = select(ROOM_TABLES.c.room_id)
    return delete(ROOMS).where(ROOMS.c.created < before, ROOMS.c.id.not_in(filled))
