"""Whether the server can do its work: the database can be reached, and how the rules run."""

from __future__ import annotations

import asyncio
import time
from typing import Literal

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from realms.kernel.rule import COMPILED
from realms.tables.database import DatabaseReplaced
from realms.tables.log import TableLog
from realms.tables.maintenance import FAULTS

PATIENCE = 3.0
"""Seconds that the database may take to answer."""
LASTING = 1.0
"""Seconds for which an answer of the database is good: asking is not to be a burden."""


class Readiness(Struct, frozen=True):
    """How the parts are that the server works with."""

    database: Literal["ok", "unreachable", "replaced"]
    """`replaced` where the SQLite file is not the one that was opened: moves are refused."""
    rules: Literal["compiled", "compiling", "plain"]
    """`plain` where they are not to be compiled."""
    progress: float
    """How much of the rules is compiled, from 0 to 1."""

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
        """How things are now."""
        async with self._asking:
            if time.monotonic() - self._asked >= LASTING:
                self._found = await self._reach()
                self._asked = time.monotonic()
        rules, progress = rules_ready()
        return Readiness(self._found, rules, progress)

    async def _reach(self) -> Literal["ok", "unreachable", "replaced"]:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.log.check()
        except DatabaseReplaced:
            return "replaced"
        except (*FAULTS, SQLAlchemyError):
            return "unreachable"
        return "ok"


def rules_ready() -> tuple[Literal["compiled", "compiling", "plain"], float]:
    """How the rules run: they are compiled before the first request is taken."""
    return ("compiled", 1.0) if COMPILED else ("plain", 1.0)
