"""An executor for what takes too long for the event loop: replays, long lists, large pages.

It has two threads, so that a page does not wait for a long replay. Python runs one thread at a
time; `SWITCH` makes one that works let go soon when the event loop wants to go on. What waits
is bounded, a client has one piece of work under way at a time, and whoever asked is charged
for what it took.
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
from realms.tables.cache import BoundedCache
from realms.web.admission.cost import charge
from realms.web.security import client_of

MOST_WAITING, MOST_OF_CLIENT = 256, 16
"""Pieces of work that wait or are under way at most, in all and of one client."""
THREADS = 2
SWITCH = 0.0005
"""Seconds after which a thread lets another go on that wants to."""

EXECUTOR = "executor"
"""Where the state of an application keeps it."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Overloaded(RealmsError):
    """More is asked for than can be worked on."""


class LimitedExecutor:
    """A few threads, and who waits for them."""

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
        self, scope: Any, kept: BoundedCache[Any, Any], key: Any, work: Callable[[], Any]
    ) -> Any:
        """What is kept, or else what the work gives, which is kept from then on.

        Who asks for the same meanwhile waits for it.
        """
        known = kept.find(key)
        if known is not None:
            return known
        place = (id(kept), key)
        under_way = self._under_way.get(place)
        if under_way is None:
            under_way = asyncio.ensure_future(self.run(scope, work))
            self._under_way[place] = under_way
            under_way.add_done_callback(lambda _done: self._under_way.pop(place, None))
        known = await asyncio.shield(under_way)
        kept[key] = known
        return known

    def close(self) -> None:
        """Take no more; what is under way ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)


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
