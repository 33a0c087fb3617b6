"""The tables at hand: a cache of what follows from their logs, and who listens to them.

Whatever another process commits is read from the log when it is heard of.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import msgspec
from msgspec import Struct

from realms.kernel.errors import Unreadable
from realms.tables import entries as act
from realms.tables.log import Log
from realms.tables.seen import Line, frame
from realms.tables.table import Table
from realms.tables.terms import Terms

LOG = logging.getLogger("realms.tables")
KEPT_TABLES = 2_000
"""Tables that a process keeps at hand."""
LAST_READ = 1.0
"""Seconds that a process which is closed waits for what it is still reading."""


class Open(Struct):
    """A table at hand: what follows from its log, and who listens."""

    table: Table
    lock: asyncio.Lock
    listeners: set[asyncio.Event]
    keys: dict[str, int]
    lines: list[Line]
    frames: dict[int | None, bytes]
    pages: dict[Any, Any]
    """What was drawn of it, by whose eyes it is for."""
    spoken: dict[Any, Any]
    """What was put in words of its story."""


def now() -> int:
    """The time, in milliseconds."""
    return time.time_ns() // 1_000_000


class AtHand:
    """The tables that this process has in its cache."""

    def __init__(self, log: Log, clock: Callable[[], int] = now) -> None:
        self.log, self.clock = log, clock
        self._open: OrderedDict[str, Open] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Open]] = {}
        self.moved: list[Callable[[Open], None]] = []
        """Told after every entry: bots, proxies and clocks look whether they are due."""
        self.wrote: list[Callable[[Open, act.AnyEntry], None]] = []
        """Told of every entry that this process wrote, once."""
        self._errands: set[asyncio.Task[None]] = set()
        log.heard, log.said, log.missed = self._heard, self._said, self._missed

    async def close(self) -> None:
        """Finish what is being written and read, then let go of the database.

        A connection in use when the engine goes would be closed by nobody.
        """
        await self.log.stop()
        while reading := {*self._errands, *self._loading.values()}:
            _done, late = await asyncio.wait(reading, timeout=LAST_READ)
            for task in late:
                task.cancel()
        await self.log.close()

    def all_at_hand(self) -> list[Open]:
        """The tables that this process has in its cache."""
        return [*self._open.values()]

    async def at_hand(self, id_: str) -> Open:
        """A table, from the cache or from its log."""
        found = self._open.get(id_)
        if found is not None:
            self._open.move_to_end(id_)
            return found
        if id_ not in self._loading:
            loading = asyncio.create_task(self._load(id_))
            loading.add_done_callback(lambda _done: self._loading.pop(id_, None))
            self._loading[id_] = loading
        return await asyncio.shield(self._loading[id_])

    async def _load(self, id_: str) -> Open:
        row = await self.log.table(id_)
        if row is None:
            raise Unreadable("table/unknown")
        table = Table(id_, msgspec.json.decode(row["terms"], type=Terms), row["seed"])
        opened = Open(table, asyncio.Lock(), set(), {}, [], {}, {}, {})
        self._follow(opened, await self.log.entries(id_))
        opened.lines = await self._lines(id_)
        self._open[id_] = opened
        self._let_go()
        for told in self.moved:
            told(opened)  # what was due when the last process ended is still due
        return opened

    async def _lines(self, id_: str) -> list[Line]:
        rows = await self.log.lines(id_)
        return [Line(row["number"], row["seat"], row["text"]) for row in rows]

    def _let_go(self) -> None:
        """Forget the tables used least lately, but none that somebody listens to."""
        for id_ in [*self._open]:
            if len(self._open) <= KEPT_TABLES:
                return
            if not self._open[id_].listeners and not self._open[id_].lock.locked():
                del self._open[id_]

    def _follow(self, opened: Open, rows: Any) -> None:
        """Bring a table up to what its log says."""
        table = opened.table
        for row in rows:
            if row["seq"] == table.seq + 1:
                table.accept(table.consider(act.read(row["body"]), row["at"]))
                if row["key"]:
                    opened.keys[row["key"]] = row["seq"]
        opened.frames.clear()
        opened.pages.clear()

    def _heard(self, id_: str, seq: int) -> None:
        """Something was committed that is not yet here: whoever listens looks again."""
        opened = self._open.get(id_)
        if opened is not None and opened.table.seq < seq:
            self._run(self._catch_up(opened, seq))
        elif id_ in self._loading:  # perhaps too late for what is being read
            self._loading[id_].add_done_callback(lambda _done: self._heard(id_, seq))

    def _said(self, id_: str) -> None:
        """Something was said elsewhere."""
        opened = self._open.get(id_)
        if opened is not None:
            self._run(self._listen(opened))
        elif id_ in self._loading:
            self._loading[id_].add_done_callback(lambda _done: self._said(id_))

    def _missed(self) -> None:
        """Anything may have happened elsewhere: look at every table again."""
        self._run(self._look_again())

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._done(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _done(self, errand: Coroutine[Any, Any, None]) -> None:
        try:
            await errand
        except Exception as error:  # the database is away; when it is back, all is looked at
            LOG.warning("a table could not be read again: %s", type(error).__name__)

    async def _catch_up(self, opened: Open, seq: int) -> None:
        async with opened.lock:
            if opened.table.seq < seq:
                await self._refresh(opened)

    async def _listen(self, opened: Open) -> None:
        opened.lines = await self._lines(opened.table.id)
        self._tell(opened)

    async def _look_again(self) -> None:
        for opened in [*self._open.values()]:
            await self._catch_up(opened, opened.table.seq + 1)
            await self._listen(opened)

    async def _refresh(self, opened: Open) -> bool:
        """Read what is new in the log; whether anything is."""
        rows = await self.log.entries(opened.table.id, opened.table.seq)
        if rows:
            self._follow(opened, rows)
            self._tell(opened)
        return bool(rows)

    def _tell(self, opened: Open) -> None:
        opened.frames.clear()
        opened.pages.clear()
        for listener in opened.listeners:
            listener.set()
        for told in self.moved:
            told(opened)

    # --- What everybody sees ---

    def frame(self, opened: Open, seat: int | None) -> bytes:
        """The table as a seat may see it, as JSON; made once for all who see the same."""
        if seat not in opened.frames:
            opened.frames[seat] = frame(opened.table, seat, opened.lines)
        return opened.frames[seat]

    async def frames(self, id_: str, seat: int | None, beat: float) -> AsyncIterator[bytes | None]:
        """The table now, and again after every change; None as a heartbeat in between."""
        opened, shown = await self.at_hand(id_), b""
        news = asyncio.Event()
        opened.listeners.add(news)
        try:
            while True:
                news.clear()
                if (now := self.frame(opened, seat)) != shown:
                    shown = now
                    yield shown
                while not news.is_set():
                    try:
                        await asyncio.wait_for(news.wait(), beat)
                    except TimeoutError:
                        yield None
        finally:
            opened.listeners.discard(news)
