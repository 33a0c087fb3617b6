"""Commits: a few statements, all of them or none, safe on disk when it returns.

PostgreSQL is asked over the network without blocking, once for a group: its entries, and what
other processes are told of them, are one statement. SQLite is a library, and its answer
is the disk's: one connection commits a whole group in one go, its entries by one statement,
which is its own transaction. A disk that answers at once is asked directly, since to hand
a group to a thread and back takes longer; a slow one keeps a thread waiting, and nobody else.
All that a process writes to SQLite goes over that connection: a second one that had begun to
write would wait for the process to go on, and the process for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    String,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    select,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from realms.tables import notices
from realms.tables.database import DatabaseFile, durable
from realms.tables.schema import ENTRIES

Step = tuple[Any, Any]
"""A statement, and what fills it."""
EntryRow = tuple[str, int, int, str, str | None]
"""A new row of the log: its table, place, time, body and key."""


COLUMNS = ("table_id", "seq", "at", "body", "key")
ADD = insert(ENTRIES)
_ROWS = func.json_each(bindparam("entries", type_=String)).table_valued("value")
PATHS = tuple(f"$[{place}]" for place in range(len(COLUMNS)))
"""Where a row has its columns, as paths in its JSON."""
_PARTS = (func.json_extract(_ROWS.c.value, path) for path in PATHS)
ADD_ALL = str(ADD.from_select(COLUMNS, select(*_PARTS)).compile(dialect=sqlite.dialect()))
"""Adds any number of rows by one statement: its parameters are the paths, then the rows as JSON.

It is a text, since SQLAlchemy would work out each time that it has compiled it before.
"""


QUICK, SLOW_GROUPS = 0.01, 50
"""Seconds in which a quick disk answers; groups for which a slower one is not trusted again."""


class Committer:
    """Commits over the engine that reads as well, and tells other processes."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT")
        """Makes each statement a transaction, which takes no word more."""

    async def commit(
        self, entries: Sequence[EntryRow], steps: Sequence[Step], process: str
    ) -> None:
        """Commit new entries of a process and some statements; all processes hear of it."""
        columns = [*map(list, zip(*entries, strict=True))]
        if not steps:
            async with self._at_once.connect() as connection:
                await connection.exec_driver_sql(notices.ADD_ENTRIES, (*columns, process))
            return
        async with self.engine.begin() as connection:
            await connection.exec_driver_sql(notices.ADD_ENTRIES, (*columns, process))
            for statement, values in steps:
                await connection.execute(statement, values)

    async def ask(self, statement: Any, notice: str = "") -> Any:
        """Commit one statement, and a notice where given; what it answers, if anything."""
        engine = self.engine if notice else self._at_once
        async with engine.begin() as connection:
            answer = _answer(await connection.execute(statement))
            if notice:
                await connection.exec_driver_sql(notices.SEND, (notice,))
        return answer

    async def close(self) -> None:
        """Let go of what writing needs; nothing may be committed after it."""


class SqliteCommitter(Committer):
    """Commits to a SQLite file in a thread of its own."""

    def __init__(self, engine: AsyncEngine, file: DatabaseFile) -> None:
        super().__init__(engine)
        self._file = file
        self._thread = ThreadPoolExecutor(1, "log")
        self._turn = asyncio.Lock()
        self._is_closed = False
        self._patience = 0
        """Groups that go to the thread before the disk is asked directly again."""
        self._engine: Engine | None = None
        self._connection: Connection | None = None

    async def commit(
        self, entries: Sequence[EntryRow], steps: Sequence[Step], _process: str
    ) -> None:
        """Commit new entries and some statements; no other process has to hear of it."""
        rows = msgspec.json.encode(entries).decode()
        await self._run(partial(_add_entries, rows, steps))

    async def ask(self, statement: Any, _notice: str = "") -> Any:
        """Commit one statement; what it answers, if it answers anything."""
        return await self._run(partial(_execute, steps=[(statement, None)]))

    async def _run(self, work: Callable[[Connection], Any]) -> Any:
        """Have something done over the connection: here, or in the thread, in turn."""
        async with self._turn:
            if self._patience > 0:
                self._patience -= 1
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._thread, self._call, work)
            begin = time.perf_counter()
            answer = self._call(work)
            if time.perf_counter() - begin > QUICK:
                self._patience = SLOW_GROUPS
            return answer

    def _call(self, work: Callable[[Connection], Any]) -> Any:
        """Do it, if the file is still there; what it answers is safe in a file with our name."""
        self._file.check()
        connection = self._connect()
        try:
            answer = work(connection)
            self._file.check()
            return answer
        except Exception:
            if connection.invalidated or connection.closed:
                self._close()
            raise

    def _connect(self) -> Connection:
        if self._connection is None:
            url = self.engine.url.set(drivername="sqlite")
            self._engine = create_engine(
                url,
                isolation_level="AUTOCOMMIT",
                hide_parameters=True,
                connect_args={"check_same_thread": False},  # one thing at a time, here or there
            )
            event.listen(self._engine, "connect", durable)
            self._connection = self._engine.connect()
        return self._connection

    def _close(self) -> None:
        if self._connection is not None and self._engine is not None:
            self._connection.close()
            self._engine.dispose()
        self._connection = self._engine = None

    async def close(self) -> None:
        """Close the connection, in the thread that opened it."""
        if self._is_closed:
            return
        self._is_closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()


def _answer(result: Any) -> Any:
    """The one value that a statement answers; None where it answers nothing."""
    return result.scalar_one() if result.returns_rows else None


def _execute(connection: Connection, steps: Sequence[Step]) -> Any:
    """One statement, over a connection that makes it a transaction."""
    statement, values = steps[0]
    return _answer(connection.execute(statement, values))


def _add_entries(rows: str, steps: Sequence[Step], connection: Connection) -> None:
    """New entries, as JSON, and some statements, over a connection that commits each."""
    if not steps:
        connection.exec_driver_sql(ADD_ALL, (*PATHS, rows))
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        connection.exec_driver_sql(ADD_ALL, (*PATHS, rows))
        for statement, values in steps:
            connection.execute(statement, values)
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")


def committer_for(engine: AsyncEngine, file: DatabaseFile | None) -> Committer:
    """The way to commit to a database; `file` is that of a SQLite database which has one."""
    return Committer(engine) if file is None else SqliteCommitter(engine, file)
