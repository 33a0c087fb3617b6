"""The scheduler: lets bots move, raises sealed bids, and acts when clocks run out.

Bots think while somebody looks at their table, and go on when somebody comes back. A turn is
never lost: it is due for as long as the table says so, and found again by the next check.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, get_args

import msgspec

from realms.bots import BotFailed
from realms.kernel.capabilities import HasProxyBids
from realms.kernel.errors import RealmsError
from realms.tables.cache import CachedTable
from realms.tables.entries import BotFault, MoveMade
from realms.tables.permissions import MOST_ENTRIES
from realms.tables.seating import stand_in
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.thinking.queue import NotDue, QueueFull, Rank, ThinkingQueue
from realms.tables.thinking.worker import BotRequest
from realms.tables.writer import Stale

LOG = logging.getLogger("realms.tables")
RETRY_DELAY = 2.0
"""Seconds after which something that failed is tried again."""
TRADING_PAUSE = 2.0
"""Seconds between two acts of a bot where one clock runs for all, and so none ends a turn."""
TRADING = -1
"""Stands for wherever such a table is: a bot has one act there at a time."""
Key = tuple[str, int, int]
"""What is due: the table, where it is to the seat that acts, and the seat."""


class Scheduler:
    """Checks a table after every change, and starts what is due there."""

    def __init__(self, service: TableService, queue: ThinkingQueue) -> None:
        self.service, self.queue = service, queue
        self._tasks: dict[Key, asyncio.Task[bool]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._is_closed = False
        service.cache.on_change.append(self.check)
        if queue.presence is not None:
            queue.presence.on_arrival.append(self._resume)

    def _resume(self, id_: str) -> None:
        """Start what is due at a table that somebody looks at again."""
        cached = self.service.cache.find(id_)
        if cached is not None:
            self.check(cached)

    def check(self, cached: CachedTable) -> None:
        """Start what is due at a table."""
        if self._is_closed:
            return
        table = cached.table
        self._set_timer(cached)
        if table.state is None or table.outcome is not None:
            return
        for seat in table.awaiting:
            if seat in table.most:
                self._start(cached, seat, partial(self._raise_bid, cached, seat))
            elif table.chairs[seat].bot and self.queue.is_attended(table.id):
                bot = table.chairs[seat].bot
                if table.time_up_move is None:
                    self._start(cached, seat, partial(self._move, cached, seat, bot, "bot"))
                elif table.seq < MOST_ENTRIES:
                    self._start(cached, seat, partial(self._trade, cached, seat, bot))

    def _start(self, cached: CachedTable, seat: int, work: Callable[[], Awaitable[Any]]) -> None:
        """Start a task unless the same one is under way."""
        place = cached.table.seq_for(None if seat == SHARED else seat)
        if cached.table.time_up_move is not None and seat != SHARED:
            place = TRADING
        key = (cached.table.id, place, seat)
        if key in self._tasks:
            return
        task = asyncio.get_running_loop().create_task(self._run(cached, work))
        self._tasks[key] = task
        task.add_done_callback(partial(self._finish, key, cached))

    def _finish(self, key: Key, cached: CachedTable, task: asyncio.Task[bool]) -> None:
        """Forget a task; what was left out because nobody looked may be due again by now."""
        self._tasks.pop(key, None)
        is_due = not task.cancelled() and (task.result() or key[1] == TRADING)
        if is_due and self.queue.is_attended(cached.table.id):
            self.check(cached)

    async def _run(self, cached: CachedTable, work: Callable[[], Awaitable[Any]]) -> bool:
        """Do it, unless it is not due any more; returns whether it was left out."""
        try:
            await work()
        except Stale:
            pass
        except NotDue:
            return True
        except QueueFull as full:
            loop = asyncio.get_running_loop()
            loop.call_later(full.fields["n"], self.check, cached)
        except Exception as error:  # a worker, the database: the turn is still due
            reason = error.code if isinstance(error, RealmsError) else type(error).__name__
            told = error.fields if isinstance(error, RealmsError) and reason == "table/bot" else {}
            LOG.warning("a scheduled act failed: %s", reason, extra={"fields": told})
            asyncio.get_running_loop().call_later(RETRY_DELAY, self.check, cached)
        return False

    async def _raise_bid(self, cached: CachedTable, seat: int) -> None:
        """Make the move of a seat that left a highest bid."""
        table, seq, game = cached.table, cached.table.seq_for(seat), cached.table.game
        if table.state is None or seat not in table.most or not isinstance(game, HasProxyBids):
            return
        move = game.proxy_move(table.state, seat, table.most[seat])
        if move is not None:
            entry = MoveMade(seat, msgspec.to_builtins(move), "proxy")
            await self.service.write(table.id, entry, seq)

    async def _trade(self, cached: CachedTable, seat: int, bot: str) -> None:
        """Let a bot act where everybody may at any time: not more often than people could."""
        await asyncio.sleep(TRADING_PAUSE)
        if cached.table.chairs[seat].bot == bot and cached.table.time_up_move is not None:
            await self._move(cached, seat, bot, "bot")

    async def _move(self, cached: CachedTable, seat: int, bot: str, by: Any) -> None:
        """Let a bot think about a re-deal of the table, and make its move."""
        table = cached.table
        if table.state is None or seat not in table.awaiting:
            return
        seq, seed = table.seq_for(seat), bot_seed(table, seat)
        position = table.game.redeal(table.state, seat, seed)
        snapshot = table.game.snapshot(position)
        request = BotRequest(table.game.name, snapshot, seat, bot, seed)
        has_people = any(chair.is_person for chair in table.chairs)
        think = partial(
            self.queue.choose,
            table.id,
            rank=Rank.PEOPLE if has_people else Rank.WATCHED,
            is_due=lambda: table.seq_for(seat) == seq and seat in table.awaiting,
        )
        move, fault = await _choose(request, think)
        await self.service.write(table.id, MoveMade(seat, move, by, fault), seq)

    # --- Clocks ---

    def _set_timer(self, cached: CachedTable) -> None:
        """Wake up when the time of an awaited person is over."""
        table = cached.table
        timer = self._timers.pop(table.id, None)
        if timer:
            timer.cancel()
        left = time_left(table, table.time_at(self.service.clock())) if table.time.banks else None
        if left is not None:
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(
                max(left, 0) / 1000 + 0.01, self._time_up, cached, table.seq
            )

    def _time_up(self, cached: CachedTable, seq: int) -> None:
        table = cached.table
        if table.seq != seq or table.state is None or table.outcome is not None:
            return
        move = table.time_up_move
        if move is not None:
            now = table.seq_for(None)
            entry = MoveMade(None, msgspec.to_builtins(move), "clock")
            self._start(cached, SHARED, partial(self.service.write, table.id, entry, now))
            return
        late = overdue(table, table.time_at(self.service.clock()))
        if not late:
            self._set_timer(cached)  # the clock on the wall was put back
        bot = stand_in(table.game.name)
        for seat in late:
            self._start(cached, seat, partial(self._move, cached, seat, bot, "clock"))

    async def close(self) -> None:
        """Stop waiting; returns when nothing is under way any more."""
        self._is_closed = True
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def fault_of(error: BotFailed) -> BotFault:
    """What the log of a table says of a bot that failed."""
    told: Any = error.code.partition("/")[2]
    return told if told in get_args(BotFault) else "error"


async def _choose(
    request: BotRequest, think: Callable[[BotRequest], Awaitable[Any]]
) -> tuple[Any, BotFault]:
    """The move of a bot; where one of another package fails, a house bot's, and the fault."""
    try:
        return await think(request), ""
    except BotFailed as error:
        instead = stand_in(request.game)
        told = {"bot": request.bot, "instead": instead, "fault": error.code, **error.fields}
        told.pop("name")
        LOG.error("a bot of another package failed", extra={"fields": told})
        return await think(msgspec.structs.replace(request, bot=instead)), fault_of(error)


SHARED = -1
"""Stands for all seats, where one clock runs for all."""


def bot_seed(table: Table, seat: int) -> str:
    """The seed of a bot's decision: fixed by the table, and telling nothing of the deal."""
    place = table.seq_for(seat)  # not what others did in secret
    return hashlib.sha256(f"{table.seed} {place} {seat}".encode()).hexdigest()


def time_left(table: Table, now: int) -> int | None:
    """The milliseconds until the first awaited person is out of time; None without a clock."""
    return None if table.runs_out is None else table.runs_out - now


def overdue(table: Table, now: int) -> list[int]:
    """The awaited people whose time is over."""
    people = [seat for seat in table.awaiting if table.chairs[seat].is_person]
    return [seat for seat in people if now - table.time.began >= table.time.banks[seat]]
