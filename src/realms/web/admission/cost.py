"""What a request costs: the time that the event loop and the executor work for it, measured.

Requests differ a thousandfold in what they cost, so that counting them says little. A client
has a budget of working time besides its number of requests, and what it uses is taken off.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine, Generator
from typing import Any

COST = "realms.cost"
"""Where the scope of a request keeps what it cost besides, in seconds."""
TURN = "realms.turn"
"""Where it keeps the function that takes a turn for its client."""
SETTLE = "realms.settle"
"""Where a stream keeps the function that charges what it has cost so far."""


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


def charge(scope: Any, seconds: float) -> None:
    """Charge a request for work that was done for it elsewhere than on the event loop."""
    scope[COST] = scope.get(COST, 0.0) + seconds


async def take_turn(scope: Any) -> None:
    """Wait until it is the turn of a request's client again; at once where nobody counts.

    A stream is charged for what it has cost before.
    """
    if SETTLE in scope:
        scope[SETTLE]()
    turn = scope[TURN]() if TURN in scope else None
    if turn is not None:
        await turn
