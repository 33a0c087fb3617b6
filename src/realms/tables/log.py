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
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from filelock import BaseFileLock
from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from realms.kernel.errors import Unreadable
from realms.tables import notices
from realms.tables.committer import Step, committer_for
from realms.tables.database import is_taken, lock_of, reading_engine, watched_file
from realms.tables.results.store import KeptResult, insert_result
from realms.tables.schema import ENTRIES, LINES, RECORDS, SEATS, TABLES

LOG = logging.getLogger("realms.tables")
GROUP = 512
"""Entries that one commit takes at most."""


class PlaceTaken(Exception):
    """The place in the log was taken by another entry meanwhile."""


class LogRow(Struct, frozen=True, gc=False):
    """An entry as the log keeps it."""

    table_id: str
    seq: int
    at: int
    body: str
    key: str | None = None
    holder: tuple[int, str] | None = None
    """The seat that somebody took with it, and the hash of the secret that proves it."""
    results: tuple[KeptResult, ...] = ()
    """What is kept for the players of a game that is over with it."""


class PendingEntry(Struct):
    """An entry that waits for its commit."""

    row: LogRow
    status: str
    done: asyncio.Future[None]
    """Done when it is on disk, or with the reason why it is not."""


class TableLog:
    """Reads and appends entries, and calls back for what was committed besides.

    `on_entry(table, seq)`: an entry was committed elsewhere, or here for somebody who no
    longer waits for it. `on_line(table)`: a line was said elsewhere. `on_gap()`: anything may
    have happened elsewhere.
    """

    def __init__(
        self, engine: AsyncEngine, on_entry: Callable[[str, int], None] = lambda _table, _seq: None
    ) -> None:
        self.engine, self.on_entry = engine, on_entry
        self.on_line: Callable[[str], None] = lambda _table: None
        self.on_gap: Callable[[], None] = lambda: None
        self.on_commit: Callable[[int], None] = lambda _entries: None
        """Called after every commit with the number of its entries."""
        self.is_postgres = engine.dialect.name == "postgresql"
        self._reading = reading_engine(engine)
        self._waiting: list[PendingEntry] = []
        self._writer: asyncio.Task[None] | None = None
        """Commits what is waiting; there is one for as long as anything is."""
        self._process = secrets.token_hex(4)
        """Marks the notices of this process, which need not hear them."""
        self._listener = notices.NoticeListener(engine, self._hear_notice, self._hear_gap)
        self._lock: BaseFileLock | None = None
        self.file = watched_file(engine)
        """The file of a SQLite database that is in one."""
        self._committer = committer_for(engine, self.file)

    # --- Opening and closing ---

    async def open(self) -> None:
        """Hear of what others commit; on SQLite, make sure that there are no others."""
        if self.is_postgres:
            await self._listener.open()
        else:
            self._lock = lock_of(self.engine)

    @property
    def is_alone(self) -> bool:
        """Whether this process alone writes: it holds the lock of a SQLite file."""
        return self._lock is not None

    def watch_file(self) -> None:
        """From now on refuse to write where the file of the database was deleted or replaced."""
        if self.file:
            self.file.publish()

    async def check(self) -> None:
        """Raise where nothing could be written now: `DatabaseReplaced`, or what is the matter."""
        if self.file:
            self.file.check()
        async with self._reading.connect() as connection:
            await connection.execute(select(1))

    async def stop(self) -> None:
        """Finish what is waiting to be written, and hear of nothing any more."""
        if self._writer:
            await self._writer
        await self._listener.close()

    async def close(self) -> None:
        """Stop, and let go of the database; whoever still reads should have finished."""
        await self.stop()
        await self._committer.close()
        await self.engine.dispose()
        if self._lock:
            if self.file:
                self.file.withdraw()
            self._lock.release()

    def _hear_notice(self, payload: str) -> None:
        process, table, what = payload.split(" ")
        if process == self._process:
            return
        if what == notices.LINE:
            self.on_line(table)
        else:
            self.on_entry(table, int(what))

    def _hear_gap(self) -> None:
        self.on_gap()  # as it is then, not as it was when the log was made

    # --- Appending ---

    async def append(self, row: LogRow, status: str = "") -> None:
        """Append an entry, and note the table's new status if given; returns when it is safe."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingEntry(row, status, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        try:
            await done
        except asyncio.CancelledError:
            if not done.cancelled() and done.exception() is None:
                self.on_entry(row.table_id, row.seq)
            raise

    async def _write(self) -> None:
        """Commit what is waiting, group after group, until nothing is."""
        try:
            while self._waiting:
                group = self._waiting[:GROUP]
                del self._waiting[:GROUP]
                await self._commit(group)
        finally:
            self._writer = None

    async def _commit(self, group: list[PendingEntry]) -> None:
        """Commit a group; where one of it is refused, halves of it, so that the others pass."""
        try:
            added = [(r.table_id, r.seq, r.at, r.body, r.key) for r in (one.row for one in group)]
            await self._committer.commit(added, steps_of(group), self._process)
        except IntegrityError as error:
            if len(group) == 1:
                self._finish(
                    group, PlaceTaken() if is_taken(error) else Unreadable("table/unknown")
                )
                return
            middle = len(group) // 2
            await self._commit(group[:middle])
            await self._commit(group[middle:])
        except Exception as error:  # whoever waits is told, whatever it was
            self._finish(group, error)
            for one in group:  # it may have been committed all the same
                self.on_entry(one.row.table_id, one.row.seq)
        else:
            self.on_commit(len(group))
            self._finish(group, None)

    def _finish(self, group: list[PendingEntry], error: Exception | None) -> None:
        """Tell whoever waits for a group of appends that it was committed, or why not."""
        for one in group:
            if one.done.done():  # cancelled: committed, perhaps, but nobody waits to accept it
                self.on_entry(one.row.table_id, one.row.seq)
            elif error is None:
                one.done.set_result(None)
            else:
                one.done.set_exception(error)

    async def append_opening(
        self, rows: Sequence[LogRow], status: str, holders: Mapping[int, str]
    ) -> None:
        """Write the first entries of a new table, all or none, and who holds its seats."""
        added = [(r.table_id, r.seq, r.at, r.body, r.key) for r in rows]
        id_, at = rows[0].table_id, rows[0].at
        steps: list[Step] = [(UPDATE, {"which": id_, "status": status, "changed": at})]
        for seat, secret in holders.items():
            steps.append((insert(SEATS), {"table_id": id_, "seat": seat, "secret": secret}))
        await self._committer.commit(added, steps, self._process)
        self.on_commit(len(rows))

    # --- Reading and the rest ---

    async def open_table(self, values: dict[str, Any]) -> None:
        """Note a new table."""
        await self._committer.ask(insert(TABLES).values(**values))

    async def table(self, id_: str) -> Any:
        """The row of a table, or None."""
        async with self._reading.connect() as connection:
            found = await connection.execute(select(TABLES).where(TABLES.c.id == id_))
            return found.mappings().first()

    async def entries(self, table_id: str, after: int = 0) -> Sequence[Any]:
        """The entries of a table, in order, after some place."""
        wanted = select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.seq > after)
        async with self._reading.connect() as connection:
            return (await connection.execute(wanted.order_by(ENTRIES.c.seq))).mappings().all()

    async def finished_among(self, ids: Sequence[str]) -> Sequence[str]:
        """The tables, among those given, that are marked as finished."""
        found: list[str] = []
        async with self._reading.connect() as connection:
            for start in range(0, len(ids), GROUP):
                here = TABLES.c.id.in_(ids[start : start + GROUP])
                wanted = select(TABLES.c.id).where(here, TABLES.c.status == "finished")
                found += (await connection.execute(wanted)).scalars()
        return found

    async def lobby(self, limit: int = 50) -> Sequence[Any]:
        """Public tables, open ones first, the latest changed before others."""
        wanted = select(TABLES).where(TABLES.c.public, TABLES.c.status != "finished")
        wanted = wanted.order_by(TABLES.c.status, TABLES.c.changed.desc()).limit(limit)
        async with self._reading.connect() as connection:
            return (await connection.execute(wanted)).mappings().all()

    async def tables_of(self, secret: str, limit: int) -> Sequence[str]:
        """The tables where a secret, given by its hash, has proved a seat; the latest first."""
        wanted = select(TABLES.c.id).join(SEATS, SEATS.c.table_id == TABLES.c.id)
        wanted = wanted.where(SEATS.c.secret == secret).group_by(TABLES.c.id)
        wanted = wanted.order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(limit)
        async with self._reading.connect() as connection:
            return (await connection.execute(wanted)).scalars().all()

    async def execute(self, statement: Any) -> Any:
        """Commit a statement that belongs to no table's log; what it answers, if anything."""
        return await self._committer.ask(statement)

    async def store_record(self, id_: str, text: str, at: int) -> None:
        """Store a record that somebody brought along."""
        added = insert(RECORDS).values(id=id_, text=text, created=at, looked=at)
        await self._committer.ask(added)

    async def record_count(self) -> int:
        """How many records are stored."""
        async with self._reading.connect() as connection:
            found = await connection.execute(select(func.count()).select_from(RECORDS))
            count: int = found.scalar_one()
            return count

    async def load_record(self, id_: str) -> tuple[str, int] | None:
        """A record that was stored, and when somebody last looked at it; or None."""
        wanted = select(RECORDS.c.text, RECORDS.c.looked).where(RECORDS.c.id == id_)
        async with self._reading.connect() as connection:
            found = (await connection.execute(wanted)).one_or_none()
            return None if found is None else (found.text, found.looked)

    async def note_look(self, id_: str, at: int) -> None:
        """Note that somebody looked at a record."""
        await self._committer.ask(update(RECORDS).where(RECORDS.c.id == id_).values(looked=at))

    async def drop_records(self, before: int, most: int) -> None:
        """Drop records that nobody has looked at since a time, those first that lie longest."""
        oldest = select(RECORDS.c.id).where(RECORDS.c.looked < before)
        oldest = oldest.order_by(RECORDS.c.looked).limit(most)
        await self._committer.ask(delete(RECORDS).where(RECORDS.c.id.in_(oldest)))

    async def say(self, table_id: str, at: int, seat: int | None, text: str) -> int:
        """Note a line of talk; returns its number."""
        last = select(func.max(LINES.c.number)).where(LINES.c.table_id == table_id)
        number = func.coalesce(last.scalar_subquery(), 0) + 1
        values = {"table_id": table_id, "at": at, "seat": seat, "text": text}
        added = insert(LINES).values(number=number, **values).returning(LINES.c.number)
        notice = f"{self._process} {table_id} {notices.LINE}"
        while True:
            try:
                number_said: int = await self._committer.ask(added, notice)
            except IntegrityError as error:  # another line took the number meanwhile
                if not is_taken(error):
                    raise Unreadable("table/unknown") from error
            else:
                return number_said

    async def lines(self, table_id: str, last: int = 100) -> Sequence[Any]:
        """The last lines of talk at a table, in order."""
        wanted = select(LINES).where(LINES.c.table_id == table_id)
        wanted = wanted.order_by(LINES.c.number.desc()).limit(last)
        async with self._reading.connect() as connection:
            return [*reversed((await connection.execute(wanted)).mappings().all())]


UPDATE = update(TABLES).where(TABLES.c.id == bindparam("which"))
UPDATE = UPDATE.values(status=bindparam("status"), changed=bindparam("changed"))


def steps_of(group: list[PendingEntry]) -> list[Step]:
    """What a group writes beside its entries: new statuses of tables, who sits where now."""
    steps: list[Step] = []
    for one in group:
        id_ = one.row.table_id
        if one.status:
            steps.append((UPDATE, {"which": id_, "status": one.status, "changed": one.row.at}))
        if one.row.holder:
            seat, secret = one.row.holder
            here = (SEATS.c.table_id == id_) & (SEATS.c.seat == seat)
            steps.append((delete(SEATS).where(here), None))
            steps.append((insert(SEATS), {"table_id": id_, "seat": seat, "secret": secret}))
        steps.extend((insert_result(result), None) for result in one.row.results)
    return steps
