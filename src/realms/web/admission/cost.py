"""What a request costs: the time that the event loop and the executor work for it, measured.

Requests differ a thousandfold in what they cost, so that counting them says little. A client
has a budget of working time besides its number of requests, and what it uses is taken off.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine, Generator
from typing import Any

from realms.web.rate_limits import WORK, RateLimiter

COST = "realms.cost"
"""Where the scope of a request keeps what it cost besides, in seconds."""
TURN = "realms.turn"
"""Where it keeps the function that takes a turn for its client."""
SETTLE = "realms.settle"
"""Where it keeps the function that charges what it has cost so far."""
DEBT = "realms.debt"
"""Where it keeps the function that says how long its client has to wait for more; not a stream."""


class MeasuredCall:
    """Awaits something, and measures how long it works; what it waits for is not counted.

    What others do meanwhile is not counted either: each step of the coroutine is measured.
    """

    __slots__ = ("_coroutine", "longest", "seconds")

    def __init__(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        self._coroutine = coroutine
        self.seconds = 0.0
        """How long it has worked so far."""
        self.longest = 0.0
        """The longest step: nobody else was answered during it."""

    def __await__(self) -> Generator[Any, Any, Any]:
        send, clock = self._coroutine.send, time.thread_time
        step, value = send, None
        while True:
            began = clock()
            try:
                awaited = step(value)
            except StopIteration as end:
                return end.value
            finally:
                took = clock() - began
                self.seconds += took
                self.longest = max(self.longest, took)
            try:
                step, value = send, (yield awaited)
            except GeneratorExit:
                self._coroutine.close()
                raise
            except BaseException as error:
                step, value = self._coroutine.throw, error


class RequestCost:
    """What a request has cost so far, and its client's account."""

    __slots__ = ("_charged", "_client", "_limiter", "_scope", "call")

    def __init__(self, scope: Any, limiter: RateLimiter, client: str) -> None:
        self._scope, self._limiter, self._client = scope, limiter, client
        self.call: MeasuredCall | None = None
        """What is measured on the event loop; None where it has a flat price."""
        self._charged = 0.0
        scope[SETTLE] = self.settle

    def settle(self) -> None:
        """Charge what has not been charged yet."""
        cost = self._scope.get(COST, 0.0) + (self.call.seconds if self.call else 0.0)
        self._limiter.charge(self._client, WORK, cost - self._charged)
        self._charged = cost

    def debt(self) -> int:
        """Seconds until the client has some of its budget again; 0 where it has."""
        return self._limiter.debt(self._client, WORK)


def charge(scope: Any, seconds: float) -> None:
    """Charge a request at once for work that was done for it elsewhere than on the event loop."""
    scope[COST] = scope.get(COST, 0.0) + seconds
    if SETTLE in scope:
        scope[SETTLE]()


async def take_turn(scope: Any) -> None:
    """Wait until it is the turn of a request's client again; at once where nobody counts.

    A stream is charged for what it has cost before.
    """
    if SETTLE in scope:
        scope[SETTLE]()
    turn = scope[TURN]() if TURN in scope else None
    if turn is not None:
        await turn
