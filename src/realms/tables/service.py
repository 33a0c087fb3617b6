"""The service of tables: opens them, seats people, finds their seats, stores their records."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from functools import partial

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from realms.kernel.chance import fresh_stream_seed
from realms.kernel.errors import RealmsError, Unreadable
from realms.tables import entries
from realms.tables.caching.cached_table import CachedTable
from realms.tables.caching.table_cache import TableCache
from realms.tables.game.thinking_time import SteadyClock
from realms.tables.log import LogRow, TableLog
from realms.tables.names import checked_name
from realms.tables.permissions import (
    PATIENCE,
    check_absence,
    check_bot_seat,
    check_known,
    check_name,
    check_undo,
    has_consent,
)
from realms.tables.results.room_store import claim_table, release_table
from realms.tables.seating import choose_seat
from realms.tables.secrets import (
    derived_secret,
    hash_secret,
    is_secret,
    new_id,
    new_secret,
)
from realms.tables.table import Table
from realms.tables.table_view import TableListing, list_table
from realms.tables.terms import Terms, refuse, rules_of
from realms.tables.thinking.clock import WaitingClock
from realms.tables.writer import Guard, TableWriter

LONGEST_LINE = 500
MOST_RECORDS, DROPPED = 20_000, 100
"""Records that people brought along, kept at once, and how many make room where there are more.

Some gigabytes of them at the very most.
"""
HOUR = 3600 * 1000
LOOKED_AFTER = 24 * HOUR
"""How long a record stays for certain after somebody looked at it, in milliseconds."""


now = SteadyClock()
"""The time in milliseconds, as this process counts it."""


class TableService:
    """All tables of one database, as one process serves them."""

    def __init__(
        self,
        log: TableLog,
        clock: Callable[[], int] = now,
        patience: int = PATIENCE,
        waiting: WaitingClock | None = None,
    ) -> None:
        self.log, self.clock, self.patience = log, clock, patience
        self.cache = TableCache(log, waiting)
        self.writer = TableWriter(self.cache, clock)

    async def notice_closed(self) -> None:
        """Read tables again that another process has ended, where it sends no notices."""
        if self.log.is_postgres:
            return
        held = [cached.table for cached in self.cache.all()]
        await self.cache.reread(
            await self.log.finished_among([t.id for t in held if t.status != "finished"])
        )

    async def close(self) -> None:
        """Finish what is being written and read, then let go of the database."""
        await self.log.stop()
        await self.cache.close()
        await self.log.close()

    async def load(self, id_: str) -> CachedTable:
        """A table; raises `Unreadable` if there is none."""
        return await self.cache.load(id_)

    async def write(
        self,
        id_: str,
        entry: entries.AnyEntry,
        seq: int | None = None,
        key: str | None = None,
        guard: Guard | None = None,
    ) -> CachedTable:
        """Commit an entry and return the table after it; see `TableWriter.write`."""
        return await self.writer.write(id_, entry, seq, key, guard)

    def frame(self, cached: CachedTable, seat: int | None) -> bytes:
        """The table as a seat, or a spectator (None), may see it, as JSON."""
        return self.cache.frame(cached, seat)

    async def frames(self, id_: str, seat: int | None, beat: float) -> AsyncGenerator[bytes | None]:
        """The frame of a table now, and again after every change; None as a heartbeat."""
        cached, last = await self.load(id_), b""
        async with aclosing(self.cache.changes(cached, seat, beat)) as changes:
            async for is_change in changes:
                if not is_change:
                    yield None
                elif (frame := self.frame(cached, seat)) != last:
                    last = frame
                    yield frame

    async def open_table(self, terms: Terms, seed: str = "") -> str:
        """Open a table; returns its id, which is also its link."""
        return await self._note_table(terms, seed, self.clock())

    async def open_begun(
        self,
        terms: Terms,
        seed: str,
        log: Sequence[entries.AnyEntry],
        holders: Mapping[int, str],
    ) -> str:
        """Open a table where the game is on already: its log is written in one go.

        `holders` are the seats that people took in it, with the hashes of their secrets.
        """
        at = self.clock()
        id_ = await self._note_table(terms, seed, at)
        rows = [
            LogRow(id_, seq, at, entries.encode_entry(entry).decode())
            for seq, entry in enumerate(log, 1)
        ]
        await self.log.append_opening(rows, "playing", holders)
        return id_

    async def _note_table(self, terms: Terms, seed: str, at: int) -> str:
        """Note a new table, without any entry."""
        rules, id_ = rules_of(terms), new_id()
        values = {
            "id": id_,
            "terms": msgspec.json.encode(terms).decode(),
            "rules": rules.game.rules,
            "seed": seed or fresh_stream_seed(),
            "public": terms.public,
            "status": "open",
            "created": at,
            "changed": at,
        }
        await self.log.open_table(values)
        return id_

    async def sit(
        self,
        id_: str,
        name: str,
        seat: int | None = None,
        secret: str | None = None,
        key: str | None = None,
    ) -> tuple[int, str]:
        """Take a seat, the first that is free if none is given; returns it and its secret.

        Who has a secret already keeps it, so that one is enough for all their tables. With
        `key`, who asks again because the answer was lost gets the same seat and secret.
        """
        name, attempt = checked_name(name), hash_secret(f"{id_} {key}") if key else ""
        if not secret or not is_secret(secret):
            secret = derived_secret(id_, key) if key else new_secret()
        cached = await self.load(id_)
        taken = await self._attempted_seat(cached, secret, attempt) if key else None
        if taken is not None:
            return taken, secret
        if cached.table.state is not None:
            raise refuse("started")
        room = cached.table.terms.room
        if room:
            await self._claim_place(room, secret, id_)
        try:
            return await self._take_seat(cached, name, seat, secret, attempt)
        except RealmsError:
            if room and not await self.held_seats(cached, secret):
                await release_table(self.log, room, hash_secret(secret), id_)
            raise

    async def _claim_place(self, room: str, secret: str, id_: str) -> None:
        """Have somebody play at one table of a room only; refuses who plays at another."""
        digest = hash_secret(secret)
        claimed = await claim_table(self.log, room, digest, id_)
        if claimed != id_ and not await self.seats_of(claimed, secret):  # they left it
            claimed = await claim_table(self.log, room, digest, id_, left=claimed)
        if claimed != id_:
            raise refuse("room_elsewhere")

    async def _take_seat(
        self, cached: CachedTable, name: str, seat: int | None, secret: str, attempt: str
    ) -> tuple[int, str]:
        """Take a seat, or the first that is free; see `sit`."""
        id_ = cached.table.id
        while True:
            free = [n for n, chair in enumerate(cached.table.chairs) if chair.is_free]
            if not free:
                raise refuse("full")
            place = free[0] if seat is None else seat
            entry = entries.SeatTaken(place, name, hash_secret(secret), attempt)
            try:
                await self.write(id_, entry, guard=partial(self._check, entry))
            except RealmsError as error:
                taken = await self._attempted_seat(cached, secret, attempt) if attempt else None
                if taken is not None:  # the same attempt, twice at once
                    return taken, secret
                if seat is None and error.code == "table/seat_taken":
                    continue
                raise
            return place, secret

    @staticmethod
    def _check(entry: entries.SeatTaken | entries.SeatRenamed, table: Table, _at: int) -> None:
        """Refuse a name that could be taken for another, and an attempt that came before."""
        check_name(table, entry.seat, entry.name)
        if isinstance(entry, entries.SeatTaken) and entry.attempt:
            if table.seating.taken_in_attempt(entry.secret, entry.attempt):
                raise refuse("seat_taken", seat=entry.seat + 1)

    async def _attempted_seat(self, cached: CachedTable, secret: str, attempt: str) -> int | None:
        """The seat that was taken with a secret under the same key; None if there is none."""
        if not await self.held_seats(cached, secret):
            return None
        seats = cached.table.seating.taken_in_attempt(hash_secret(secret), attempt)
        return next(iter(seats), None)

    async def rename(self, id_: str, seat: int, name: str) -> CachedTable:
        """Give a seat another name."""
        entry = entries.SeatRenamed(seat, checked_name(name))
        return await self.write(id_, entry, guard=partial(self._check, entry))

    async def seat_bot(
        self, id_: str, entry: entries.BotSeated, held: tuple[int, ...]
    ) -> CachedTable:
        """Put a bot on a seat, for who holds the seats `held`; see `permissions`."""
        return await self.write(
            id_, entry, guard=lambda table, _at: check_bot_seat(table, held, entry.seat)
        )

    async def cover(self, id_: str, seat: int, by: int) -> CachedTable:
        """Let a bot play for somebody who has owed a decision for long; another seat asks."""
        return await self.write(
            id_,
            entries.SeatCovered(seat, by),
            guard=lambda table, at: check_absence(table, seat, at, self.patience),
        )

    async def seats_of(self, id_: str, secret: str | None) -> tuple[int, ...]:
        """The seats of a table that a secret proves: several where people share a device."""
        return await self.held_seats(await self.load(id_), secret) if secret else ()

    async def held_seats(self, cached: CachedTable, secret: str | None) -> tuple[int, ...]:
        """The seats of a loaded table that a secret proves; reads its log again where none are.

        Whoever has the link may come with any secret, so that nobody who plays waits for it.
        """
        if not secret:
            return ()
        seats = cached.table.seating.proven_by(secret)
        if not seats and await self.cache.refresh_if_shared(cached):
            seats = cached.table.seating.proven_by(secret)  # taken in another process, just now
        return seats

    async def seat_of(self, id_: str, secret: str | None, wanted: int | None = None) -> int | None:
        """The seat that a secret proves, the first unless another is wanted, or None."""
        return choose_seat(await self.seats_of(id_, secret), wanted)

    async def lobby(self) -> list[TableListing]:
        """Public tables that are open or being played."""
        rows = await self.log.lobby()
        return [list_table((await self.load(row["id"])).table) for row in rows]

    async def tables_of(self, secret: str | None, limit: int = 30) -> list[TableListing]:
        """The tables where a secret proves a seat, the latest first."""
        if not secret:
            return []
        tables = [
            (await self.load(id_)).table
            for id_ in await self.log.tables_of(hash_secret(secret), limit)
        ]
        held = [(table, table.seating.proven_by(secret)) for table in tables]
        return [list_table(table, seats) for table, seats in held if seats]

    async def store_record(self, text: str) -> str:
        """Store a record that somebody brought along; returns its id, which is also its link.

        Where there are `MOST_RECORDS`, those make room that nobody has looked at for longest.
        Raises `Unreadable` where somebody looked at all of them within a day.
        """
        now = self.clock()
        if await self.log.record_count() >= MOST_RECORDS:
            await self.log.drop_records(now - LOOKED_AFTER, DROPPED)
            if await self.log.record_count() >= MOST_RECORDS:
                raise Unreadable("table/records_full")
        id_ = new_id()
        await self.log.store_record(id_, text, now)
        return id_

    async def load_record(self, id_: str) -> str:
        """A record that was stored; raises `Unreadable` if there is none."""
        found, now = await self.log.load_record(id_), self.clock()
        if found is None:
            raise Unreadable("table/unknown")
        text, looked = found
        if now - looked > HOUR:
            with suppress(SQLAlchemyError, OSError):  # it is there all the same
                await self.log.note_look(id_, now)
        return text

    async def undo(self, id_: str, seat: int, moves: int, seq: int | None = None) -> CachedTable:
        """Undo one's last moves where that is free; else ask the others."""
        cached = await self.load(id_)
        if moves <= cached.table.undo.free_moves(seat):
            return await self._undo(id_, entries.MovesUndone(seat, moves), seq)
        cached = await self.write(
            id_,
            entries.UndoRequested(seat, moves),
            seq,
            guard=lambda table, _at: check_known(table, seat, moves),
        )
        return await self._undo_if_agreed(cached)

    async def answer_undo(self, id_: str, seat: int, agrees: bool) -> CachedTable:
        """Agree to the undo that was asked for, or not."""
        return await self._undo_if_agreed(await self.write(id_, entries.UndoVoted(seat, agrees)))

    async def _undo_if_agreed(self, cached: CachedTable) -> CachedTable:
        table = cached.table
        if table.undo.request is not None and has_consent(table):
            undone = entries.MovesUndone(table.undo.request.seat, table.undo.request.moves)
            return await self._undo(table.id, undone, table.seq_for(undone.seat))
        return cached

    async def _undo(self, id_: str, undone: entries.MovesUndone, seq: int | None) -> CachedTable:
        """Undo moves, if that is free or everybody who holds a seat has agreed."""
        return await self.write(
            id_,
            undone,
            seq,
            guard=lambda table, _at: check_undo(table, undone.seat, undone.moves),
        )

    async def say(self, id_: str, seat: int | None, text: str) -> None:
        """Say something at a table."""
        text = " ".join(text.split())
        if not text or len(text) > LONGEST_LINE or not text.isprintable():
            raise Unreadable("table/line", most=LONGEST_LINE)
        cached = await self.load(id_)
        await self.log.say(id_, self.clock(), seat, text)
        await self.cache.refresh_lines(cached)
