"""The queue for thinking: whose bot turns and hints go to the workers, and in which order.

Turns of bots at tables where people sit come first, then hints, then turns at tables of bots
that somebody only watches; `fair_order` says who is next among them. Tables that nobody looks
at do not think at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any, Protocol

from realms.bots import is_external
from realms.tables.thinking.bot_jobs import BotJob, NotDue, QueueFull, Rank
from realms.tables.thinking.clock import MonotonicClock, WaitingClock
from realms.tables.thinking.fair_order import LEAST, FairOrder, remember
from realms.tables.thinking.presence import Presence
from realms.tables.thinking.quota import ThinkingQuota
from realms.tables.thinking.release import release_time
from realms.tables.thinking.worker import BotAnswer, BotRequest

LOG = logging.getLogger("realms.tables")

MOST_TURNS, MOST_HINTS = 300, 64
"""Turns, and hints, that wait at most; who has the most of them is told to try again."""
HINTS_OF_A_CLIENT = 4
"""Hints that one client may be waiting for."""
RETRY = 2
"""Seconds after which to try again where the queue is full."""
ANSWERS = 500
"""Hints that are kept, for who asks the same again."""
WARNING_GAP = 10.0
"""Seconds between two lines of the log that say that the queue is full."""


class Workers(Protocol):
    """What the queue asks of a pool of workers."""

    number: int

    async def answer(self, request: BotRequest) -> BotAnswer:
        """What a bot answers."""

    async def warm(self, request: BotRequest) -> None:
        """Let every worker load what requests of this kind need."""


class ThinkingQueue:
    """Lets a pool of workers think, one job each, in a fair order.

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
        self._waiting: dict[Rank, list[BotJob]] = {rank: [] for rank in Rank}
        self._running: dict[asyncio.Task[None], BotJob] = {}
        self._hints: dict[tuple[str, int], BotJob] = {}
        self._answers: OrderedDict[tuple[str, int], tuple[BotRequest, BotAnswer]] = OrderedDict()
        self._order = FairOrder(presence)
        self._warming: asyncio.Future[None] | None = None
        self._warned = -WARNING_GAP

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
        job = BotJob(rank, table, request, _future(), self.clock.now(), is_due=is_due)
        self._make_room(job)
        return (await self._answer_of(self._add(job))).move

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
            return await self._answer_of(pending)
        self._check_hint(pending, client)
        job = BotJob(Rank.HINT, table, request, _future(), self.clock.now(), client)
        self._hints[key] = job
        job.done.add_done_callback(lambda _done: self._forget_hint(key, job))
        return await self._answer_of(self._add(job))

    def check_quota(self, client: str) -> None:
        """Refuse a client who had too many hints, before anything is done for the next one."""
        wait = self.quota.wait(client) if self.quota and client else 0
        if wait:
            raise QueueFull("table/hint_quota", n=wait)

    def _check_hint(self, pending: BotJob | None, client: str) -> None:
        """Refuse a hint that is one too many."""
        self.check_quota(client)
        of_client = sum(hint.client == client for hint in self._hints.values())
        if pending is not None or (self.quota and client and of_client >= HINTS_OF_A_CLIENT):
            raise QueueFull("table/hint_pending", n=RETRY)
        if len(self._waiting[Rank.HINT]) >= MOST_HINTS:
            raise self._full()

    def _make_room(self, job: BotJob) -> None:
        """Where too many turns wait, send the last of the client away who has the most."""
        turns = self._waiting[Rank.PEOPLE] + self._waiting[Rank.WATCHED]
        if len(turns) < MOST_TURNS:
            return
        waiting = Counter(self._order.clients(turn)[0] for turn in turns)
        (most, number), *_ = waiting.most_common(1)
        if waiting[self._order.clients(job)[0]] >= number:
            raise self._full()
        last = [turn for turn in turns if self._order.clients(turn)[0] == most][-1]
        self._waiting[last.rank].remove(last)
        last.refuse(self._full())

    def _full(self) -> QueueFull:
        now = self.clock.now()
        if now - self._warned >= WARNING_GAP:
            self._warned = now
            LOG.warning("the queue for thinking is full: %d wait", self.waiting)
        return QueueFull("table/thinking_full", n=RETRY)

    def _forget_hint(self, key: tuple[str, int], job: BotJob) -> None:
        if self._hints.get(key) is job:
            del self._hints[key]

    def _add(self, job: BotJob) -> BotJob:
        self._waiting[job.rank].append(job)
        self.dispatch()
        return job

    async def _answer_of(self, job: BotJob) -> BotAnswer:
        """The answer, when a step of the grid is over that began when it was asked for."""
        answer = await self._await(job)
        step = self.steps(job.request.game, job.request.bot)
        if step:
            await self.clock.wait(release_time(job.asked, self.clock.now(), step))
        return answer

    async def _await(self, job: BotJob) -> BotAnswer:
        """The answer; what nobody waits for any more, and has not begun, is not thought."""
        try:
            return await asyncio.shield(job.done)
        except asyncio.CancelledError:
            job.waiters -= 1
            if not job.waiters and job in self._waiting[job.rank]:
                self._waiting[job.rank].remove(job)
                job.done.cancel()
            raise

    # --- Serving ---

    def dispatch(self) -> None:
        """Give the workers that are free something to think about."""
        while len(self._running) < self.workers.number:
            job = self._next()
            if job is None:
                return
            task = asyncio.get_running_loop().create_task(self._think(job))
            self._running[task] = job
            task.add_done_callback(self._finish)

    def _next(self) -> BotJob | None:
        """What is thought next; what is not due any more is left out on the way."""
        while True:
            ready = {rank: jobs for rank in Rank if (jobs := self._ready(rank))}
            if not ready:
                return None
            ranks = [*ready]
            rank = self._order.choose_rank(ranks)
            job, client = self._order.choose_job(ready[rank], self._running.values())
            self._waiting[rank].remove(job)
            if not job.is_due() or not self._is_wanted(job):
                job.refuse(NotDue())
                continue
            self._order.note_turn(job, client, ranks)
            return job

    def _is_wanted(self, job: BotJob) -> bool:
        return job.rank is Rank.HINT or self.is_attended(job.table)

    def _ready(self, rank: Rank) -> list[BotJob]:
        """The jobs of a kind that may begin.

        Hints leave a worker to the turns. The spare ones are for people for whom nobody
        thinks yet, so that no client has all workers.
        """
        usual = max(self.workers.number - self.spare, 1)
        if len(self._running) >= usual:
            if rank is not Rank.PEOPLE:
                return []
            served = {job.client for job in self._running.values()}
            waiting = self._waiting[rank]
            return [one for one in waiting if not served.issuperset(self._order.clients(one))]
        if rank is Rank.HINT:
            hints = sum(job.rank is Rank.HINT for job in self._running.values())
            return self._waiting[rank] if hints < max(usual - 1, 1) else []
        return self._waiting[rank]

    async def _think(self, job: BotJob) -> None:
        """Have a worker think, and tell who waits."""
        job.began = self.clock.now()
        try:
            answer = await self.workers.answer(job.request)
        except Exception as error:  # whoever waits is told, whatever it was
            job.refuse(error)
        else:
            if job.rank is Rank.HINT:
                key = (job.table, job.request.seat)
                remember(self._answers, key, (job.request, answer), ANSWERS)
            if not job.done.done():
                job.done.set_result(answer)
            self._warm(job.request)
        finally:
            self._charge(job)

    def _warm(self, request: BotRequest) -> None:
        """Have the spare workers ready before somebody needs them: that takes seconds."""
        if self.spare and self._warming is None and not is_external(request.bot, request.game):
            self._warming = asyncio.ensure_future(self.workers.warm(request))

    def _charge(self, job: BotJob) -> None:
        seconds = max(self.clock.now() - job.began, LEAST)
        self._order.charge(job.client, seconds)
        if job.rank is Rank.HINT and self.quota and job.client:
            self.quota.charge(job.client, seconds)

    def _finish(self, task: asyncio.Task[None]) -> None:
        job = self._running.pop(task)
        if not job.done.done():
            job.done.cancel()
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
