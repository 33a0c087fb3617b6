"""Maintenance of a database: what tables there are, which may go, a copy of them all.

And why it cannot be used, in one sentence: what drivers and files say, put plainly.
"""

from __future__ import annotations

import os
import platform
import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

from alembic.util.exc import CommandError
from asyncpg import (  # type: ignore[import-untyped]
    InsufficientPrivilegeError,
    InterfaceError,
    InvalidAuthorizationSpecificationError,
    InvalidCatalogNameError,
    PostgresError,
    TooManyConnectionsError,
)
from msgspec import Struct
from sqlalchemy import delete, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

import realms
from realms.kernel.errors import RealmsError, Unreadable
from realms.tables.database import check_in_use
from realms.tables.results.daily import day_of
from realms.tables.results.room_store import delete_empty
from realms.tables.schema import ENTRIES, RECORDS, RESULTS, TABLES, TRIES
from realms.tables.service import TableService
from realms.tables.table import Table

DAY, HOUR, MINUTE = 24 * 3600 * 1000, 3600 * 1000, 60 * 1000
"""A day, an hour, a minute, in milliseconds."""
RESULTS_KEPT = 730
"""Days for which results of games are kept."""
REVISION = text("SELECT version_num FROM alembic_version")
SIZES = {
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"),
    "postgresql": text("SELECT pg_database_size(current_database())"),
}
"""How each kind of database tells what it takes on disk."""
VERSIONS = {
    "sqlite": text("SELECT sqlite_version()"),
    "postgresql": text("SELECT current_setting('server_version')"),
}
"""And its own version."""
AT_ONCE = 200
"""Tables that one statement deletes."""


class StoredTable(Struct, frozen=True):
    """A table as its administrator sees it: no secrets."""

    id: str
    game: str
    status: str
    seats: tuple[str, ...]
    """The names, empty for a free seat."""
    changed: int
    """When something last happened, in milliseconds."""


class DatabaseStatus(Struct, frozen=True, kw_only=True):
    """How a database and this machine are doing: no names, no secrets."""

    database: str
    """Its address, without a password."""
    revision: str
    """Of its schema."""
    bytes: int
    """What it takes on disk."""
    tables: dict[str, int]
    """By status."""
    active: dict[str, int]
    """Tables where something happened in the last hour, by game."""
    entries: int
    """All that was ever written down, but for what was pruned."""
    last_minute: int
    last_hour: int
    """Entries written since then."""
    records: int
    """Records that people brought along."""
    load: tuple[float, ...]
    """How many processes want a core, over one, five and fifteen minutes."""
    cores: int
    versions: dict[str, str]


async def database_status(engine: AsyncEngine, at: int) -> DatabaseStatus:
    """How a database is doing at a time."""
    rows = select(ENTRIES.c.table_id, TABLES.c.rules).join(TABLES)
    lately = rows.where(ENTRIES.c.at >= at - HOUR).distinct()
    async with engine.connect() as connection:

        async def ask(statement: Any) -> Any:
            return (await connection.execute(statement)).scalar_one()

        def entries_since(since: int) -> Any:
            return ask(select(func.count()).select_from(ENTRIES).where(ENTRIES.c.at >= since))

        by_status = select(TABLES.c.status, func.count().label("n")).group_by(TABLES.c.status)
        games = Counter(
            row.rules.partition("/")[0] for row in (await connection.execute(lately)).all()
        )
        return DatabaseStatus(
            database=engine.url.set(drivername=engine.dialect.name).render_as_string(),
            revision=await ask(REVISION),
            bytes=await ask(SIZES[engine.dialect.name]),
            tables={row.status: row.n for row in (await connection.execute(by_status)).all()},
            active=dict(games),
            entries=await ask(select(func.count()).select_from(ENTRIES)),
            last_minute=await entries_since(at - MINUTE),
            last_hour=await entries_since(at - HOUR),
            records=await ask(select(func.count()).select_from(RECORDS)),
            load=tuple(round(load, 2) for load in os.getloadavg()),
            cores=os.cpu_count() or 1,
            versions={
                "realms": realms.__version__,
                "python": platform.python_version(),
                "numba": metadata.version("numba"),
                engine.dialect.name: await ask(VERSIONS[engine.dialect.name]),
            },
        )


def existing_file(engine: AsyncEngine) -> str:
    """The file of a SQLite database, which is not made by looking for it."""
    file = engine.url.database or ""
    if engine.dialect.name == "sqlite" and not Path(file).is_file():
        raise Unreadable("file/missing", path=file)
    return file


def _changed() -> Any:
    """When something last happened at a table."""
    last = select(func.max(ENTRIES.c.at)).where(ENTRIES.c.table_id == TABLES.c.id)
    return func.coalesce(last.scalar_subquery(), TABLES.c.changed)


async def stored_tables(service: TableService, most: int) -> list[StoredTable]:
    """The tables that changed last, latest first."""
    wanted = select(TABLES.c.id, TABLES.c.rules, TABLES.c.status, _changed().label("changed"))
    wanted = wanted.order_by(_changed().desc(), TABLES.c.id).limit(most)
    async with service.log.engine.connect() as connection:
        rows = (await connection.execute(wanted)).all()
    return [await _stored(service, row) for row in rows]


async def _stored(service: TableService, row: Any) -> StoredTable:
    table = await _table(service, row.id)
    if table is None:
        return StoredTable(row.id, row.rules.partition("/")[0], row.status, (), row.changed)
    names = tuple(chair.name for chair in table.chairs)
    return StoredTable(row.id, table.game.name, table.status, names, row.changed)


async def _table(service: TableService, id_: str) -> Table | None:
    """A table; None where it cannot be read, such as one of rules we do not have."""
    try:
        return (await service.load(id_)).table
    except RealmsError:
        return None


async def finished_before(service: TableService, at: int) -> list[str]:
    """The tables whose game is over and where nothing has happened since a time.

    Where the note of a table does not say that it is finished, its log may still do so.
    """
    wanted = select(TABLES.c.id, TABLES.c.status).where(TABLES.c.status != "open", _changed() < at)
    async with service.log.engine.connect() as connection:
        rows = (await connection.execute(wanted.order_by(TABLES.c.id))).all()
    gone = []
    for row in rows:
        table = None if row.status == "finished" else await _table(service, row.id)
        if row.status == "finished" or (table is not None and table.status == "finished"):
            gone.append(row.id)
    return gone


async def unfinished_before(service: TableService, at: int) -> list[str]:
    """The tables that were never begun or stand still, where nothing has happened since a time."""
    wanted = select(TABLES.c.id).where(TABLES.c.status != "finished", _changed() < at)
    async with service.log.engine.connect() as connection:
        rows = (await connection.execute(wanted.order_by(TABLES.c.id))).all()
    finished = {*await finished_before(service, at)}
    return [row.id for row in rows if row.id not in finished]


async def records_before(engine: AsyncEngine, at: int) -> int:
    """How many records were brought along that nobody has looked at since a time."""
    wanted = select(func.count()).select_from(RECORDS).where(RECORDS.c.looked < at)
    async with engine.connect() as connection:
        count: int = (await connection.execute(wanted)).scalar_one()
        return count


async def delete_records(engine: AsyncEngine, at: int) -> None:
    """Delete the records that nobody has looked at since a time."""
    async with engine.begin() as connection:
        await connection.execute(delete(RECORDS).where(RECORDS.c.looked < at))


async def delete_results(engine: AsyncEngine, at: int) -> None:
    """Delete the results of games that ended before a time, and the tries of days before it."""
    async with engine.begin() as connection:
        await connection.execute(delete(RESULTS).where(RESULTS.c.at < at))
        await connection.execute(delete(TRIES).where(TRIES.c.day < day_of(at)))


async def delete_rooms(engine: AsyncEngine, at: int) -> None:
    """Delete the rooms that were opened before a time and whose tables are gone."""
    async with engine.begin() as connection:
        await connection.execute(delete_empty(at))


async def delete_tables(engine: AsyncEngine, ids: list[str]) -> None:
    """Delete tables, with all that was written about them."""
    for start in range(0, len(ids), AT_ONCE):
        async with engine.begin() as connection:
            chosen = TABLES.c.id.in_(ids[start : start + AT_ONCE])
            await connection.execute(delete(TABLES).where(chosen))


def check_schema(connection: sqlite3.Connection, file: str) -> None:
    """Refuse a SQLite file without our tables: an empty one, or another program's."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    names = {name for (name,) in rows}
    if not {TABLES.name, ENTRIES.name} <= names:
        raise Unreadable("database/empty", path=file)


def back_up(engine: AsyncEngine, to: Path) -> None:
    """Copy a SQLite database to a new file, for its owner alone, while it is in use."""
    if engine.dialect.name != "sqlite":
        raise Unreadable("admin/pg_dump")
    source = existing_file(engine)
    check_in_use(source)
    os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(to)) as copy:
            check_schema(live, source)
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    except BaseException:
        to.unlink(missing_ok=True)
        raise


# --- Databases that cannot be used ---

KINDS: dict[type[BaseException], str] = {
    InvalidAuthorizationSpecificationError: "password",  # a wrong password is one of these
    InvalidCatalogNameError: "missing",
    InsufficientPrivilegeError: "privilege",
    TooManyConnectionsError: "connections",
    socket.gaierror: "host",
    ConnectionRefusedError: "refused",
    TimeoutError: "silent",
    FileNotFoundError: "no_folder",
    PermissionError: "read_only",
    CommandError: "revision",
}
"""The code of what is wrong, by the kind of error; the first that fits."""
SQLITE = {
    "SQLITE_READONLY": "read_only",
    "SQLITE_CANTOPEN": "not_opened",
    "SQLITE_NOTADB": "not_sqlite",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_FULL": "full",
    "SQLITE_BUSY": "locked",
    "SQLITE_PERM": "read_only",
}
"""The code of what is wrong, by the name of the error in SQLite, without what follows it."""
FAULTS = (OSError, SQLAlchemyError, PostgresError, InterfaceError, CommandError)


@contextmanager
def readable_errors(address: str) -> Iterator[None]:
    """Turn what a database that cannot be used says into one sentence."""
    try:
        yield
    except RealmsError:
        raise
    except FAULTS as error:
        raise why_unusable(error, address) from error


def why_unusable(error: BaseException, address: str) -> Unreadable:
    """What is wrong with a database; its password is left out."""
    url = make_url(address)
    fields = {"where": url.render_as_string(), "name": url.database or "", "host": url.host or ""}
    codes = (code for cause in _causes(error) if (code := _code(cause)))
    return Unreadable(f"database/{next(codes, 'unreachable')}", **fields)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and the chain of its causes."""
    while error is not None:
        yield error
        error = getattr(error, "orig", None) or error.__cause__ or error.__context__


def _code(error: BaseException) -> str:
    """The code of what is wrong; empty where an error does not tell."""
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", "")
        return next((code for known, code in SQLITE.items() if name.startswith(known)), "")
    return next((code for kind, code in KINDS.items() if isinstance(error, kind)), "")
