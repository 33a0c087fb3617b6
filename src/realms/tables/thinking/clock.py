"""Waiting for a time or for an event, by a clock that tests can move."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Protocol


class WaitingClock(Protocol):
    """Tells the time in seconds, and waits."""

    def now(self) -> float:
        """Seconds since some moment; never fewer than before."""

    async def wait(self, until: float, event: asyncio.Event | None = None) -> None:
        """Return at a time, or as soon as an event is set."""


class MonotonicClock:
    """The monotonic clock of this machine."""

    def now(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    async def wait(self, until: float, event: asyncio.Event | None = None) -> None:
        """Return at a time, or as soon as an event is set."""
        left = until - self.now()
        if event is None:
            await asyncio.sleep(max(left, 0.0))
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), max(left, 0.0))
