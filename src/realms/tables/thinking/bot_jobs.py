"""Jobs of bots: turns and hints, each with its rank and who waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import IntEnum

from msgspec import Struct

from realms.kernel.errors import RealmsError
from realms.tables.thinking.worker import BotAnswer, BotRequest


class Rank(IntEnum):
    """Kinds of jobs, the first of them first."""

    PEOPLE = 0
    """A bot's turn at a table where people sit."""
    HINT = 1
    WATCHED = 2
    """A bot's turn where bots play among themselves."""


class QueueFull(RealmsError):
    """So many jobs wait already; `n` is the seconds after which to try again."""


class NotDue(Exception):
    """The job is not wanted any more, or nobody looks at its table: it was left out."""


class BotJob(Struct, eq=False):
    """Something that a bot is to think about, and who waits for it."""

    rank: Rank
    table: str
    request: BotRequest
    done: asyncio.Future[BotAnswer]
    asked: float
    client: str = ""
    """Who asked for a hint; of a turn, who it is charged to, once it begins."""
    is_due: Callable[[], bool] = lambda: True
    began: float = 0.0
    waiters: int = 1

    def refuse(self, error: Exception) -> None:
        """Tell who waits that there will be no answer."""
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # nobody may wait any more
