"""The house: opens tables, lets people in, takes their acts, and tells everybody.

A process keeps only caches. Whatever it answers was committed before; whatever another
process commits is read from the log when it is heard of, or when the log refuses a place.
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

from realms.kernel.chance import fresh_seed
from realms.kernel.errors import RealmsError, Unreadable
from realms.tables import entries as act
from realms.tables.log import Log, Row, Taken
from realms.tables.secrets import hashed, is_same, is_secret, new_id, new_secret
from realms.tables.seen import Line, Listed, frame, listed
from realms.tables.table import Change, Table
from realms.tables.terms import Terms, refuse, rules_of

LOG = logging.getLogger("realms.tables")
KEPT_TABLES = 2_000
"""Tables that a process keeps at hand."""
LONGEST_LINE = 500


class Stale(RealmsError):
    """The table has moved on since the caller looked."""


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


def _seats_of(table: Table, secret: str) -> tuple[int, ...]:
    digest, chairs = hashed(secret), enumerate(table.chairs)
    return tuple(seat for seat, chair in chairs if chair.secret and is_same(digest, chair.secret))


class House:
    """All tables of one database, as one process serves them."""

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

    # --- Tables at hand ---

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

    # --- Acts ---

    async def write(
        self, id_: str, entry: act.AnyEntry, seq: int | None = None, key: str | None = None
    ) -> Open:
        """Write an act down, if it is allowed, and tell everybody.

        With `seq`, the caller's idea of the table: refused as stale where it has moved on
        in the eyes of the seat that acts.
        With `key`, an act that was written down before is not written again.
        """
        opened = await self.at_hand(id_)
        async with opened.lock:
            while True:
                if key is not None and key in opened.keys:
                    return opened
                table = opened.table
                at = self.clock()
                try:
                    change = self._considered(table, entry, at, seq)
                except RealmsError as error:
                    late = isinstance(error, Stale) and (seq or 0) < error.fields["seq"]
                    if not late and await self._refresh(opened):
                        continue  # allowed, perhaps, by what another process has written
                    raise
                sat = (entry.seat, entry.secret) if isinstance(entry, act.Sat) else None
                row = Row(id_, table.seq + 1, at, act.written(entry).decode(), key, sat)
                try:
                    await self.log.append(row, change.status)
                except Taken:
                    await self._refresh(opened)
                    continue
                table.accept(change)
                for told in self.wrote:
                    told(opened, entry)
                if key is not None:
                    opened.keys[key] = table.seq
                self._tell(opened)
                return opened

    def _considered(self, table: Table, entry: act.AnyEntry, at: int, seq: int | None) -> Change:
        """What an act would change, if the table is where the seat that acts believes it is."""
        here = table.seq_for(getattr(entry, "seat", None))
        if seq is not None and seq != here:
            raise Stale("table/stale", seq=here)
        if isinstance(entry, act.Moved) and entry.by == "seat" and table.is_away(entry.seat):
            raise refuse("away")
        return table.consider(entry, at)

    # --- The life of a table ---

    async def open_table(self, terms: Terms, seed: str = "") -> str:
        """Open a table; returns its id, which is also its link."""
        rules = rules_of(terms)
        id_, at = new_id(), self.clock()
        values = {
            "id": id_,
            "terms": msgspec.json.encode(terms).decode(),
            "rules": rules.game.rules,
            "seed": seed or fresh_seed(),
            "public": terms.public,
            "status": "open",
            "created": at,
            "changed": at,
        }
        await self.log.open_table(values)
        return id_

    async def sit(
        self, id_: str, name: str, seat: int | None = None, secret: str | None = None
    ) -> tuple[int, str]:
        """Take a seat, the first that is free if none is told; returns it and its secret.

        Who has a secret already keeps it, so that one is enough for all their tables.
        """
        secret = secret if secret and is_secret(secret) else new_secret()
        opened = await self.at_hand(id_)
        if opened.table.state is not None:
            raise refuse("started")
        while True:
            free = [n for n, chair in enumerate(opened.table.chairs) if chair.is_free]
            if not free:
                raise refuse("full")
            place = free[0] if seat is None else seat
            try:
                await self.write(id_, act.Sat(place, name, hashed(secret)))
            except RealmsError as error:
                if seat is None and error.code == "table/seat_taken":
                    continue
                raise
            return place, secret

    async def rematch(self, id_: str) -> str:
        """Another game for the same people: the id of its table, where they sit already."""
        old = (await self.at_hand(id_)).table
        if old.outcome is None:
            raise refuse("not_over")
        if old.next_table:
            return old.next_table
        new = await self.open_table(old.terms)
        for seat, chair in enumerate(old.chairs):
            if chair.secret:
                await self.write(new, act.Sat(seat, chair.name, chair.secret))
            else:
                await self.write(new, act.Seated(seat, chair.bot))
        try:
            await self.write(id_, act.Continued(new))
        except RealmsError as error:
            if error.code != "table/continued":
                raise
        return (await self.at_hand(id_)).table.next_table

    async def seats_of(self, id_: str, secret: str | None) -> tuple[int, ...]:
        """The seats that a secret proves: several where people share a device."""
        if not secret:
            return ()
        opened = await self.at_hand(id_)
        seats = _seats_of(opened.table, secret)
        if not seats:  # perhaps one was taken in another process, just now
            async with opened.lock:
                await self._refresh(opened)
            seats = _seats_of(opened.table, secret)
        return seats

    async def seat_of(self, id_: str, secret: str | None, wanted: int | None = None) -> int | None:
        """The seat that a secret proves, the first unless another is wanted, or None."""
        seats = await self.seats_of(id_, secret)
        if wanted is not None:
            return wanted if wanted in seats else None
        return seats[0] if seats else None

    async def lobby(self) -> list[Listed]:
        """Public tables that are open or being played."""
        rows = await self.log.lobby()
        return [listed((await self.at_hand(row["id"])).table) for row in rows]

    async def tables_of(self, secret: str | None, limit: int = 30) -> list[Listed]:
        """The tables where a secret proves a seat, the latest first."""
        if not secret:
            return []
        tables = [
            (await self.at_hand(id_)).table
            for id_ in await self.log.tables_of(hashed(secret), limit)
        ]
        held = [(table, _seats_of(table, secret)) for table in tables]
        return [listed(table, seats) for table, seats in held if seats]

    async def keep_record(self, text: str) -> str:
        """Keep a record that somebody brought along; returns its id, which is also its link."""
        id_ = new_id()
        await self.log.keep_record(id_, text, self.clock())
        return id_

    async def kept_record(self, id_: str) -> str:
        """A record that was kept."""
        text = await self.log.kept_record(id_)
        if text is None:
            raise Unreadable("table/unknown")
        return text

    async def undo(self, id_: str, seat: int, moves: int, seq: int | None = None) -> Open:
        """Undo one's last moves where that is free; else ask the others."""
        opened = await self.at_hand(id_)
        if moves <= opened.table.free_undo(seat):
            return await self.write(id_, act.Undone(seat, moves), seq)
        opened = await self.write(id_, act.Asked(seat, moves), seq)
        return await self._undo_if_agreed(opened)

    async def answer_undo(self, id_: str, seat: int, agrees: bool) -> Open:
        """Agree to the undo that was asked for, or not."""
        return await self._undo_if_agreed(await self.write(id_, act.Answered(seat, agrees)))

    async def _undo_if_agreed(self, opened: Open) -> Open:
        table = opened.table
        if table.request is not None and table.is_agreed:
            undone = act.Undone(table.request.seat, table.request.moves)
            return await self.write(table.id, undone, table.seq_for(undone.seat))
        return opened

    async def say(self, id_: str, seat: int | None, text: str) -> None:
        """Say something at a table."""
        text = " ".join(text.split())
        if not text or len(text) > LONGEST_LINE or not text.isprintable():
            raise Unreadable("table/line", most=LONGEST_LINE)
        opened = await self.at_hand(id_)
        await self.log.say(id_, self.clock(), seat, text)
        opened.lines = await self._lines(id_)
        self._tell(opened)

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
