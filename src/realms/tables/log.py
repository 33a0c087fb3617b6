"""The log on disk: appended in groups, answered after the commit.

Whoever appends waits; while one group is being committed the next one gathers, so a busy
log syncs the disk once for many. The key `(table, seq)` refuses a second entry for the same
place, whichever process wrote the first.

Any number of processes serve the tables of one PostgreSQL: each hears at once what the
others commit. A SQLite file is for one server process, and a second one is refused.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from filelock import BaseFileLock
from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from realms.kernel.errors import Unreadable
from realms.tables import notices
from realms.tables.database import is_taken, lock_of
from realms.tables.schema import ENTRIES, LINES, RECORDS, SEATS, TABLES
from realms.tables.writing import Step, writer_for

LOG = logging.getLogger("realms.tables")
GROUP = 512
"""Entries that one commit takes at most."""


class Taken(Exception):
    """The place in the log was taken by another entry meanwhile."""


class Row(Struct, frozen=True, gc=False):
    """An entry as the log keeps it."""

    table_id: str
    seq: int
    at: int
    body: str
    key: str | None = None
    sat: tuple[int, str] | None = None
    """The seat that somebody took with it, and the hash of the secret that proves it."""


class Waiting(Struct):
    """An entry that waits for its commit."""

    row: Row
    status: str
    told: Callable[[Exception | None], None]
    """Told that it is on disk, or why it is not."""


class Log:
    """Reads and appends, and tells of what was committed besides.

    `heard(table, seq)`: an entry was committed elsewhere, or here for somebody who no longer
    waits for it. `said(table)`: a line was said elsewhere. `missed()`: anything may have
    happened elsewhere.
    """

    def __init__(
        self, engine: AsyncEngine, heard: Callable[[str, int], None] = lambda _table, _seq: None
    ) -> None:
        self.engine, self.heard = engine, heard
        self.said: Callable[[str], None] = lambda _table: None
        self.missed: Callable[[], None] = lambda: None
        self.committed: Callable[[int], None] = lambda _entries: None
        """Told of every commit, how many entries it wrote."""
        self.is_postgres = engine.dialect.name == "postgresql"
        self._waiting: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._process = secrets.token_hex(4)
        """Marks the notices of this process, which need not hear them."""
        self._notices = notices.Notices(engine, self._noticed, self._missed)
        self._lock: BaseFileLock | None = None
        self._writer_to = writer_for(engine)

    # --- Opening and closing ---

    async def open(self) -> None:
        """Hear of what others commit; on SQLite, make sure that there are no others."""
        if self.is_postgres:
            await self._notices.open()
        else:
            self._lock = lock_of(self.engine)

    async def stop(self) -> None:
        """Finish what is waiting to be written, and hear of nothing any more."""
        if self._writer:
            self._waiting.put_nowait(None)
            await self._writer
            self._writer = None
        await self._notices.close()

    async def close(self) -> None:
        """Stop, and let go of the database; whoever still reads should have finished."""
        await self.stop()
        await self._writer_to.close()
        await self.engine.dispose()
        if self._lock:
            self._lock.release()

    def _noticed(self, payload: str) -> None:
        process, table, what = payload.split(" ")
        if process == self._process:
            return
        if what == notices.LINE:
            self.said(table)
        else:
            self.heard(table, int(what))

    def _missed(self) -> None:
        self.missed()  # as it is then, not as it was when the log was made

    # --- Appending ---

    async def append(self, row: Row, status: str = "") -> None:
        """Append an entry, and note the table's new status if told; returns when it is safe."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def told(error: Exception | None) -> None:
            if done.done():
                self.heard(row.table_id, row.seq)  # committed, but nobody waits to accept it
            elif error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

        self.append_soon(row, status, told)
        try:
            await done
        except asyncio.CancelledError:
            if not done.cancelled() and done.exception() is None:
                self.heard(row.table_id, row.seq)
            raise

    def append_soon(self, row: Row, status: str, told: Callable[[Exception | None], None]) -> None:
        """Append an entry without waiting; `told` hears that it is safe, or why it is not."""
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        self._waiting.put_nowait(Waiting(row, status, told))

    async def _write(self) -> None:
        """Commit what is waiting, group after group, until told that no more will come."""
        while (first := await self._waiting.get()) is not None:
            group = [first]
            while len(group) < GROUP and not self._waiting.empty():
                another = self._waiting.get_nowait()
                if another is None:
                    self._waiting.put_nowait(None)
                    break
                group.append(another)
            await self._commit(group)

    async def _commit(self, group: list[Waiting]) -> None:
        """Commit a group; where one of it is refused, halves of it, so that the others pass."""
        try:
            added = [(r.table_id, r.seq, r.at, r.body, r.key) for r in (one.row for one in group)]
            announced = partial(self._announce, group)
            await self._writer_to.commit(added, steps_of(group), announced)
        except IntegrityError as error:
            if len(group) == 1:
                self._tell(group, Taken() if is_taken(error) else Unreadable("table/unknown"))
                return
            middle = len(group) // 2
            await self._commit(group[:middle])
            await self._commit(group[middle:])
        except Exception as error:  # whoever waits is told, whatever it was
            self._tell(group, error)
            for one in group:  # it may have been committed all the same
                self.heard(one.row.table_id, one.row.seq)
        else:
            self.committed(len(group))
            self._tell(group, None)

    async def _announce(self, group: list[Waiting], connection: AsyncConnection) -> None:
        """Tell other processes, as soon as it is committed."""
        if self.is_postgres:
            told = [f"{self._process} {one.row.table_id} {one.row.seq}" for one in group]
            await notices.send(connection, told)

    def _tell(self, group: list[Waiting], error: Exception | None) -> None:
        """Tell those who wait; whatever goes wrong with one of them, the others are told."""
        for one in group:
            try:
                one.told(error)
            except Exception:
                LOG.exception("somebody could not be told of a commit")

    # --- Reading and the rest ---

    async def open_table(self, values: dict[str, Any]) -> None:
        """Note a new table."""
        await self._writer_to.ask(insert(TABLES).values(**values))

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

    async def tables_of(self, secret: str, limit: int) -> Sequence[str]:
        """The tables where a secret, told by its hash, has proved a seat; the latest first."""
        wanted = select(TABLES.c.id).join(SEATS, SEATS.c.table_id == TABLES.c.id)
        wanted = wanted.where(SEATS.c.secret == secret).group_by(TABLES.c.id)
        wanted = wanted.order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(limit)
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).scalars().all()

    async def keep_record(self, id_: str, text: str, at: int) -> None:
        """Keep a record that somebody brought along."""
        await self._writer_to.ask(insert(RECORDS).values(id=id_, text=text, created=at))

    async def kept_record(self, id_: str) -> str | None:
        """A record that was kept, or None."""
        wanted = select(RECORDS.c.text).where(RECORDS.c.id == id_)
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).scalar_one_or_none()

    async def say(self, table_id: str, at: int, seat: int | None, text: str) -> int:
        """Note a line of talk; returns its number."""
        last = select(func.max(LINES.c.number)).where(LINES.c.table_id == table_id)
        number = func.coalesce(last.scalar_subquery(), 0) + 1
        values = {"table_id": table_id, "at": at, "seat": seat, "text": text}
        added = insert(LINES).values(number=number, **values).returning(LINES.c.number)
        while True:
            try:
                said: int = await self._writer_to.ask(added, partial(self._announce_line, table_id))
            except IntegrityError as error:  # another line took the number meanwhile
                if not is_taken(error):
                    raise Unreadable("table/unknown") from error
            else:
                return said

    async def _announce_line(self, table_id: str, connection: AsyncConnection) -> None:
        """Tell other processes that something was said."""
        if self.is_postgres:
            await notices.send(connection, [f"{self._process} {table_id} {notices.LINE}"])

    async def lines(self, table_id: str, last: int = 100) -> Sequence[Any]:
        """The last lines of talk at a table, in order."""
        wanted = select(LINES).where(LINES.c.table_id == table_id)
        wanted = wanted.order_by(LINES.c.number.desc()).limit(last)
        async with self.engine.connect() as connection:
            return [*reversed((await connection.execute(wanted)).mappings().all())]


UPDATE = update(TABLES).where(TABLES.c.id == bindparam("which"))
UPDATE = UPDATE.values(status=bindparam("status"), changed=bindparam("changed"))


def steps_of(group: list[Waiting]) -> list[Step]:
    """What a group writes beside its entries: new statuses of tables, who sits where now."""
    steps: list[Step] = []
    for one in group:
        id_ = one.row.table_id
        if one.status:
            steps.append((UPDATE, {"which": id_, "status": one.status, "changed": one.row.at}))
        if one.row.sat:
            seat, secret = one.row.sat
            here = (SEATS.c.table_id == id_) & (SEATS.c.seat == seat)
            steps.append((delete(SEATS).where(here), None))
            steps.append((insert(SEATS), {"table_id": id_, "seat": seat, "secret": secret}))
    return steps
