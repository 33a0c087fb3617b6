"""What other processes on the same PostgreSQL have committed, heard of at once.

A notice is sent by the transaction that it tells of, so it comes after the commit and never
without one. It carries no content: `PROCESS TABLE SEQ` for an entry, `PROCESS TABLE line`
for something said. Whoever hears it reads the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

LOG = logging.getLogger("realms.tables")

CHANNEL = "realms"
SEND = f"SELECT pg_notify('{CHANNEL}', $1)"
"""Lets a transaction tell all processes something, when it is committed."""
ADD_ENTRIES = f"""
WITH added AS (
    INSERT INTO entries (table_id, seq, at, body, key)
    SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::text[])
    RETURNING table_id, seq
)
SELECT pg_notify('{CHANNEL}', concat_ws(' ', $6::text, table_id, seq)) FROM added
"""
"""Adds entries, given column by column, and tells all processes whose they are and where."""
LINE = "line"

BEAT = 10.0
"""Seconds of silence after which the connection is tried."""
FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0
"""Seconds between attempts to connect again: doubled each time, up to the longest."""

LOST = (OSError, SQLAlchemyError, TimeoutError)


class NoticeListener:
    """Listens for a process, and connects again when the connection is lost.

    `on_notice(payload)` is called for each notice, `on_gap()` whenever there may have been
    notices that nobody on_notice.
    """

    def __init__(
        self, engine: AsyncEngine, on_notice: Callable[[str], None], on_gap: Callable[[], None]
    ) -> None:
        self.engine, self.on_notice, self.on_gap = engine, on_notice, on_gap
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Listen from now on; returns when nothing can be missed any more."""
        connection, lost = await self._connect()
        self._task = asyncio.create_task(self._stay(connection, lost))

    async def close(self) -> None:
        """Stop listening."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _connect(self) -> tuple[AsyncConnection, asyncio.Event]:
        connection = await self.engine.connect()
        lost = asyncio.Event()
        try:
            driver = await _driver(connection)
            driver.add_termination_listener(lambda _connection: lost.set())
            await driver.add_listener(CHANNEL, self._notified)
        except BaseException:
            await _drop(connection)
            raise
        return connection, lost

    def _notified(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        self.on_notice(payload)

    async def _stay(self, connection: AsyncConnection, lost: asyncio.Event) -> None:
        while True:
            try:
                await _until_lost(connection, lost)
            finally:
                await _drop(connection)
            LOG.warning("the connection that hears of other processes was lost")
            connection, lost = await self._reconnect()
            self.on_gap()

    async def _reconnect(self) -> tuple[AsyncConnection, asyncio.Event]:
        wait = FIRST_WAIT
        while True:
            try:
                return await self._connect()
            except Exception:  # whatever it is, nothing is heard until this has worked
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)


async def _driver(connection: AsyncConnection) -> Any:
    """The connection of asyncpg under one of SQLAlchemy."""
    return (await connection.get_raw_connection()).driver_connection


async def _until_lost(connection: AsyncConnection, lost: asyncio.Event) -> None:
    """Returns when the connection is lost; tries it where it has long been silent."""
    driver = await _driver(connection)
    while not lost.is_set():
        try:
            await asyncio.wait_for(lost.wait(), BEAT)
        except TimeoutError:
            try:
                await driver.execute("SELECT 1", timeout=BEAT)
            except Exception:  # whatever it is, this connection hears nothing any more
                return


async def _drop(connection: AsyncConnection) -> None:
    """Let go of a connection that listened: it does not go back to the others."""
    with contextlib.suppress(*LOST):
        await connection.invalidate()
    with contextlib.suppress(*LOST):
        await connection.close()
