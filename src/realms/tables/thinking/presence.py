"""Who looks at which tables: by a stream that is held, or a request not long ago.

Bots think only for tables that somebody looks at. Clients are told apart by where they come
from, so that many tables of one client count as one when bots have their turns.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from realms.tables.thinking.clock import MonotonicClock, WaitingClock

PATIENCE = 120.0
"""Seconds for which somebody counts as present after a request."""
MOST_TABLES = 5_000
"""Tables that are remembered at most; those looked at longest ago go first."""
MOST_CLIENTS = 32
"""Clients that are remembered at a table."""


class Visit(Struct):
    """When a client last asked for a table, and the streams it holds there."""

    last: float
    streams: int = 0


class Presence:
    """Who looks at the tables of this process.

    `on_arrival` is called with the id of a table that nobody looked at until now.
    """

    def __init__(self, clock: WaitingClock | None = None) -> None:
        self.clock = clock or MonotonicClock()
        self.on_arrival: list[Callable[[str], None]] = []
        self._visits: OrderedDict[str, OrderedDict[str, Visit]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._visits)

    def touch(self, table: str, client: str) -> None:
        """Note a request of a client for a table."""
        visits = self._visits.get(table)
        visit = visits.get(client) if visits is not None else None
        now = self.clock.now()
        if visits is None or visit is None or now - visit.last > PATIENCE:
            self._note(table, client, 0)
            return
        visit.last = now
        self._visits.move_to_end(table)
        visits.move_to_end(client)

    @contextmanager
    def hold(self, table: str, client: str) -> Iterator[None]:
        """Note a stream that a client holds, for as long as it does."""
        visit = self._note(table, client, 1)
        try:
            yield
        finally:
            visit.streams -= 1
            visit.last = self.clock.now()

    def is_attended(self, table: str) -> bool:
        """Whether anybody looks at a table."""
        return bool(self.clients(table))

    def clients(self, table: str) -> list[str]:
        """The clients who look at a table."""
        since = self.clock.now() - PATIENCE
        visits = self._visits.get(table)
        if visits is None:
            return []
        return [client for client, visit in visits.items() if visit.streams or visit.last >= since]

    def _note(self, table: str, client: str, streams: int) -> Visit:
        was_attended = self.is_attended(table)
        visits = self._visits.setdefault(table, OrderedDict())
        visit = visits.setdefault(client, Visit(0.0))
        visit.last, visit.streams = self.clock.now(), visit.streams + streams
        self._visits.move_to_end(table)
        visits.move_to_end(client)
        self._forget(visits)
        if not was_attended:
            for callback in self.on_arrival:
                callback(table)
        return visit

    def _forget(self, visits: OrderedDict[str, Visit]) -> None:
        """Drop what is too much, but nobody who holds a stream."""
        if len(visits) > MOST_CLIENTS:
            idle = [client for client, visit in visits.items() if not visit.streams]
            for client in idle[: len(visits) - MOST_CLIENTS]:
                del visits[client]
        if len(self._visits) > MOST_TABLES:
            for table, there in [*self._visits.items()][: len(self._visits) - MOST_TABLES]:
                if not any(visit.streams for visit in there.values()):
                    del self._visits[table]
