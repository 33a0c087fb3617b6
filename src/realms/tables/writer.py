"""Writing entries: considered, committed to the log, accepted, announced.

Whatever is answered was committed before. Where the log refuses a place, another process had
it first; what it wrote is read, and the entry considered anew.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from realms.bots import offered_name
from realms.kernel.errors import RealmsError
from realms.tables.caching.cached_table import CachedTable
from realms.tables.caching.table_cache import TableCache
from realms.tables.changes import Change
from realms.tables.entries import (
    AnyEntry,
    BotSeated,
    MoveMade,
    MovesUndone,
    SeatTaken,
    UndoRequested,
    encode_entry,
)
from realms.tables.log import LogRow, PlaceTaken
from realms.tables.results.result import results_of
from realms.tables.results.store import result_row
from realms.tables.table import Table
from realms.tables.terms import refuse

Guard = Callable[[Table, int], None]
"""What is asked of a new entry besides: given the table as it is, and the time; may raise."""


class Stale(RealmsError):
    """The table has moved on since the caller looked."""


class TableWriter:
    """Writes entries to the logs of tables.

    `on_write` is called for every entry that this process committed, with the table after it.
    """

    def __init__(self, cache: TableCache, clock: Callable[[], int]) -> None:
        self.cache, self.log, self.clock = cache, cache.log, clock
        self.on_write: list[Callable[[CachedTable, AnyEntry], None]] = []

    async def write(
        self,
        id_: str,
        entry: AnyEntry,
        seq: int | None = None,
        key: str | None = None,
        guard: Guard | None = None,
    ) -> CachedTable:
        """Commit an entry, if it is allowed, and announce it; returns the table after it.

        With `seq`, where the acting seat believes the table to be: raises `Stale` where it
        has moved on. With `key`, an entry that was committed before is not written again.
        With `guard`, only if that lets it pass, of the table just before it is written.
        Raises `RealmsError` for what the table does not allow.
        """
        return await self.write_to(await self.cache.load(id_), entry, seq, key, guard)

    async def write_to(
        self,
        cached: CachedTable,
        entry: AnyEntry,
        seq: int | None = None,
        key: str | None = None,
        guard: Guard | None = None,
    ) -> CachedTable:
        """Commit an entry to a table that the caller has loaded; see `write`."""
        while True:
            async with cached.lock:
                if key is not None and key in cached.keys:
                    return cached
                refusal = await self._try(cached, entry, seq, key, guard)
            if refusal is None:
                return cached
            if isinstance(refusal, PlaceTaken):
                await self.cache.refresh(cached)
                continue
            is_late = isinstance(refusal, Stale) and (seq or 0) < refusal.fields["seq"]
            if is_late or not await self.cache.refresh_if_shared(cached):
                raise refusal  # else allowed, perhaps, by what another process has written

    async def _try(
        self,
        cached: CachedTable,
        entry: AnyEntry,
        seq: int | None,
        key: str | None,
        guard: Guard | None,
    ) -> RealmsError | PlaceTaken | None:
        """Commit an entry to the table as it is here, or return why not."""
        table = cached.table
        at = table.time_at(self.clock())
        try:
            if guard is not None:
                guard(table, at)
            change = _consider(table, entry, at, seq)
            cached.idle.check(table, entry)
            await self.log.append(_row(table, change, at, key), change.status)
        except (RealmsError, PlaceTaken) as error:
            return error
        self._accept(cached, change, key)
        return None

    def _accept(self, cached: CachedTable, change: Change, key: str | None) -> None:
        """Apply a committed change to the table and notify its listeners."""
        cached.table.accept(change)
        if change.entry is not None:
            for callback in self.on_write:
                callback(cached, change.entry)
        if key is not None:
            cached.keys[key] = cached.table.seq
        self.cache.notify(cached, change.noticed)


def _consider(table: Table, entry: AnyEntry, at: int, seq: int | None) -> Change:
    """What an entry would change, if the table is where the seat that acts believes it is."""
    here = table.seq_for(getattr(entry, "seat", None))
    if seq is not None and seq != here:
        raise Stale("table/stale", seq=here)
    if isinstance(entry, MoveMade):
        if entry.by == "seat" and table.seating.is_away(entry.seat):
            raise refuse("away")
        return table.consider(entry, at)
    if isinstance(entry, BotSeated):
        offered_name(entry.bot, table.game.name)
    if isinstance(entry, UndoRequested | MovesUndone) and not table.undo.is_possible(entry.moves):
        raise refuse("nothing_to_undo")
    if isinstance(entry, MovesUndone):
        entry = msgspec.structs.replace(entry, public=True)
    return table.consider(entry, at)


def _row(table: Table, change: Change, at: int, key: str | None) -> LogRow:
    """What a change writes as the next row of a table's log, and beside it."""
    entry = change.entry
    assert entry is not None
    holder = (entry.seat, entry.secret) if isinstance(entry, SeatTaken) else None
    kept = results_of(table, *change.ended, at) if change.ended else {}
    results = tuple(result_row(secret, result) for secret, result in kept.items())
    body = encode_entry(entry).decode()
    return LogRow(table.id, table.seq + 1, at, body, key, holder, results)
