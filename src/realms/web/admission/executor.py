"""An executor for what takes too long for the event loop: replays, long lists, large pages.

It has two threads, so that a page does not wait for a long replay. Python runs one thread at a
time; `SWITCH` makes one that works let go soon when the event loop wants to go on. What waits
is bounded, a client has one piece of work under way at a time, and whoever asked is charged
for what it took before their next piece begins: who has asked for many at once gets those that
their budget has room for.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from realms.kernel.errors import RealmsError
from realms.tables.caching.byte_cache import MEBIBYTE, ByteCache, CachePart
from realms.tables.caching.object_size import size_of
from realms.web.admission.cost import DEBT, charge
from realms.web.security import client_of

MOST_WAITING, MOST_OF_CLIENT = 256, 16
"""Pieces of work that wait or are under way at most, in all and of one client."""
THREADS = 2
SWITCH = 0.000_005
"""Seconds after which a thread lets another go on that wants to.

A move lets go of Python's lock some ten times, at every call of the system, and has to wait for
it as often. And compiled rules let go of it for microseconds: who waits is woken, comes too
late, and waits for all of this time again. So it is shorter than what lies between two rules.
"""

EXECUTOR = "executor"
"""Where the state of an application keeps it."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Overloaded(RealmsError):
    """More work waits than is taken on; the answer is 503."""


class LimitedExecutor:
    """Runs work in a few threads, fairly among the clients who wait."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        sys.setswitchinterval(SWITCH)
        self._threads = ThreadPoolExecutor(THREADS, "work")
        self.most = most
        self.waiting = 0
        """Pieces of work that are not done yet."""
        self._clients: dict[str, tuple[asyncio.Lock, list[None]]] = {}
        """The clients that have work waiting, and how much."""
        self._under_way: dict[Any, asyncio.Future[Any]] = {}
        """What is being worked out and will be kept, by where."""

    async def run(
        self,
        scope: Any,
        work: Callable[Parameters, Result],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Result:
        """Do some work for a request; raises `Overloaded` where too much is waiting."""
        client = client_of(scope)
        if self.waiting >= self.most:
            raise Overloaded("web/overloaded")
        lock, pieces = self._clients.setdefault(client, (asyncio.Lock(), []))
        if len(pieces) >= MOST_OF_CLIENT:
            raise Overloaded("web/busy")
        self.waiting += 1
        pieces.append(None)
        try:
            async with lock:
                wait = scope[DEBT]() if DEBT in scope else 0
                if wait:
                    raise Overloaded("web/busy", n=wait)
                return await self._run(scope, lambda: work(*arguments, **named))
        finally:
            self.waiting -= 1
            pieces.pop()
            if not pieces:
                del self._clients[client]

    async def _run(self, scope: Any, work: Callable[[], Result]) -> Result:
        spent = 0.0

        def timed() -> Result:
            nonlocal spent
            began = time.thread_time()
            try:
                return work()
            finally:
                spent = time.thread_time() - began

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, timed)
        finally:
            charge(scope, spent)

    async def run_once(
        self, scope: Any, cache: CachePart[Any, Any], key: Any, work: Callable[[], Any]
    ) -> Any:
        """The cached value of a key; where there is none, that of `work`, cached from then on.

        Who asks for the same meanwhile waits for it; where it is refused to who asked first,
        it is not to them. What it weighs is worked out with it.
        """
        place = (id(cache), key)
        while True:
            known = cache.find(key)
            if known is not None:
                return known
            under_way = self._under_way.get(place)
            is_ours = under_way is None
            if under_way is None:
                under_way = asyncio.ensure_future(self._work_out(scope, cache, key, work))
                self._under_way[place] = under_way
                under_way.add_done_callback(lambda done: self._forget(place, done))
            try:
                return await asyncio.shield(under_way)
            except Overloaded:
                if is_ours:
                    raise

    async def _work_out(
        self, scope: Any, cache: CachePart[Any, Any], key: Any, work: Callable[[], Any]
    ) -> Any:
        """Work something out and keep it, though nobody may wait for it any more."""
        value, weight = await self.run(scope, partial(_weighed, work))
        cache.keep(key, value, weight)
        return value

    def _forget(self, place: Any, done: asyncio.Future[Any]) -> None:
        del self._under_way[place]
        if not done.cancelled():
            done.exception()  # told to all who wait for it, if anybody does

    def close(self) -> None:
        """Take no more; what is under way ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def answer_cache(most: int, mebibytes: int) -> CachePart[Any, Any]:
    """A cache for what is worked out once: so many answers, of so many mebibytes together."""
    return ByteCache(mebibytes * MEBIBYTE).part(most)


def _weighed(work: Callable[[], Any]) -> tuple[Any, int]:
    """What some work comes to, and the bytes it takes."""
    value = work()
    return value, size_of(value)


class RequestOffload:
    """Has work done beside the event loop for a request, however deep below it."""

    __slots__ = ("_executor", "_scope", "client")

    def __init__(self, executor: LimitedExecutor, scope: Any, client: str) -> None:
        self._executor, self._scope, self.client = executor, scope, client

    async def run(self, work: Callable[[], Any]) -> Any:
        """Do some work, when there is room; raises `Overloaded` where there is none."""
        return await self._executor.run(self._scope, work)


def run_aside(handler: Callable[Parameters, Result]) -> Callable[..., Awaitable[Result]]:
    """A handler that does nothing but work: it runs in the executor, not on the event loop."""

    @wraps(handler)
    async def respond(request: Any, *arguments: Any, **named: Any) -> Result:
        work = partial(handler, request, *arguments, **named)
        return await executor_of(request).run(request.scope, work)

    return respond


def executor_of(request: Any) -> LimitedExecutor:
    """The executor of the application that a request came to."""
    executor: LimitedExecutor = request.app.state[EXECUTOR]
    return executor
