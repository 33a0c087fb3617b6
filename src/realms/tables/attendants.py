"""What happens at a table by itself: bots move, sealed bids are raised, clocks run down."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from realms.kernel.errors import RealmsError
from realms.tables import entries as act
from realms.tables.at_hand import Open
from realms.tables.house import House
from realms.tables.scribe import Stale
from realms.tables.seating import STAND_IN
from realms.tables.table import Table
from realms.tables.worker import Thought
from realms.tables.workers import Workers

LOG = logging.getLogger("realms.tables")
AGAIN = 2.0
"""Seconds after which something that failed is tried again."""


class Attendants:
    """Looks at a table after every entry and does what is due."""

    def __init__(self, house: House, workers: Workers) -> None:
        self.house, self.workers = house, workers
        self._tasks: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._is_closed = False
        house.moved.append(self.look)

    def look(self, opened: Open) -> None:
        """Begin what is due at a table."""
        if self._is_closed:
            return
        table = opened.table
        self._set_timer(opened)
        if table.state is None or table.outcome is not None:
            return
        for seat in table.awaiting:
            if seat in table.most:
                self._begin(opened, seat, partial(self._raise, opened, seat))
            elif table.chairs[seat].bot:
                bot = table.chairs[seat].bot
                self._begin(opened, seat, partial(self._move, opened, seat, bot, "bot"))

    def _begin(self, opened: Open, seat: int, work: Callable[[], Awaitable[Any]]) -> None:
        """Begin a task unless the same one is under way."""
        key = (opened.table.id, opened.table.seq, seat)
        if key in self._tasks:
            return
        task = asyncio.get_running_loop().create_task(self._quietly(opened, work))
        self._tasks[key] = task
        task.add_done_callback(lambda _done: self._tasks.pop(key, None))

    async def _quietly(self, opened: Open, work: Callable[[], Awaitable[Any]]) -> None:
        """Do it; somebody else may have been faster, and then it is not due any more."""
        try:
            await work()
        except Stale:
            pass
        except Exception as error:  # a worker, the database: the turn is still due
            told = error.code if isinstance(error, RealmsError) else type(error).__name__
            LOG.warning("an attendant failed: %s", told)
            asyncio.get_running_loop().call_later(AGAIN, self.look, opened)

    async def _raise(self, opened: Open, seat: int) -> None:
        """Bid one more for a seat that left a highest bid, or leave the auction. [MR-45]"""
        table, seq = opened.table, opened.table.seq_for(seat)
        if table.state is None or seat not in table.most:
            return
        move = table.game.proxy_move(table.state, seat, table.most[seat])
        if move is not None:
            entry = act.Moved(seat, msgspec.to_builtins(move), "proxy")
            await self.house.write(table.id, entry, seq)

    async def _move(self, opened: Open, seat: int, bot: str, by: Any) -> None:
        """Let a bot think about a re-deal of the table, and make its move."""
        table = opened.table
        if table.state is None or seat not in table.awaiting:
            return
        seq, seed = table.seq_for(seat), thought(table, seat)
        position = table.game.redeal(table.state, seat, seed)
        snapshot = table.game.snapshot(position)
        move = await self.workers.think(Thought(table.game.name, snapshot, seat, bot, seed))
        await self.house.write(table.id, act.Moved(seat, move, by), seq)

    # --- Clocks ---

    def _set_timer(self, opened: Open) -> None:
        """Wake up when the time of an awaited person is over."""
        table = opened.table
        timer = self._timers.pop(table.id, None)
        if timer:
            timer.cancel()
        left = time_left(table, self.house.clock())
        if left is not None:
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(
                max(left, 0) / 1000 + 0.01, self._time_up, opened, table.seq
            )

    def _time_up(self, opened: Open, seq: int) -> None:
        table = opened.table
        if table.seq != seq or table.state is None or table.outcome is not None:
            return
        if table.shares_clock:
            move = msgspec.to_builtins(table.game.legal(table.state, None)[0])
            now = table.seq_for(None)
            called = act.Moved(None, move, "clock")
            self._begin(opened, SHARED, partial(self.house.write, table.id, called, now))
            return
        late = overdue(table, self.house.clock())
        if not late:
            self._set_timer(opened)  # the clock on the wall was put back
        for seat in late:
            self._begin(opened, seat, partial(self._move, opened, seat, STAND_IN, "clock"))

    async def close(self) -> None:
        """Stop waiting; returns when nothing is under way any more."""
        self._is_closed = True
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


SHARED = -1
"""Stands for all seats, where one clock runs for all."""


def thought(table: Table, seat: int) -> str:
    """The seed of a bot's thought: fixed by the table, and telling nothing of the deal."""
    return hashlib.sha256(f"{table.seed} {table.seq} {seat}".encode()).hexdigest()


def time_left(table: Table, now: int) -> int | None:
    """The milliseconds until the first awaited person is out of time; None without a clock."""
    if not table.banks or table.terms.clock is None or table.outcome is not None:
        return None
    if table.time_ends is not None:
        return table.time_ends - now
    people = [seat for seat in table.awaiting if table.chairs[seat].is_person]
    if not people:
        return None
    return min(table.banks[seat] for seat in people) - (now - table.began)


def overdue(table: Table, now: int) -> list[int]:
    """The awaited people whose time is over."""
    people = [seat for seat in table.awaiting if table.chairs[seat].is_person]
    return [seat for seat in people if now - table.began >= table.banks[seat]]
