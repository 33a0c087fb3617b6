"""Writing acts down: considered, appended to the log, accepted, told.

Whatever is answered was committed before. Where the log refuses a place, another process had
it first; what it wrote is read, and the act considered anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from realms.kernel.errors import RealmsError
from realms.tables import entries as act
from realms.tables.at_hand import AtHand, Open
from realms.tables.log import Row, Taken
from realms.tables.table import Table
from realms.tables.terms import refuse
from realms.tables.turns import Change


class Stale(RealmsError):
    """The table has moved on since the caller looked."""


class Scribe(AtHand):
    """Takes acts at tables."""

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
                try:
                    await self.log.append(_row(table, entry, at, key), change.status)
                except Taken:
                    await self._refresh(opened)
                    continue
                self._accept(opened, change, key)
                return opened

    def write_soon(
        self,
        id_: str,
        entry: act.AnyEntry,
        seq: int | None,
        key: str | None,
        made: Callable[[Open | None], None],
    ) -> bool:
        """Write an act down where nothing stands in its way; False where something does.

        `made` hears of it: the table when it is written, None where the log has refused it.
        """
        opened = self._open.get(id_)
        if opened is None or (key is not None and key in opened.keys):
            return False
        at = self.clock()
        change = self._considered(opened.table, entry, at, seq)
        if not _locked_at_once(opened.lock):
            return False
        self._open.move_to_end(id_)

        def told(error: Exception | None) -> None:
            try:
                if error is None:
                    self._accept(opened, change, key)
            finally:
                opened.lock.release()
            made(opened if error is None else None)

        self.log.append_soon(_row(opened.table, entry, at, key), change.status, told)
        return True

    def _accept(self, opened: Open, change: Change, key: str | None) -> None:
        """Make a change that is written down, and tell everybody."""
        opened.table.accept(change)
        if change.entry is not None:
            for told in self.wrote:
                told(opened, change.entry)
        if key is not None:
            opened.keys[key] = opened.table.seq
        self._tell(opened)

    def _considered(self, table: Table, entry: act.AnyEntry, at: int, seq: int | None) -> Change:
        """What an act would change, if the table is where the seat that acts believes it is."""
        here = table.seq_for(getattr(entry, "seat", None))
        if seq is not None and seq != here:
            raise Stale("table/stale", seq=here)
        if isinstance(entry, act.Moved) and entry.by == "seat" and table.is_away(entry.seat):
            raise refuse("away")
        return table.consider(entry, at)


def _row(table: Table, entry: act.AnyEntry, at: int, key: str | None) -> Row:
    """An act as the next row of a table's log."""
    sat = (entry.seat, entry.secret) if isinstance(entry, act.Sat) else None
    return Row(table.id, table.seq + 1, at, act.written(entry).decode(), key, sat)


def _locked_at_once(lock: asyncio.Lock) -> bool:
    """Take a lock if nobody has it or waits for it."""
    taking = lock.acquire()
    try:
        taking.send(None)
    except StopIteration:
        return True
    taking.close()  # it would have to wait
    return False
