"""Bots of other packages at a table in the terminal: in a process of their own, as at all tables.

They may raise, end their process, print, or think for ever: the game goes on.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from realms.kernel.game import Game, State
from realms.tables.thinking.worker import BotRequest
from realms.tables.thinking.worker_pool import WorkerPool


class BotProcess:
    """A process in which bots choose; it starts when the first is asked."""

    def __init__(self) -> None:
        self._loop: asyncio.Runner | None = None
        self._workers = WorkerPool(1)

    def choose(self, bot: str, game: Game, position: State, seat: int, seed: str) -> Any:
        """The move of a bot; raises `BotFailed` for whatever it does wrong, too slow included."""
        if self._loop is None:
            self._loop = asyncio.Runner()
        request = BotRequest(game.name, game.snapshot(position), seat, bot, seed)
        return msgspec.convert(self._loop.run(self._workers.choose(request)), game.move_type)

    def close(self) -> None:
        """End the process."""
        if self._loop is not None:
            self._loop.run(self._workers.close())
            self._loop.close()
            self._loop = None
