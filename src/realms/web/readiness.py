"""Whether the server can do its work: the database can be reached, and how the rules run."""

from __future__ import annotations

import asyncio
import time
from typing import Literal

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from realms.kernel.compiled.progress import rules_now
from realms.tables.database import DatabaseReplaced
from realms.tables.log import TableLog
from realms.tables.maintenance import FAULTS
from realms.web.handover import compile_progress

PATIENCE = 3.0
"""Seconds that the database may take to answer."""
LASTING = 1.0
"""Seconds for which an answer of the database is good: asking is not to be a burden."""


class Readiness(Struct, frozen=True):
    """Whether the database, the workers and the assets are ready, as `/ready` says it."""

    database: Literal["ok", "unreachable", "replaced"]
    """`replaced` where the SQLite file is not the one that was opened: moves are refused."""
    rules: Literal["compiled", "compiling", "plain"]
    """`compiled` from when tables are played by compiled rules, `plain` where they never will be;
    tables are played in any case."""
    progress: float
    """How much of the rules is compiled, from 0 to 1: those that the strongest bots take come
    last, and until then a lighter one plays for them."""
    parts_done: int = 0
    parts: int = 0
    """Parts of the rules that are compiled, and parts there are; 0 where none is to be compiled."""
    seconds_left: int = 0
    """How long the rest will take, as far as can be told."""

    @property
    def is_ready(self) -> bool:
        """Whether tables can be played."""
        return self.database == "ok"


class ReadinessCheck:
    """Asks the database, at most once a second."""

    def __init__(self, log: TableLog) -> None:
        self.log = log
        self._asking = asyncio.Lock()
        self._asked = -LASTING
        self._found: Literal["ok", "unreachable", "replaced"] = "unreachable"

    async def answer(self) -> Readiness:
        """Whether the server can serve, asked anew after `LASTING` seconds."""
        async with self._asking:
            if time.monotonic() - self._asked >= LASTING:
                self._found = await self._reach()
                self._asked = time.monotonic()
        return readiness_of(self._found)

    async def _reach(self) -> Literal["ok", "unreachable", "replaced"]:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.log.check()
        except DatabaseReplaced:
            return "replaced"
        except (*FAULTS, SQLAlchemyError):
            return "unreachable"
        return "ok"


def readiness_of(database: Literal["ok", "unreachable", "replaced"]) -> Readiness:
    """How the rules run, beside how the database is."""
    rules, now = rules_now(), compile_progress()
    if now is None:
        return Readiness(database, rules, 1.0)
    return Readiness(database, rules, round(now.part, 3), now.done, now.total, now.seconds_left)
