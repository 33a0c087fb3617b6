"""The cache of tables: what follows from their logs, kept up to date, and who waits for news.

Whatever another process commits is read from the log when a notice of it comes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import msgspec

from realms.kernel.errors import Unreadable
from realms.tables.caching.byte_cache import MEBIBYTE, ByteCache
from realms.tables.caching.cached_table import CachedTable, Viewers
from realms.tables.caching.offload import ASKING, Offload
from realms.tables.changes import ViewerSeat
from realms.tables.entries import decode_entry
from realms.tables.log import TableLog
from realms.tables.table import Table
from realms.tables.table_view import TalkLine, table_frame
from realms.tables.terms import Terms
from realms.tables.thinking.clock import MonotonicClock, WaitingClock

LOG = logging.getLogger("realms.tables")
KEPT_TABLES, TABLE_BYTES = 2_000, 256 * MEBIBYTE
"""Tables that a process keeps in its cache, and what they may weigh together."""
PAGE_BYTES, ANSWER_BYTES, REVIEW_BYTES = 64 * MEBIBYTE, 64 * MEBIBYTE, 32 * MEBIBYTE
"""What was drawn, worked out, and reviewed of all of them together weighs at most."""
KEPT_PAGES, KEPT_STORIES, KEPT_ANSWERS, KEPT_REVIEWS = 24, 16, 24, 12
"""What is kept of one table at most."""
SLICE = 0.002
"""Seconds for which a log is replayed before others may go on."""
LAST_READ = 1.0
"""Seconds that a cache which is closed waits for what it is still reading."""


def union(one: Viewers, other: Viewers) -> Viewers:
    """Who could notice one change or another."""
    return None if one is None or other is None else one | other


class TableCache:
    """The tables that this process has in memory.

    `on_change` is called with a table after every change that was made here, and when it was
    loaded; `on_refresh` after one that another process made. `notify` does both.
    """

    def __init__(self, log: TableLog, clock: WaitingClock | None = None) -> None:
        self.log, self.clock = log, clock or MonotonicClock()
        self.on_change: list[Callable[[CachedTable], None]] = []
        self.on_refresh: list[Callable[[CachedTable], None]] = []
        self.pages, self.answers = ByteCache(PAGE_BYTES), ByteCache(ANSWER_BYTES)
        self.reviews = ByteCache(REVIEW_BYTES)
        self.weight = 0
        """What all tables weigh, in bytes, without what was drawn and worked out of them."""
        self._tables: OrderedDict[str, CachedTable] = OrderedDict()
        self._loading: dict[tuple[str, str], asyncio.Task[CachedTable]] = {}
        """The tables that are being loaded, by their ids and for whom."""
        self._unasked = asyncio.Lock()
        """Held while a table is replayed that nobody asked for."""
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
        """A table, from memory or from its log; raises `Unreadable` if there is none.

        Who asks for one that is not in memory is charged for it, and waits for nobody else who
        asks for it too: they may have to wait for long.
        """
        cached = self.find(id_)
        if cached is not None:
            return cached
        asking = ASKING.get()
        place = (id_, asking.client if asking else "")
        if place not in self._loading:
            loading = asyncio.create_task(self._read(id_, asking))
            loading.add_done_callback(lambda done: self._loaded(place, done))
            self._loading[place] = loading
        return await asyncio.shield(self._loading[place])

    def _loaded(self, place: tuple[str, str], done: asyncio.Task[CachedTable]) -> None:
        del self._loading[place]
        if not done.cancelled():
            done.exception()  # which nobody may be waiting for any more

    async def _read(self, id_: str, asking: Offload | None) -> CachedTable:
        row = await self.log.table(id_)
        if row is None:
            raise Unreadable("table/unknown")
        table = Table(id_, msgspec.json.decode(row["terms"], type=Terms), row["seed"])
        cached = self.hold(table)
        cached.say(await self._read_lines(id_))
        here = -1
        while here < table.seq and (rows := await self.log.entries(id_, table.seq)):
            here = table.seq  # by and by more may have been written
            await self._replay_aside(cached, rows, asking)
        known = self._tables.get(id_)
        if known is not None:  # somebody else's reading was quicker
            return known
        self._tables[id_] = cached
        self._weigh(cached)
        for callback in self.on_change:
            callback(cached)  # what was due when the last process ended is still due
        return cached

    def hold(self, table: Table) -> CachedTable:
        """A table whose drawings share their bytes with those of all others."""
        return CachedTable(
            table,
            asyncio.Lock(),
            pages=self.pages.part(KEPT_PAGES),
            stories=self.pages.part(KEPT_STORIES),
            answers=self.answers.part(KEPT_ANSWERS),
            reviews=self.reviews.part(KEPT_REVIEWS),
        )

    async def _read_lines(self, id_: str) -> list[TalkLine]:
        rows = await self.log.lines(id_)
        return [TalkLine(row["number"], row["seat"], row["text"]) for row in rows]

    def _weigh(self, cached: CachedTable) -> None:
        """Note what a table weighs now, and make room where all weigh too much."""
        if self._tables.get(cached.table.id) is not cached:
            return
        weight = cached.weight
        self.weight += weight - cached.weighed
        cached.weighed = weight
        if self.weight > TABLE_BYTES or len(self._tables) > KEPT_TABLES:
            self._evict()

    def _evict(self) -> None:
        """Forget the tables used least lately, but none that somebody listens to.

        The last one stays, whatever it weighs: somebody has just asked for it.
        """
        for id_ in [*self._tables][:-1]:
            if len(self._tables) <= KEPT_TABLES and self.weight <= TABLE_BYTES:
                return
            cached = self._tables[id_]
            if not cached.listeners and not cached.lock.locked():
                del self._tables[id_]
                self.weight -= cached.weighed
                cached.forget_drawn()

    async def _replay_aside(
        self, cached: CachedTable, rows: Sequence[Any], asking: Offload | None
    ) -> None:
        """Bring a table that nobody knows yet up to its log: for who asked, or in slices."""
        if asking is not None:
            await asking.run(partial(self._replay, cached, rows))
        else:
            async with self._unasked:
                await self._replay_slowly(cached, rows)

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
        """Read what is new in the log of a table; returns whether anything was.

        Who writes meanwhile is not kept waiting: only what was found is taken over in turn.
        """
        here = cached.table.seq
        rows = await self.log.entries(cached.table.id, here)
        if rows:
            async with cached.lock:
                before = cached.table.seq
                noticed = self._replay(cached, rows)
                if cached.table.seq > before:
                    self.notify(cached, noticed, is_ours=False)
        return cached.table.seq > here

    async def refresh_if_shared(self, cached: CachedTable) -> bool:
        """Read what other processes may have written; returns whether anything was.

        It is read once for all who ask meanwhile; not at all where this process writes alone.
        """
        if self.log.is_alone:
            return False
        here = cached.table.seq
        if cached.next_reading is None:
            task = cached.next_reading = asyncio.create_task(self._read_next(cached))
            self._reads.add(task)
            task.add_done_callback(self._forget_reading)
        await asyncio.shield(cached.next_reading)
        return cached.table.seq > here

    def _forget_reading(self, done: asyncio.Task[None]) -> None:
        self._reads.discard(done)
        if not done.cancelled():
            done.exception()  # told to all who wait for it, if anybody does

    async def _read_next(self, cached: CachedTable) -> None:
        """Refresh a table after the reading that is under way, which may have come too early."""
        async with cached.reading:
            cached.next_reading = None
            await self.refresh(cached)

    async def refresh_lines(self, cached: CachedTable) -> None:
        """Read what was said at a table."""
        cached.say(await self._read_lines(cached.table.id))
        self.notify(cached)

    def notify(self, cached: CachedTable, noticed: Viewers = None, is_ours: bool = True) -> None:
        """Wake everybody who waits for a change of a table, or those who could notice it."""
        cached.forget_renderings(noticed)
        for listener, viewer in cached.listeners.items():
            if noticed is None or viewer in noticed:
                listener.set()
        self._weigh(cached)
        for callback in self.on_change if is_ours else self.on_refresh:
            callback(cached)

    def _hear_entry(self, id_: str, seq: int) -> None:
        """Something was committed that is not yet here."""
        cached = self._tables.get(id_)
        if cached is None:
            self._after_loading(id_, partial(self._hear_entry, id_, seq))
        elif cached.table.seq < seq:
            self._run(self._catch_up(cached, seq))

    def _after_loading(self, id_: str, hear: Callable[[], None]) -> None:
        """Hear of something again when a table is loaded: perhaps it came too late for that."""
        for (loading, _client), task in self._loading.items():
            if loading == id_:
                task.add_done_callback(lambda _done: hear())

    def _hear_line(self, id_: str) -> None:
        """Something was said elsewhere."""
        cached = self._tables.get(id_)
        if cached is not None:
            self._run(self.refresh_lines(cached))
        else:
            self._after_loading(id_, partial(self._hear_line, id_))

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
        async with cached.reading:
            if cached.table.seq < seq:
                await self.refresh(cached)

    async def _refresh_all(self) -> None:
        for cached in self.all():
            await self._catch_up(cached, cached.table.seq + 1)
            await self.refresh_lines(cached)

    # --- What viewers see ---

    def frame(self, cached: CachedTable, seat: int | None) -> bytes:
        """The table as a seat may see it, as JSON; encoded once for all who see the same."""
        frame = cached.frames.get(seat)
        if frame is None:
            frame = cached.frames[seat] = table_frame(cached.table, seat, cached.lines)
            self._weigh(cached)
        return frame

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
