"""Committing: a few statements, all of them or none, safe on disk when it returns.

PostgreSQL is asked over the network without blocking. SQLite is a library, and its answer
is the disk's: one thread keeps one connection and commits a whole group in one go, instead
of handing every statement over and back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from realms.tables.database import durable

Step = tuple[Any, Any]
"""A statement, and what fills it."""


class Writer:
    """Commits over the engine that reads as well."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def commit(
        self, steps: Sequence[Step], last: Callable[[AsyncConnection], Awaitable[None]]
    ) -> None:
        """Commit some statements, and what is said within the same transaction."""
        async with self.engine.begin() as connection:
            for statement, values in steps:
                await connection.execute(statement, values)
            await last(connection)

    async def close(self) -> None:
        """Nothing more is written."""


class ThreadWriter(Writer):
    """Commits to a SQLite file in a thread of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._thread = ThreadPoolExecutor(1, "log")
        self._is_closed = False
        self._engine: Engine | None = None
        self._connection: Connection | None = None

    async def commit(
        self, steps: Sequence[Step], _last: Callable[[AsyncConnection], Awaitable[None]]
    ) -> None:
        """Commit some statements; there is no other process to be told."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, steps)

    def _commit(self, steps: Sequence[Step]) -> None:
        connection = self._opened()
        try:
            with connection.begin():
                for statement, values in steps:
                    connection.execute(statement, values)
        except Exception:
            if connection.invalidated or connection.closed:
                self._close()
            raise

    def _opened(self) -> Connection:
        if self._connection is None:
            self._engine = create_engine(self.engine.url.set(drivername="sqlite"))
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


def writer_for(engine: AsyncEngine) -> Writer:
    """The way to commit to a database."""
    in_file = engine.dialect.name == "sqlite" and engine.url.database not in (None, "", ":memory:")
    return ThreadWriter(engine) if in_file else Writer(engine)
