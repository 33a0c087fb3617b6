"""The log on disk: appended in groups, answered after the commit.

Whoever appends waits; while one group is being committed the next one gathers, so a busy
log syncs the disk once for many. The key `(table, seq)` refuses a second entry for the same
place, whichever process wrote the first.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from realms.tables.schema import ENTRIES, LINES, TABLES

GROUP = 512
"""Entries that one commit takes at most."""


class Taken(Exception):
    """The place in the log was taken by another entry meanwhile."""


class Row(Struct, frozen=True):
    """An entry as the log keeps it."""

    table_id: str
    seq: int
    at: int
    body: str
    key: str | None = None


class Waiting(Struct):
    """An entry that waits for its commit."""

    row: Row
    status: str
    done: asyncio.Future[None]


class Log:
    """Reads and appends; tells `heard` of every entry after it was committed."""

    def __init__(
        self, engine: AsyncEngine, heard: Callable[[str, int], None] = lambda _table, _seq: None
    ) -> None:
        self.engine, self.heard = engine, heard
        self._waiting: asyncio.Queue[Waiting] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self.is_postgres = engine.dialect.name == "postgresql"

    # --- Appending ---

    async def append(self, row: Row, status: str = "") -> None:
        """Append an entry, and note the table's new status if told; returns when it is safe."""
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Waiting(row, status, done))
        await done

    async def close(self) -> None:
        """Finish what is waiting, then stop."""
        while not self._waiting.empty():
            await asyncio.sleep(0.005)
        if self._writer:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
            self._writer = None

    async def _write(self) -> None:
        while True:
            group = [await self._waiting.get()]
            while len(group) < GROUP and not self._waiting.empty():
                group.append(self._waiting.get_nowait())
            await asyncio.shield(self._commit(group))

    async def _commit(self, group: list[Waiting]) -> None:
        try:
            async with self.engine.begin() as connection:
                await self._insert(connection, group)
        except IntegrityError as error:
            if len(group) == 1:
                self._answer(group, Taken(str(error.orig)[:200]))
                return
            for one in group:
                await self._commit([one])
            return
        except Exception as error:  # whoever waits is told, whatever it was
            self._answer(group, error)
            return
        self._answer(group, None)
        for one in group:
            self.heard(one.row.table_id, one.row.seq)

    async def _insert(self, connection: AsyncConnection, group: list[Waiting]) -> None:
        rows = [
            {"table_id": r.table_id, "seq": r.seq, "at": r.at, "body": r.body, "key": r.key}
            for r in (one.row for one in group)
        ]
        await connection.execute(insert(ENTRIES), rows)
        for one in group:
            if one.status:
                changed = update(TABLES).where(TABLES.c.id == one.row.table_id)
                values = {"status": one.status, "changed": one.row.at}
                await connection.execute(changed.values(**values))
        if self.is_postgres:
            told = [{"payload": f"{r['table_id']} {r['seq']}"} for r in rows]
            await connection.exec_driver_sql(
                "SELECT pg_notify('realms', payload) FROM unnest($1::text[]) AS payload",
                ([row["payload"] for row in told],),
            )

    def _answer(self, group: list[Waiting], error: Exception | None) -> None:
        for one in group:
            if one.done.done():
                continue
            if error is None:
                one.done.set_result(None)
            else:
                one.done.set_exception(error)

    # --- Reading and the rest ---

    async def open_table(self, values: dict[str, Any]) -> None:
        """Note a new table."""
        async with self.engine.begin() as connection:
            await connection.execute(insert(TABLES).values(**values))

    async def note_status(self, id_: str, status: str, at: int) -> None:
        """Note how a table stands, for the lobby."""
        changed = update(TABLES).where(TABLES.c.id == id_).values(status=status, changed=at)
        async with self.engine.begin() as connection:
            await connection.execute(changed)

    async def table(self, id_: str) -> Any:
        """The row of a table, or None."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(TABLES).where(TABLES.c.id == id_))
            return found.mappings().first()

    async def entries(self, table_id: str, after: int = 0) -> Sequence[Any]:
        """The entries of a table, in order, after some place."""
        wanted = select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.seq > after)
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted.order_by(ENTRIES.c.seq))).mappings().all()

    async def lobby(self, limit: int = 50) -> Sequence[Any]:
        """Public tables, open ones first, the latest changed before others."""
        wanted = select(TABLES).where(TABLES.c.public, TABLES.c.status != "finished")
        wanted = wanted.order_by(TABLES.c.status, TABLES.c.changed.desc()).limit(limit)
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).mappings().all()

    async def say(self, table_id: str, at: int, seat: int | None, text: str) -> int:
        """Note a line of talk; returns its number."""
        while True:
            async with self.engine.connect() as connection:
                last = select(LINES.c.number).where(LINES.c.table_id == table_id)
                last = last.order_by(LINES.c.number.desc()).limit(1)
                number = ((await connection.execute(last)).scalar() or 0) + 1
            values = {"table_id": table_id, "number": number, "at": at, "seat": seat, "text": text}
            with contextlib.suppress(IntegrityError):
                async with self.engine.begin() as connection:
                    await connection.execute(insert(LINES).values(**values))
                return number

    async def lines(self, table_id: str, last: int = 100) -> Sequence[Any]:
        """The last lines of talk at a table, in order."""
        wanted = select(LINES).where(LINES.c.table_id == table_id)
        wanted = wanted.order_by(LINES.c.number.desc()).limit(last)
        async with self.engine.connect() as connection:
            return [*reversed((await connection.execute(wanted)).mappings().all())]
