"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio

SETTLING = 60
"""Turns of the event loop after which everything that needs no disk has happened."""


class ManualClock:
    """Meets `WaitingClock`; who waits is woken in the order of their times."""

    def __init__(self) -> None:
        self.at = 0.0
        self._waiting: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        return self.at

    async def wait(self, until: float, event: asyncio.Event | None = None) -> None:
        due = asyncio.Event()
        if until <= self.at:
            return
        waiter = (until, due)
        self._waiting.append(waiter)
        events = [due] if event is None else [due, event]
        tasks = [asyncio.ensure_future(one.wait()) for one in events]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            if waiter in self._waiting:
                self._waiting.remove(waiter)

    async def move_to(self, at: float) -> None:
        """Let the time come, and everything that is due until then happen at its time."""
        await settle()
        while due := [one for one in self._waiting if one[0] <= at]:
            first = min(due, key=lambda one: one[0])
            self._waiting.remove(first)
            self.at = max(self.at, first[0])
            first[1].set()
            await settle()
        self.at = max(self.at, at)
        await settle()


async def settle() -> None:
    """Let everything happen that can happen now."""
    for _ in range(SETTLING):
        await asyncio.sleep(0)
