"""Worker processes in which bots think, so that nobody else waits for them.

A worker is handed a re-deal, never the true state, and keeps nothing. One that dies is
replaced; the turn it was thinking about is simply still due.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

TRIES = 3
"""How often a thought is begun again after a worker died."""


def think(game: str, snapshot: bytes, seat: int, bot: str, seed: str) -> Any:
    """The move of a bot, as plain data; runs in a worker."""
    from realms.bots import bot_named  # noqa: PLC0415  (loaded by the worker, not by the server)
    from realms.games import game_named  # noqa: PLC0415

    played = game_named(game)
    position = played.restore(snapshot)
    return msgspec.to_builtins(bot_named(bot).choose(played, position, seat, seed))


class Workers:
    """A few processes that think."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.thinking = 0
        """Thoughts that are waited for."""
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """The processes, started when they are first needed."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.number, mp_context=context)
        return self._pool

    async def think(self, game: str, snapshot: bytes, seat: int, bot: str, seed: str) -> Any:
        """Let a bot think; begun again if its worker dies."""
        self.thinking += 1
        try:
            for left in reversed(range(TRIES)):
                pool = self.pool
                try:
                    loop = asyncio.get_running_loop()
                    return await loop.run_in_executor(pool, think, game, snapshot, seat, bot, seed)
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
                    if not left:
                        raise
        finally:
            self.thinking -= 1
        return None

    def close(self) -> None:
        """Send the workers home."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
