"""The scheduler: lets bots move, raises sealed bids, and acts when clocks run out.

Bots think while somebody looks at their table, and go on when somebody comes back. A turn is
never lost: it is due for as long as the table says so, and found again by the next check.

Of several processes the one that made the last move at a table thinks about the next one. The
others leave it some time, and then do so themselves: it may be gone, or nobody looks there.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, get_args

import msgspec

from realms.bots import BotFailed
from realms.kernel.capabilities import HasProxyBids
from realms.kernel.errors import RealmsError
from realms.kernel.game import State
from realms.tables.caching.cached_table import CachedTable
from realms.tables.caching.offload import ASKING
from realms.tables.entries import BotFault, MoveMade
from realms.tables.permissions import is_full
from realms.tables.seating import stand_in
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.thinking.bot_jobs import NotDue, QueueFull, Rank
from realms.tables.thinking.fair_order import remember
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.worker import BotRequest
from realms.tables.writer import Stale

LOG = logging.getLogger("realms.tables")
RETRY_DELAY = 2.0
"""Seconds after which something that failed is tried again."""
DEFERENCE = 3.0
"""Seconds that a process which wrote to a table has for what is due there, before others act."""
TRADING_PAUSE = 2.0
"""Seconds before an act of a bot where one clock runs for all, and so none ends a turn."""
TRADING_THOUGHT = 3.0
"""Seconds more that it takes at most, now longer and now shorter, as people do."""
WAITS = 10_000
"""Bots of which it is remembered that they saw no reason to act."""
Unhurried = Callable[[str, State, int], State | None]
"""The position of a game, named, for a seat that may as well wait; None where it may not."""
TRADING = -1
"""Stands for wherever such a table is: a bot has one act there at a time."""
Key = tuple[str, int, int]
"""What is due: the table, where it is to the seat that acts, and the seat."""


class Scheduler:
    """Checks a table after every change, and starts what is due there."""

    def __init__(
        self,
        service: TableService,
        queue: ThinkingQueue,
        unhurried: Unhurried = lambda game, state, seat: None,
    ) -> None:
        self.service, self.queue, self.unhurried = service, queue, unhurried
        self._waits: OrderedDict[tuple[str, int], int] = OrderedDict()
        """Where a table was to bots that saw no reason to act, by table and seat."""
        self._tasks: dict[Key, asyncio.Task[bool]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._deferred: dict[str, asyncio.TimerHandle] = {}
        """When tables are checked that another process wrote to last."""
        self._is_closed = False
        service.cache.on_change.append(self.check)
        service.cache.on_refresh.append(self._defer)
        if queue.presence is not None:
            queue.presence.on_arrival.append(self._resume)

    def _resume(self, id_: str) -> None:
        """Start what is due at a table that somebody looks at again."""
        cached = self.service.cache.find(id_)
        if cached is not None:
            self.check(cached)

    def _defer(self, cached: CachedTable) -> None:
        """Leave what is due at a table to the process that wrote there last, for some time."""
        if self._is_closed:
            return
        self._set_timer(cached)
        self._stop_deferring(cached.table.id)
        later = asyncio.get_running_loop().call_later(DEFERENCE, self.check, cached)
        self._deferred[cached.table.id] = later

    def _stop_deferring(self, id_: str) -> None:
        deferred = self._deferred.pop(id_, None)
        if deferred:
            deferred.cancel()

    def check(self, cached: CachedTable) -> None:
        """Start what is due at a table."""
        if self._is_closed:
            return
        table = cached.table
        self._stop_deferring(table.id)
        self._set_timer(cached)
        if table.time_up_move is None:
            for seat in range(len(table.chairs)):
                self._waits.pop((table.id, seat), None)
        if table.state is None or table.outcome is not None:
            return
        for seat in table.awaiting:
            if seat in table.most:
                self._start(cached, seat, partial(self._raise_bid, cached, seat))
            elif table.chairs[seat].bot and self.queue.is_attended(table.id):
                bot = table.chairs[seat].bot
                if table.time_up_move is None:
                    self._start(cached, seat, partial(self._move, cached, seat, bot, "bot"))
                elif not is_full(table, seat) and not self._is_waiting(table, seat):
                    self._start(cached, seat, partial(self._trade, cached, seat, bot))

    def _is_waiting(self, table: Table, seat: int) -> bool:
        """Whether a bot saw no reason to act, and nothing that it noticed has changed."""
        return self._waits.get((table.id, seat)) == table.seq_for(seat)

    def _start(self, cached: CachedTable, seat: int, work: Callable[[], Awaitable[Any]]) -> None:
        """Start a background task unless one of the same key is running."""
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
        ASKING.set(None)  # whoever made it due does not answer for it
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
            fields = (
                error.fields if isinstance(error, RealmsError) and reason == "table/bot" else {}
            )
            LOG.warning("a scheduled act failed: %s", reason, extra={"fields": fields})
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
        part = int(bot_seed(cached.table, seat)[:4], 16) / 0xFFFF
        await asyncio.sleep(TRADING_PAUSE + part * TRADING_THOUGHT)
        if cached.table.chairs[seat].bot == bot and cached.table.time_up_move is not None:
            await self._move(cached, seat, bot, "bot")

    async def _move(self, cached: CachedTable, seat: int, bot: str, by: Any) -> None:
        """Let a bot think about a re-deal of the table, and make its move."""
        table = cached.table
        if table.state is None or seat not in table.awaiting:
            return
        seq, seed = table.seq_for(seat), bot_seed(table, seat)
        position = table.game.redeal(table.state, seat, seed)
        is_trading = table.time_up_move is not None
        if is_trading:
            position = self.unhurried(table.game.name, position, seat) or position
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
        if is_trading and table.progress.read_move(move) not in table.game.legal(table.state, seat):
            remember(self._waits, (table.id, seat), seq, WAITS)  # it would pass, if it could
            return
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
                max(left, 0) / 1000 + 0.01, self._time_up, table.id, table.seq
            )

    def _time_up(self, id_: str, seq: int) -> None:
        cached = self.service.cache.find(id_)
        if cached is None:  # it was not kept in memory for all this time
            self._reload(id_)
            return
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

    def _reload(self, id_: str) -> None:
        """Load a table, which is checked then; where that fails, try again."""
        self._timers.pop(id_, None)
        key = (id_, 0, SHARED)
        if not self._is_closed and key not in self._tasks:
            task = self._tasks[key] = asyncio.get_running_loop().create_task(self._load(id_))
            task.add_done_callback(lambda _done: self._tasks.pop(key, None))

    async def _load(self, id_: str) -> bool:
        ASKING.set(None)
        try:
            await self.service.load(id_)
        except Exception as error:  # the database: the time is still over
            LOG.warning("a table could not be loaded: %s", type(error).__name__)
            asyncio.get_running_loop().call_later(RETRY_DELAY, self._reload, id_)
        return False

    async def close(self) -> None:
        """Stop waiting; returns when nothing is under way any more."""
        self._is_closed = True
        for timer in [*self._timers.values(), *self._deferred.values()]:
            timer.cancel()
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def fault_of(error: BotFailed) -> BotFault:
    """What the log of a table says of a bot that failed."""
    fault: Any = error.code.partition("/")[2]
    return fault if fault in get_args(BotFault) else "error"


async def _choose(
    request: BotRequest, think: Callable[[BotRequest], Awaitable[Any]]
) -> tuple[Any, BotFault]:
    """The move of a bot; where one of another package fails, a house bot's, and the fault."""
    try:
        return await think(request), ""
    except BotFailed as error:
        instead = stand_in(request.game)
        fields = {"bot": request.bot, "instead": instead, "fault": error.code, **error.fields}
        fields.pop("name")
        LOG.error("a bot of another package failed", extra={"fields": fields})
        return await think(msgspec.structs.replace(request, bot=instead)), fault_of(error)


SHARED = -1
"""Stands for all seats, where one clock runs for all."""


def bot_seed(table: Table, seat: int) -> str:
    """The seed of a bot's decision: fixed by the table, and telling nothing of the deal.

    It follows from the seed and the moves so far, and from nothing else: who plays the same
    moves of the same deal elsewhere meets the same answers.
    """
    place = sum(table.progress.noticed_turns(seat))  # not what others did in secret
    return hashlib.sha256(f"{table.seed} {place} {seat}".encode()).hexdigest()


def time_left(table: Table, now: int) -> int | None:
    """The milliseconds until the first awaited person is out of time; None without a clock."""
    return None if table.runs_out is None else table.runs_out - now


def overdue(table: Table, now: int) -> list[int]:
    """The awaited people whose time is over."""
    people = [seat for seat in table.awaiting if table.chairs[seat].is_person]
    return [seat for seat in people if now - table.time.began >= table.time.banks[seat]]
