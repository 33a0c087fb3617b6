"""Worlds in which a table is played again, on a clock of the test, while somebody listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractContextManager
from math import inf
from types import SimpleNamespace
from typing import Any

from msgspec import Struct

from realms.kernel.errors import RealmsError
from realms.tables import entries
from realms.tables.database import engine_for
from realms.tables.log import LogRow, TableLog
from realms.tables.permissions import IdleActs
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.web.admission.executor import EXECUTOR, LimitedExecutor
from realms.web.api.streams import encode_events, encode_lines, permitted_frames
from realms.web.pages.table.live import joined, page_events
from realms.web.pages.table.viewers import PageViewer
from tests.tables.manual_clock import ManualClock, settle

NOON = 1_800_000_000_000
"""When a game begins, in milliseconds."""
AFTER = 40.0
"""Seconds for which viewers still listen when nothing happens any more."""


class Heard(Struct, frozen=True):
    """Something that came by a stream, and when."""

    stream: str
    at: float
    part: bytes


class Unwritten(TableLog):
    """A log that keeps nothing, at once."""

    async def append(self, row: LogRow, status: str = "") -> None:
        pass

    async def entries(self, table_id: str, after: int = 0) -> Sequence[Any]:
        return ()


class InlineExecutor(LimitedExecutor):
    """Does at once what it is given: on the clock of a test nothing takes any time."""

    async def _run(self, _scope: Any, work: Callable[[], Any]) -> Any:
        return work()


REQUEST: Any = SimpleNamespace(scope={}, app=SimpleNamespace(state={EXECUTOR: InlineExecutor()}))
"""The request of a stream, as far as it is looked at."""


class LiveWorld:
    """A table on a clock of its own, and what one viewer hears of it."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.clock, self.seat = ManualClock(), seat
        self.service = TableService(
            Unwritten(engine_for("sqlite://")),
            lambda: NOON + round(1000 * self.clock.at),
            waiting=self.clock,
        )
        self.cached = self.service.cache.hold(table)
        self.cached.idle = IdleActs(burst=inf)  # a game of hours is played in an instant
        self.service.cache._tables[table.id] = self.cached
        self.heard: list[Heard] = []
        self._listening: list[asyncio.Task[None]] = []

    def listen(self) -> None:
        """Open the streams of the viewer."""
        held = () if self.seat is None else (self.seat,)
        viewer = PageViewer(self.seat, held, "en")
        streams = {
            "lines": encode_lines(permitted_frames(self.service, self.cached, self.seat)),
            "events": encode_events(permitted_frames(self.service, self.cached, self.seat)),
            "page": joined(page_events(self.service, REQUEST, self.cached, viewer, "")),
            "changes": joined(
                page_events(self.service, REQUEST, self.cached, viewer, "", takes_deltas=True)
            ),
        }
        for name, stream in streams.items():
            self._listening.append(asyncio.ensure_future(self._hear(name, stream)))

    async def _hear(self, name: str, stream: AsyncGenerator[bytes]) -> None:
        async for part in stream:
            self.heard.append(Heard(name, self.clock.at, part))

    async def write(self, entry: entries.AnyEntry) -> None:
        await self.service.writer.write_to(self.cached, entry)
        await settle()

    async def play(self, rows: Sequence[Any]) -> None:
        """Everything that a log has, each entry at its time."""
        for row in rows:
            await self.clock.move_to((row["at"] - NOON) / 1000)
            await self.write(entries.decode_entry(row["body"]))

    async def probe_undo(self) -> int:
        """How many moves the viewer may ask to undo, found out by asking."""
        table, moves = self.cached.table, 0
        if self.seat is None or table.outcome is not None:
            return 0
        while True:
            try:
                await self.write(entries.UndoRequested(self.seat, moves + 1))
            except RealmsError:
                return moves
            moves += 1
            other = (self.seat + 1) % len(table.chairs)
            await self.write(entries.UndoVoted(other, False))

    async def close(self) -> None:
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        await self.service.log.engine.dispose()


async def hear(
    table: Table,
    rules: AbstractContextManager[None],
    rows: Sequence[Any],
    seat: int | None,
    at: int,
) -> tuple[list[Heard], int]:
    """What a viewer hears in a world from a time on, and what undo probes tell them."""
    with rules:
        world = LiveWorld(Table(table.id, table.terms, table.seed), seat)
        try:
            await world.play([row for row in rows if row["at"] < at])
            await world.clock.move_to((at - NOON) / 1000 - 0.1)
            world.listen()
            await world.play([row for row in rows if row["at"] >= at])
            await world.clock.move_to(world.clock.at + AFTER)
            return [*world.heard], await world.probe_undo()
        finally:
            await world.close()
