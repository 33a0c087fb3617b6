"""How many records a client may have kept: a day's worth, counted in memory and in bytes.

Addresses are remembered for a day at most, and never written down. Each process counts for
itself; what all of them keep together is bounded by `service.MOST_RECORDS`.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable

from litestar.di import NamedDependency

from realms.kernel.errors import Unreadable

DAY = 24 * 3600
RECORDS_A_DAY = 100
"""Records that a client may have kept in a day."""
BYTES_A_DAY = 2 * 1024 * 1024
"""Bytes that they may have together."""
CLIENTS = 20_000
"""Clients that are remembered at most."""


class RecordQuota:
    """What clients had kept since their day began; a client is an address, or a player."""

    def __init__(
        self,
        records: int = RECORDS_A_DAY,
        size: int = BYTES_A_DAY,
        most: int = CLIENTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.records, self.size, self.most, self.clock = records, size, most, clock
        self._kept: OrderedDict[str, tuple[float, int, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def check(self, clients: Iterable[str], size: int) -> None:
        """Refuse another record of so many bytes where one of the clients has had enough."""
        for client in clients:
            _began, records, used = self._today(client)
            if records + 1 > self.records or used + size > self.size:
                raise Unreadable("web/records", n=self.records)

    def count(self, clients: Iterable[str], size: int) -> None:
        """Add a record and its size to what each client stored today."""
        for client in clients:
            began, records, used = self._today(client)
            self._kept[client] = (began, records + 1, used + size)
            self._kept.move_to_end(client)
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)

    def _today(self, client: str) -> tuple[float, int, int]:
        """When the day of a client began, its records since, and their bytes."""
        now = self.clock()
        kept = self._kept.get(client, (now, 0, 0))
        return kept if now - kept[0] < DAY else (now, 0, 0)


Quota = NamedDependency[RecordQuota | None]
"""The quota that the application keeps; None for no limits."""
