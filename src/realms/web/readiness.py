"""Whether the server can do its work: the database can be reached, and how the rules run."""

from __future__ import annotations

import asyncio
import time
from typing import Literal

from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from realms.kernel.rule import COMPILED
from realms.tables.maintenance import FAULTS

PATIENCE = 3.0
"""Seconds that the database may take to answer."""
LASTING = 1.0
"""Seconds for which an answer of the database is good: asking is not to be a burden."""


class Readiness(Struct, frozen=True):
    """How the parts are that the server works with."""

    database: Literal["ok", "unreachable"]
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

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._asking = asyncio.Lock()
        self._asked = -LASTING
        self._is_reachable = False

    async def answer(self) -> Readiness:
        """How things are now."""
        async with self._asking:
            if time.monotonic() - self._asked >= LASTING:
                self._is_reachable = await self._reach()
                self._asked = time.monotonic()
        rules, progress = rules_ready()
        return Readiness("ok" if self._is_reachable else "unreachable", rules, progress)

    async def _reach(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE), self.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except (*FAULTS, SQLAlchemyError):
            return False
        return True


def rules_ready() -> tuple[Literal["compiled", "compiling", "plain"], float]:
    """How the rules run: they are compiled before the first request is taken."""
    return ("compiled", 1.0) if COMPILED else ("plain", 1.0)
