"""Opening the log of a database that may be away: waits for it, and says so."""

from __future__ import annotations

import asyncio
import logging

from asyncpg import InterfaceError, PostgresError  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError

from realms.tables.database import migrate
from realms.tables.log import TableLog

LOG = logging.getLogger("realms.tables")
FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0
"""Seconds between attempts: doubled each time, up to the longest."""
ATTEMPT = 20.0
"""Seconds that one attempt may take."""
AWAY = (OSError, TimeoutError, DBAPIError, PostgresError, InterfaceError)


async def open_when_there(log: TableLog) -> None:
    """Open a log and bring its database up to date, as soon as the database can be reached.

    A file of SQLite is there or is not: only PostgreSQL is waited for.
    """
    if not log.is_postgres:
        await log.open()  # which holds the file, before anything is changed in it
        await migrate(log.engine)
        log.watch_file()
        return
    wait = FIRST_WAIT
    while True:
        try:
            async with asyncio.timeout(ATTEMPT):
                await migrate(log.engine)
                await log.open()
            return
        except AWAY as error:
            reason = type(error).__name__
        LOG.warning("the database cannot be reached (%s); next try in %g s", reason, wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)
