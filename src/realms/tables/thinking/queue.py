"""The queue for thinking: whose bot turns and hints go to the workers, and in which order.

Turns of bots at tables where people sit come first, then hints, then turns at tables of bots
that somebody only watches; of those that have to wait, every fifth is served all the same.
Within a kind the clients take turns, by what was thought for them so far, and the tables of
one client among themselves. Tables that nobody looks at do not think at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable
from enum import IntEnum
from typing import Any, Protocol

from msgspec import Struct

from realms.bots import is_external
from realms.kernel.errors import RealmsError
from realms.tables.thinking.clock import MonotonicClock, WaitingClock
from realms.tables.thinking.presence import Presence
from realms.tables.thinking.quota import ThinkingQuota
from realms.tables.thinking.release import release_time
from realms.tables.thinking.worker import BotAnswer, BotRequest

LOG = logging.getLogger("realms.tables")

MOST_TURNS, MOST_HINTS = 300, 64
"""Turns, and hints, that wait at most; who has the most of them is told to try again."""
HINTS_OF_A_CLIENT = 4
"""Hints that one client may be waiting for."""
PASSED_OVER = 4
"""How often a kind is passed over for one that comes before it."""
RETRY = 2
"""Seconds after which to try again where the queue is full."""
REMEMBERED = 5_000
"""Clients, and tables, whose last turns are remembered."""
ANSWERS = 500
"""Hints that are kept, for who asks the same again."""
LEAST = 0.001
"""Seconds that a thought is charged at least."""
SAYING = 10.0
"""Seconds between two lines of the log that say that the queue is full."""


class Rank(IntEnum):
    """Kinds of thoughts, the first of them first."""

    PEOPLE = 0
    """A bot's turn at a table where people sit."""
    HINT = 1
    WATCHED = 2
    """A bot's turn where bots play among themselves."""


class QueueFull(RealmsError):
    """So many thoughts wait already; `n` is the seconds after which to try again."""


class NotDue(Exception):
    """The thought is not wanted any more, or nobody looks at its table: it was left out."""


class Workers(Protocol):
    """What thinks: a pool of workers."""

    number: int

    async def answer(self, request: BotRequest) -> BotAnswer:
        """What a bot answers."""

    async def warm(self, request: BotRequest) -> None:
        """Have all workers ready for such requests."""


class Thought(Struct, eq=False):
    """Something to be thought, and who waits for it."""

    rank: Rank
    table: str
    request: BotRequest
    done: asyncio.Future[BotAnswer]
    asked: float
    client: str = ""
    """Who asked for a hint; of a turn, who it is charged to, once it begins."""
    is_due: Callable[[], bool] = lambda: True
    began: float = 0.0
    waiters: int = 1


class ThinkingQueue:
    """Lets a pool of workers think, one thought each, in a fair order.

    Without `presence` somebody looks at every table; without `quota` clients may have any
    number of hints. `steps` tells the grid on which answers of a bot are told; without it
    they are told at once. Of the workers `spare` are for clients who have none.
    """

    def __init__(
        self,
        workers: Workers,
        presence: Presence | None = None,
        quota: ThinkingQuota | None = None,
        steps: Callable[[str, str], float] = lambda _game, _bot: 0.0,
        clock: WaitingClock | None = None,
        spare: int = 0,
    ) -> None:
        self.workers, self.presence, self.quota, self.steps = workers, presence, quota, steps
        self.spare = spare
        self.clock = clock or MonotonicClock()
        self._waiting: dict[Rank, list[Thought]] = {rank: [] for rank in Rank}
        self._running: dict[asyncio.Task[None], Thought] = {}
        self._hints: dict[tuple[str, int], Thought] = {}
        self._answers: OrderedDict[tuple[str, int], tuple[BotRequest, BotAnswer]] = OrderedDict()
        self._passed: Counter[Rank] = Counter()
        self._spent: OrderedDict[str, float] = OrderedDict()
        """Seconds that were thought for each client; who was away is put level with the others."""
        self._level = 0.0
        """What the client had that was served last."""
        self._served: OrderedDict[str, int] = OrderedDict()
        """When each table had its last turn, counted in turns."""
        self._count = 0
        self._warming: asyncio.Future[None] | None = None
        self._said = -SAYING

    @property
    def waiting(self) -> int:
        """Thoughts that are not yet answered."""
        return sum(map(len, self._waiting.values())) + len(self._running)

    def is_attended(self, table: str) -> bool:
        """Whether bots of a table think: whether somebody looks at it."""
        return self.presence is None or self.presence.is_attended(table)

    # --- Asking ---

    async def choose(
        self, table: str, request: BotRequest, rank: Rank, is_due: Callable[[], bool]
    ) -> Any:
        """The move that a bot chooses; when it is told does not depend on its hand.

        `is_due` is asked when its turn comes. Raises `NotDue` where it says no or nobody
        looks at the table, and `QueueFull` where too much waits already.
        """
        thought = Thought(rank, table, request, _future(), self.clock.now(), is_due=is_due)
        self._make_room(thought)
        return (await self._told(self._add(thought))).move

    async def hint(self, table: str, client: str, request: BotRequest) -> BotAnswer:
        """A hint for a seat; one at a time, and no more than the client's quota.

        The same question is thought about once, however often it is asked.
        """
        key = (table, request.seat)
        if key in self._answers and self._answers[key][0] == request:
            return self._answers[key][1]
        pending = self._hints.get(key)
        if pending is not None and pending.request == request:
            pending.waiters += 1
            return await self._told(pending)
        self._check_hint(pending, client)
        thought = Thought(Rank.HINT, table, request, _future(), self.clock.now(), client)
        self._hints[key] = thought
        thought.done.add_done_callback(lambda _done: self._forget_hint(key, thought))
        return await self._told(self._add(thought))

    def check_quota(self, client: str) -> None:
        """Refuse a client who had too many hints, before anything is done for the next one."""
        wait = self.quota.wait(client) if self.quota and client else 0
        if wait:
            raise QueueFull("table/hint_quota", n=wait)

    def _check_hint(self, pending: Thought | None, client: str) -> None:
        """Refuse a hint that is one too many."""
        self.check_quota(client)
        of_client = sum(hint.client == client for hint in self._hints.values())
        if pending is not None or (self.quota and client and of_client >= HINTS_OF_A_CLIENT):
            raise QueueFull("table/hint_pending", n=RETRY)
        if len(self._waiting[Rank.HINT]) >= MOST_HINTS:
            raise self._full()

    def _make_room(self, thought: Thought) -> None:
        """Where too many turns wait, send the last of the client away who has the most."""
        turns = self._waiting[Rank.PEOPLE] + self._waiting[Rank.WATCHED]
        if len(turns) < MOST_TURNS:
            return
        waiting = Counter(self._clients(turn)[0] for turn in turns)
        (most, number), *_ = waiting.most_common(1)
        if waiting[self._clients(thought)[0]] >= number:
            raise self._full()
        last = [turn for turn in turns if self._clients(turn)[0] == most][-1]
        self._waiting[last.rank].remove(last)
        _refuse(last, self._full())

    def _full(self) -> QueueFull:
        now = self.clock.now()
        if now - self._said >= SAYING:
            self._said = now
            LOG.warning("the queue for thinking is full: %d wait", self.waiting)
        return QueueFull("table/thinking_full", n=RETRY)

    def _forget_hint(self, key: tuple[str, int], thought: Thought) -> None:
        if self._hints.get(key) is thought:
            del self._hints[key]

    def _add(self, thought: Thought) -> Thought:
        self._waiting[thought.rank].append(thought)
        self.dispatch()
        return thought

    async def _told(self, thought: Thought) -> BotAnswer:
        """The answer, when a step of the grid is over that began when it was asked for."""
        answer = await self._await(thought)
        step = self.steps(thought.request.game, thought.request.bot)
        if step:
            await self.clock.wait(release_time(thought.asked, self.clock.now(), step))
        return answer

    async def _await(self, thought: Thought) -> BotAnswer:
        """The answer; what nobody waits for any more, and has not begun, is not thought."""
        try:
            return await asyncio.shield(thought.done)
        except asyncio.CancelledError:
            thought.waiters -= 1
            if not thought.waiters and thought in self._waiting[thought.rank]:
                self._waiting[thought.rank].remove(thought)
                thought.done.cancel()
            raise

    # --- Serving ---

    def dispatch(self) -> None:
        """Give the workers that are free something to think about."""
        while len(self._running) < self.workers.number:
            thought = self._next()
            if thought is None:
                return
            task = asyncio.get_running_loop().create_task(self._think(thought))
            self._running[task] = thought
            task.add_done_callback(self._finish)

    def _next(self) -> Thought | None:
        """What is thought next; what is not due any more is left out on the way."""
        while True:
            ready = {rank: thoughts for rank in Rank if (thoughts := self._ready(rank))}
            if not ready:
                return None
            ranks = [*ready]
            late = [rank for rank in ranks[1:] if self._passed[rank] >= PASSED_OVER]
            rank = late[0] if late else ranks[0]
            thought, client = self._first(ready[rank])
            self._waiting[rank].remove(thought)
            if not thought.is_due() or not self._is_wanted(thought):
                _refuse(thought, NotDue())
                continue
            self._note_turn(thought, client, ranks)
            return thought

    def _is_wanted(self, thought: Thought) -> bool:
        return thought.rank is Rank.HINT or self.is_attended(thought.table)

    def _ready(self, rank: Rank) -> list[Thought]:
        """The thoughts of a kind that may begin.

        Hints leave a worker to the turns. The spare ones are for people for whom nobody
        thinks yet, so that no client has all workers.
        """
        usual = max(self.workers.number - self.spare, 1)
        if len(self._running) >= usual:
            if rank is not Rank.PEOPLE:
                return []
            served = {thought.client for thought in self._running.values()}
            waiting = self._waiting[rank]
            return [one for one in waiting if not served.issuperset(self._clients(one))]
        if rank is Rank.HINT:
            hints = sum(thought.rank is Rank.HINT for thought in self._running.values())
            return self._waiting[rank] if hints < max(usual - 1, 1) else []
        return self._waiting[rank]

    def _first(self, thoughts: list[Thought]) -> tuple[Thought, str]:
        """Of thoughts of a kind the one whose client and table had the least so far."""
        running = Counter(thought.client for thought in self._running.values())
        best: tuple[Any, Thought, str] | None = None
        for order, thought in enumerate(thoughts):
            for client in self._clients(thought):
                had = max(self._spent.get(client, 0.0), self._level)
                key = (running[client], had, self._served.get(thought.table, -1), order)
                if best is None or key < best[0]:
                    best = (key, thought, client)
        assert best is not None
        return best[1], best[2]

    def _clients(self, thought: Thought) -> list[str]:
        """Who a thought may be charged to: of those who look at a table, who had the least."""
        if thought.rank is Rank.HINT or self.presence is None:
            return [thought.client]
        return self.presence.clients(thought.table) or [""]

    def _note_turn(self, thought: Thought, client: str, ranks: list[Rank]) -> None:
        self._count += 1
        thought.client = client
        self._level = max(self._spent.get(client, 0.0), self._level)
        _remember(self._served, thought.table, self._count)
        for rank in ranks:
            self._passed[rank] = 0 if rank is thought.rank else self._passed[rank] + 1

    async def _think(self, thought: Thought) -> None:
        """Have a worker think, and tell who waits."""
        thought.began = self.clock.now()
        try:
            answer = await self.workers.answer(thought.request)
        except Exception as error:  # whoever waits is told, whatever it was
            _refuse(thought, error)
        else:
            if thought.rank is Rank.HINT:
                key = (thought.table, thought.request.seat)
                _remember(self._answers, key, (thought.request, answer), ANSWERS)
            if not thought.done.done():
                thought.done.set_result(answer)
            self._warm(thought.request)
        finally:
            self._charge(thought)

    def _warm(self, request: BotRequest) -> None:
        """Have the spare workers ready before somebody needs them: that takes seconds."""
        if self.spare and self._warming is None and not is_external(request.bot, request.game):
            self._warming = asyncio.ensure_future(self.workers.warm(request))

    def _charge(self, thought: Thought) -> None:
        seconds = max(self.clock.now() - thought.began, LEAST)
        had = max(self._spent.get(thought.client, 0.0), self._level)
        _remember(self._spent, thought.client, had + seconds)
        if thought.rank is Rank.HINT and self.quota and thought.client:
            self.quota.charge(thought.client, seconds)

    def _finish(self, task: asyncio.Task[None]) -> None:
        thought = self._running.pop(task)
        if not thought.done.done():
            thought.done.cancel()
        if not task.cancelled():
            self.dispatch()

    async def close(self) -> None:
        """Give up whatever is being thought."""
        tasks = [*self._running, *([self._warming] if self._warming else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _future() -> asyncio.Future[BotAnswer]:
    return asyncio.get_running_loop().create_future()


def _refuse(thought: Thought, error: Exception) -> None:
    """Tell who waits for a thought that there will be no answer."""
    if not thought.done.done():
        thought.done.set_exception(error)
        thought.done.exception()  # nobody may wait any more


def _remember(kept: OrderedDict[Any, Any], key: Any, value: Any, most: int | None = None) -> None:
    """Keep a value as the newest; the oldest go where there are too many."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > (most or REMEMBERED):
        kept.popitem(last=False)
