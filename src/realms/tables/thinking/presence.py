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


class Look(Struct):
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
        self._looks: OrderedDict[str, OrderedDict[str, Look]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._looks)

    def touch(self, table: str, client: str) -> None:
        """Note a request of a client for a table."""
        self._note(table, client, 0)

    @contextmanager
    def hold(self, table: str, client: str) -> Iterator[None]:
        """Note a stream that a client holds, for as long as it does."""
        look = self._note(table, client, 1)
        try:
            yield
        finally:
            look.streams -= 1
            look.last = self.clock.now()

    def is_attended(self, table: str) -> bool:
        """Whether anybody looks at a table."""
        return bool(self.clients(table))

    def clients(self, table: str) -> list[str]:
        """The clients who look at a table."""
        since = self.clock.now() - PATIENCE
        looks = self._looks.get(table)
        if looks is None:
            return []
        return [client for client, look in looks.items() if look.streams or look.last >= since]

    def _note(self, table: str, client: str, streams: int) -> Look:
        was_attended = self.is_attended(table)
        looks = self._looks.setdefault(table, OrderedDict())
        look = looks.setdefault(client, Look(0.0))
        look.last, look.streams = self.clock.now(), look.streams + streams
        self._looks.move_to_end(table)
        looks.move_to_end(client)
        self._forget(looks)
        if not was_attended:
            for callback in self.on_arrival:
                callback(table)
        return look

    def _forget(self, looks: OrderedDict[str, Look]) -> None:
        """Drop what is too much, but nobody who holds a stream."""
        if len(looks) > MOST_CLIENTS:
            idle = [client for client, look in looks.items() if not look.streams]
            for client in idle[: len(looks) - MOST_CLIENTS]:
                del looks[client]
        if len(self._looks) > MOST_TABLES:
            for table, there in [*self._looks.items()][: len(self._looks) - MOST_TABLES]:
                if not any(look.streams for look in there.values()):
                    del self._looks[table]
