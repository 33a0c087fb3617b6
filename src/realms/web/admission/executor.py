"""An executor for what takes too long for the event loop: replays, long lists, large pages.

It has one thread. Python runs one thread at a time, so that two would only take the event
loop's turn more often; `SWITCH` makes a thread that works let go soon when the loop wants to
go on. What waits is bounded, a client has one piece of work waiting or under way, and whoever
asked is charged for what it took.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from realms.kernel.errors import RealmsError
from realms.web.admission.cost import charge
from realms.web.security import client_of

MOST_WAITING, MOST_OF_CLIENT = 256, 16
"""Pieces of work that wait or are under way at most, in all and of one client."""
SWITCH = 0.0005
"""Seconds after which a thread lets another go on that wants to."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Overloaded(RealmsError):
    """More is asked for than can be worked on."""


class LimitedExecutor:
    """One thread, and who waits for it."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        sys.setswitchinterval(SWITCH)
        self._thread = ThreadPoolExecutor(1, "work")
        self.most = most
        self.waiting = 0
        """Pieces of work that are not done yet."""
        self._clients: dict[str, tuple[asyncio.Lock, list[None]]] = {}
        """The clients that have work waiting, and how much."""

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
            return await asyncio.get_running_loop().run_in_executor(self._thread, timed)
        finally:
            charge(scope, spent)

    def close(self) -> None:
        """Take no more; what is under way ends by itself."""
        self._thread.shutdown(wait=False, cancel_futures=True)
