"""The database behind the tables: SQLite by default, PostgreSQL by its address."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from filelock import AsyncFileLock, BaseFileLock, FileLock, Timeout
from platformdirs import user_data_path
from sqlalchemy import Connection, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from realms.kernel.errors import RealmsError, Unreadable

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
    engine = create_async_engine(url.set(drivername=driver), hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", durable)
    else:
        event.listen(engine.sync_engine, "connect", abandon_idle)
        event.listen(engine.sync_engine, "checkout", refuse_lost)
    return engine


def reading_engine(engine: AsyncEngine) -> AsyncEngine:
    """An engine over the same connections that begins no transaction to read something."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def refuse_lost(connection: Any, _record: Any, _proxy: Any) -> None:
    """Have a connection that was lost replaced, and the others that were lost with it.

    The driver knows as soon as the system does. To ask the database first, as a pool does
    that is told to, would have everything wait for it three times.
    """
    if connection.driver_connection.is_closed():
        raise DisconnectionError


ABANDON_IDLE = "SET idle_in_transaction_session_timeout = '15s'"
"""After so long PostgreSQL ends a transaction in which nothing is asked any more."""


@contextmanager
def closed_if_refused(connection: Any) -> Iterator[None]:
    """Close a new connection that refuses what it is told: nobody else knows of it yet.

    Whoever asked may be gone in the middle of it; then it cannot be closed in good order.
    """
    try:
        yield
    except BaseException:
        getattr(connection, "terminate", connection.close)()
        raise


def abandon_idle(connection: Any, _record: Any) -> None:
    """Let no process that froze in the middle of a commit keep others waiting for its place."""
    with closed_if_refused(connection):
        cursor = connection.cursor()
        cursor.execute(ABANDON_IDLE)
        cursor.close()
        connection.commit()


def durable(connection: Any, _record: Any) -> None:
    """Nothing that was acknowledged is lost: the journal is synced at each commit.

    That the journal is a log ahead of the data is written in the file, by `migrate`.
    """
    with closed_if_refused(connection):
        cursor = connection.cursor()
        for pragma in ("busy_timeout=5000", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


class DatabaseReplaced(RealmsError):
    """The file of the database is not the one that was opened: it was deleted or replaced."""

    def __init__(self) -> None:
        super().__init__("database/replaced")


FileIdentity = tuple[int, int]
"""The device and the number of a file, whatever it is called."""


class DatabaseFile:
    """A file of SQLite that is in use, and whether its name still means the same file.

    SQLite writes on into a file that nobody can find any more. Its journal, in which commits
    lie at first, stands beside it and can go the same way.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._known: dict[str, FileIdentity] = {}

    def note(self) -> None:
        """Remember which file is in use, from now on."""
        self._known = {self.path: file_identity(self.path)}

    def check(self) -> None:
        """Raise `DatabaseReplaced` where the name means another file by now, or none.

        The journal is remembered when it is first seen; it stays as long as the file is open.
        """
        for path in (self.path, f"{self.path}-wal") if self._known else ():
            try:
                found = file_identity(path)
            except FileNotFoundError as error:
                if path in self._known:
                    raise DatabaseReplaced from error
                continue
            if self._known.setdefault(path, found) != found:
                raise DatabaseReplaced

    # --- What other processes are told ---

    def publish(self) -> None:
        """Note beside the file which one is in use, for `realms admin`."""
        self.note()
        identity = self._known[self.path]
        Path(f"{self.path}.open").write_text(f"{identity[0]} {identity[1]}\n", "ascii")

    def withdraw(self) -> None:
        """Remove the note that `publish` wrote."""
        Path(f"{self.path}.open").unlink(missing_ok=True)


def file_identity(path: str) -> FileIdentity:
    """Which file a path means now."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def check_in_use(file: str) -> None:
    """Raise `DatabaseReplaced` where a running server uses another file than the name means."""
    lock = FileLock(f"{file}.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        note = Path(f"{file}.open")
        noted = note.read_text("ascii").split() if note.is_file() else []
        if noted and (int(noted[0]), int(noted[1])) != file_identity(file):
            raise DatabaseReplaced from None
    else:
        lock.release()


UNIQUE = {"23505", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"}
"""How the two databases call a key that is there already."""


def is_taken(error: IntegrityError) -> bool:
    """Whether a row was refused because its key is there already."""
    cause = error.orig
    names = (getattr(cause, name, None) for name in ("sqlstate", "sqlite_errorname"))
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


def watched_file(engine: AsyncEngine) -> DatabaseFile | None:
    """The file of a SQLite database, to be watched; its new connections look first."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file == ":memory:":
        return None
    watched = DatabaseFile(file)

    def look_first(*_about: Any) -> None:
        watched.check()  # else SQLite would make a new, empty file

    event.listen(engine.sync_engine, "do_connect", look_first)
    return watched


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
