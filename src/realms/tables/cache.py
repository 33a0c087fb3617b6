"""The cache of tables: what follows from their logs, kept up to date, and who waits for news.

Whatever another process commits is read from the log when a notice of it comes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct, field

from realms.kernel.errors import Unreadable
from realms.tables.changes import ViewerSeat
from realms.tables.entries import decode_entry
from realms.tables.log import TableLog
from realms.tables.permissions import IdleActs
from realms.tables.table import Table
from realms.tables.table_view import TalkLine, table_frame
from realms.tables.terms import Terms
from realms.tables.thinking.clock import MonotonicClock, WaitingClock

LOG = logging.getLogger("realms.tables")
KEPT_TABLES, KEPT_ENTRIES = 2_000, 200_000
"""Tables that a process keeps in its cache, and entries of their logs."""
KEPT_PAGES, KEPT_STORIES, KEPT_ANSWERS = 24, 16, 24
"""What is kept of one table at most."""
SLICE = 0.002
"""Seconds for which a log is replayed before others may go on."""
Viewers = frozenset[ViewerSeat] | None
"""Who could notice a change; None for everybody."""
LAST_READ = 1.0
"""Seconds that a cache which is closed waits for what it is still reading."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """Keeps values up to a number, and up to a weight where they have one.

    >>> cache = BoundedCache[str, int](2)
    >>> cache["one"], cache["two"] = 1, 2
    >>> cache.find("one")
    1
    >>> cache["three"] = 3
    >>> sorted(cache)
    ['one', 'three']
    """

    def __init__(
        self, most: int, weight: Callable[[Value], int] | None = None, heaviest: int = 0
    ) -> None:
        self.most, self.weight, self.heaviest = most, weight, heaviest
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._weight = 0

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def find(self, key: Key) -> Value | None:
        """What is kept, now used last; None where there is nothing."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self._forget(key)
        self._values[key] = value
        self._weight += self._weigh(value)
        while len(self._values) > self.most or (
            self.weight is not None and self._weight > self.heaviest and len(self._values) > 1
        ):
            self._forget(next(iter(self._values)))

    def _weigh(self, value: Value) -> int:
        return self.weight(value) if self.weight is not None else 0

    def _forget(self, key: Key) -> None:
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key))

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()
        self._weight = 0


class CachedTable(Struct):
    """A table in the cache: what follows from its log, and who waits for news of it."""

    table: Table
    lock: asyncio.Lock
    """Held while an entry is considered and committed."""
    listeners: dict[asyncio.Event, ViewerSeat]
    """Set after every change that their viewers could notice."""
    keys: dict[str, int]
    """The keys of entries that were committed with one, and their places."""
    lines: list[TalkLine]
    frames: dict[int | None, bytes] = field(default_factory=dict)
    """Frames that were encoded since the last change, by seat."""
    pages: BoundedCache[Any, Any] = field(default_factory=lambda: BoundedCache(KEPT_PAGES))
    """Pages that were rendered, by viewer and how far the viewer has seen the table.

    What a viewer could not notice changes none of them; else the time that a page takes would
    tell of it. So it is with `answers`.
    """
    stories: BoundedCache[Any, Any] = field(default_factory=lambda: BoundedCache(KEPT_STORIES))
    """The story in words as far as it was told, by viewer and language."""
    answers: BoundedCache[Any, Any] = field(default_factory=lambda: BoundedCache(KEPT_ANSWERS))
    """What was worked out at length, such as records, by what, seat and what it has noticed."""
    idle: IdleActs = field(default_factory=IdleActs)

    def forget_renderings(self, noticed: Viewers = None) -> None:
        """Drop what was encoded of the table before a change.

        Only for those who could notice it: others would be answered later than if nothing
        had happened, and could tell.
        """
        for seat in [seat for seat in self.frames if noticed is None or seat in noticed]:
            del self.frames[seat]


def union(one: Viewers, other: Viewers) -> Viewers:
    """Who could notice one change or another."""
    return None if one is None or other is None else one | other


class TableCache:
    """The tables that this process has in memory.

    `on_change` is called after every change of a table, with the table; `notify` does so.
    """

    def __init__(self, log: TableLog, clock: WaitingClock | None = None) -> None:
        self.log, self.clock = log, clock or MonotonicClock()
        self.on_change: list[Callable[[CachedTable], None]] = []
        self._tables: OrderedDict[str, CachedTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[CachedTable]] = {}
        self._reads: set[asyncio.Task[None]] = set()
        log.on_entry, log.on_line, log.on_gap = self._hear_entry, self._hear_line, self._hear_gap

    async def close(self) -> None:
        """Finish what is being read; what takes too long is cancelled.

        A connection in use when the engine goes would be closed by nobody.
        """
        while reading := {*self._reads, *self._loading.values()}:
            _done, late = await asyncio.wait(reading, timeout=LAST_READ)
            for task in late:
                task.cancel()

    def all(self) -> list[CachedTable]:
        """The tables in memory."""
        return [*self._tables.values()]

    def find(self, id_: str) -> CachedTable | None:
        """A table that is in memory; None where it has to be loaded."""
        cached = self._tables.get(id_)
        if cached is not None:
            self._tables.move_to_end(id_)
        return cached

    async def load(self, id_: str) -> CachedTable:
        """A table, from memory or from its log; raises `Unreadable` if there is none."""
        cached = self.find(id_)
        if cached is not None:
            return cached
        if id_ not in self._loading:
            loading = asyncio.create_task(self._read(id_))
            loading.add_done_callback(lambda _done: self._loading.pop(id_, None))
            self._loading[id_] = loading
        return await asyncio.shield(self._loading[id_])

    async def _read(self, id_: str) -> CachedTable:
        row = await self.log.table(id_)
        if row is None:
            raise Unreadable("table/unknown")
        table = Table(id_, msgspec.json.decode(row["terms"], type=Terms), row["seed"])
        cached = CachedTable(table, asyncio.Lock(), {}, {}, [])
        await self._replay_slowly(cached, await self.log.entries(id_))
        cached.lines = await self._read_lines(id_)
        self._tables[id_] = cached
        self._evict()
        for callback in self.on_change:
            callback(cached)  # what was due when the last process ended is still due
        return cached

    async def _read_lines(self, id_: str) -> list[TalkLine]:
        rows = await self.log.lines(id_)
        return [TalkLine(row["number"], row["seat"], row["text"]) for row in rows]

    def _evict(self) -> None:
        """Forget the tables used least lately, but none that somebody listens to.

        The last one stays, whatever it weighs: somebody has just asked for it.
        """
        held = sum(cached.table.seq for cached in self._tables.values())
        for id_ in [*self._tables][:-1]:
            if len(self._tables) <= KEPT_TABLES and held <= KEPT_ENTRIES:
                return
            if not self._tables[id_].listeners and not self._tables[id_].lock.locked():
                held -= self._tables.pop(id_).table.seq

    async def _replay_slowly(self, cached: CachedTable, rows: Sequence[Any]) -> None:
        """Bring a table that nobody knows yet up to its log, a slice of it at a time."""
        began = time.perf_counter()
        for row in rows:
            self._replay(cached, (row,))
            if time.perf_counter() - began > SLICE:
                await asyncio.sleep(0)
                began = time.perf_counter()

    def _replay(self, cached: CachedTable, rows: Any) -> Viewers:
        """Bring a table up to rows of its log; returns who could notice."""
        table = cached.table
        noticed: Viewers = frozenset()
        for row in rows:
            if row["seq"] == table.seq + 1:
                change = table.consider(decode_entry(row["body"]), row["at"], logged=True)
                table.accept(change)
                noticed = union(noticed, change.noticed)
                if row["key"]:
                    cached.keys[row["key"]] = row["seq"]
        return noticed

    # --- Changes ---

    async def refresh(self, cached: CachedTable) -> bool:
        """Read what is new in the log of a table; returns whether anything was."""
        rows = await self.log.entries(cached.table.id, cached.table.seq)
        if rows:
            self.notify(cached, self._replay(cached, rows))
        return bool(rows)

    async def refresh_lines(self, cached: CachedTable) -> None:
        """Read what was said at a table."""
        cached.lines = await self._read_lines(cached.table.id)
        self.notify(cached)

    def notify(self, cached: CachedTable, noticed: Viewers = None) -> None:
        """Wake everybody who waits for a change of a table, or those who could notice it."""
        cached.forget_renderings(noticed)
        for listener, viewer in cached.listeners.items():
            if noticed is None or viewer in noticed:
                listener.set()
        for callback in self.on_change:
            callback(cached)

    def _hear_entry(self, id_: str, seq: int) -> None:
        """Something was committed that is not yet here."""
        cached = self._tables.get(id_)
        if cached is not None and cached.table.seq < seq:
            self._run(self._catch_up(cached, seq))
        elif id_ in self._loading:  # perhaps too late for what is being read
            self._loading[id_].add_done_callback(lambda _done: self._hear_entry(id_, seq))

    def _hear_line(self, id_: str) -> None:
        """Something was said elsewhere."""
        cached = self._tables.get(id_)
        if cached is not None:
            self._run(self.refresh_lines(cached))
        elif id_ in self._loading:
            self._loading[id_].add_done_callback(lambda _done: self._hear_line(id_))

    def _hear_gap(self) -> None:
        """Anything may have happened elsewhere: read every table again."""
        self._run(self._refresh_all())

    def _run(self, read: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._run_safely(read))
        self._reads.add(task)
        task.add_done_callback(self._reads.discard)

    async def _run_safely(self, read: Coroutine[Any, Any, None]) -> None:
        try:
            await read
        except Exception as error:  # the database is away; when it is back, all is read
            LOG.warning("a table could not be read again: %s", type(error).__name__)

    async def reread(self, ids: Sequence[str]) -> None:
        """Read tables again that were changed by a process we do not hear of."""
        for cached in [self._tables[id_] for id_ in ids if id_ in self._tables]:
            await self._catch_up(cached, cached.table.seq + 1)

    async def _catch_up(self, cached: CachedTable, seq: int) -> None:
        async with cached.lock:
            if cached.table.seq < seq:
                await self.refresh(cached)

    async def _refresh_all(self) -> None:
        for cached in self.all():
            await self._catch_up(cached, cached.table.seq + 1)
            await self.refresh_lines(cached)

    # --- What viewers see ---

    def frame(self, cached: CachedTable, seat: int | None) -> bytes:
        """The table as a seat may see it, as JSON; encoded once for all who see the same."""
        if seat not in cached.frames:
            cached.frames[seat] = table_frame(cached.table, seat, cached.lines)
        return cached.frames[seat]

    async def changes(
        self, cached: CachedTable, viewer: ViewerSeat, beat: float
    ) -> AsyncGenerator[bool]:
        """True at once and after every change that a viewer could notice, False as a heartbeat.

        Hearts beat every `beat` seconds from the beginning, whatever happens between: when
        they do tells nothing.
        """
        news = asyncio.Event()
        cached.listeners[news] = viewer
        due = self.clock.now() + beat
        try:
            yield True
            while True:
                await self.clock.wait(due, news)
                if news.is_set():
                    news.clear()
                    yield True
                late = self.clock.now() - due
                if late >= 0:
                    yield False
                    due += beat * (1 + late // beat)
        finally:
            del cached.listeners[news]
