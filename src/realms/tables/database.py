"""The database behind the tables: SQLite by default, PostgreSQL by its address."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from asyncpg import InterfaceError, PostgresError  # type: ignore[import-untyped]
from filelock import AsyncFileLock, BaseFileLock, FileLock, Timeout
from platformdirs import user_data_path
from sqlalchemy import Connection, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from realms.kernel.errors import Unreadable

LOG = logging.getLogger("realms.tables")
MIGRATIONS = Path(__file__).parent / "migrations"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


def default_url(folder: Path | None = None) -> str:
    """The embedded database, in the user's data directory unless told otherwise."""
    home = folder or user_data_path("realms")
    home.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{home / 'realms.sqlite'}"


def engine_for(address: str) -> AsyncEngine:
    """An engine for `sqlite:///FILE` or `postgresql://USER@HOST/NAME`."""
    try:
        url = make_url(address)
        driver = DRIVERS[url.get_backend_name()]
    except (ArgumentError, KeyError) as error:
        raise Unreadable("database/address") from error
    engine = create_async_engine(
        url.set(drivername=driver), pool_pre_ping=True, hide_parameters=True
    )
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", durable)
    return engine


def durable(connection: Any, _record: Any) -> None:
    """Nothing that was acknowledged is lost: the journal is synced at each commit.

    That the journal is a log ahead of the data is written in the file, by `migrate`.
    """
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


UNIQUE = {"23505", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"}
"""How the two databases call a key that is there already."""


def is_taken(error: IntegrityError) -> bool:
    """Whether a row was refused because its key is there already."""
    told = error.orig
    names = (getattr(told, name, None) for name in ("sqlstate", "sqlite_errorname"))
    return not UNIQUE.isdisjoint(names)


def lock_of(engine: AsyncEngine) -> BaseFileLock | None:
    """The lock on a SQLite file that its one server process holds until it ends."""
    file = _file_of(engine)
    if file is None:
        return None
    lock = FileLock(f"{file}.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise Unreadable("database/one_process") from error
    return lock


def _file_of(engine: AsyncEngine) -> str | None:
    """The file of a SQLite database; None for one in memory."""
    file = engine.url.database
    if not file or file == ":memory:":
        return None
    if not Path(file).absolute().parent.is_dir():
        raise FileNotFoundError(file)  # else a mistyped path would make folders
    return file


async def migrate(engine: AsyncEngine, revision: str = "head") -> None:
    """Bring the database to a revision of the schema, the newest unless told.

    All of it or nothing, and by one process while others wait.
    """
    if engine.dialect.name == "sqlite":
        await _switch_journal(engine)
    async with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            # A table that is rebuilt would take with it the rows that refer to it.
            await connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            await connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
        try:
            await connection.run_sync(_upgrade, revision)
            await connection.commit()
        finally:
            await connection.invalidate()  # with its pragma


FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0
"""Seconds between attempts to reach a database: doubled each time, up to the longest."""
ATTEMPT = 20.0
"""Seconds that one attempt may take."""
AWAY = (OSError, TimeoutError, DBAPIError, PostgresError, InterfaceError)


async def open_when_there(engine: AsyncEngine, open_log: Callable[[], Awaitable[None]]) -> None:
    """Open a log and bring its database up to date, as soon as the database can be reached.

    A file of SQLite is there or is not: only PostgreSQL is waited for.
    """
    if engine.dialect.name == "sqlite":
        await open_log()  # which holds the file, before anything is changed in it
        await migrate(engine)
        return
    wait = FIRST_WAIT
    while True:
        try:
            async with asyncio.timeout(ATTEMPT):
                await migrate(engine)
                await open_log()
            return
        except AWAY as error:
            reason = type(error).__name__
        LOG.warning("the database cannot be reached (%s); next try in %g s", reason, wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


async def _switch_journal(engine: AsyncEngine) -> None:
    """Have a SQLite file keep a log ahead of its data, for good.

    One process at a time: of two that switch at once SQLite refuses one, and does not wait.
    """
    file = _file_of(engine)
    if file is None:
        return
    async with AsyncFileLock(f"{file}.journal.lock"), engine.connect() as connection:
        await connection.exec_driver_sql("PRAGMA journal_mode=WAL")


MIGRATING = 0x7EA1
"""The number of the lock that PostgreSQL keeps for whoever migrates."""


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
