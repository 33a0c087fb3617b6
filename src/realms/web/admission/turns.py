"""Turns: the requests of one client begin one after another, with those of others between.

However many connections a client has, each round of the event loop begins one of its requests
at most; so who comes with one request waits for one of theirs, and not for all of them.
"""

from __future__ import annotations

import asyncio
from collections import deque


class ClientTurns:
    """Whose requests wait for their turn; a client is remembered only while some do."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self, client: str) -> asyncio.Future[None] | None:
        """Take a turn: None where it is now, else what to wait for."""
        loop = asyncio.get_running_loop()
        waiting = self._waiting.get(client)
        if waiting is None:
            self._waiting[client] = deque()
            loop.call_soon(self._pass_on, client)
            return None
        turn: asyncio.Future[None] = loop.create_future()
        waiting.append(turn)
        return turn

    def _pass_on(self, client: str) -> None:
        """The turn of the next request, in the next round of the event loop."""
        waiting = self._waiting[client]
        while waiting and waiting[0].done():  # its client has gone
            waiting.popleft()
        if not waiting:
            del self._waiting[client]
            return
        waiting.popleft().set_result(None)
        asyncio.get_running_loop().call_soon(self._pass_on, client)
