"""Rate limits: how many requests of each kind a client may make, and how much they may cost.

They are counted per client and kind of request, in the memory of one process.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from msgspec import Struct

from realms.web.security import SAFE_METHODS


class Limit(Struct, frozen=True):
    """So many requests a second in the long run, and so many at once."""

    rate: float
    burst: int


WORK = "work"
"""The kind of what requests cost."""
LIMITS: dict[str, Limit] = {
    "open": Limit(1, 60),
    "sit": Limit(2, 120),
    "talk": Limit(1, 20),
    "act": Limit(50, 200),
    "read": Limit(50, 200),
    "stream": Limit(5, 60),
    WORK: Limit(0.25, 2),
}
"""What a client may do, by kind of request; room for a household, and for bots that think.

Of `WORK` seconds are counted in which a process works for a client, whatever it asked for.
"""
STREAMS = 100
"""Streams that one client holds at most."""
CLIENTS = 50_000
"""Clients and kinds that are remembered at most."""
ROUNDING = 1e-3
"""Seconds by which sums of clock times may be wrong: a clock that counts long is coarse."""


class RateLimiter:
    """Counts requests by client and kind; for each pair, when it will have been forgotten."""

    def __init__(
        self,
        limits: Mapping[str, Limit],
        most: int = CLIENTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits, self.most, self.clock = limits, most, clock
        self._until: OrderedDict[tuple[str, str], float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._until)

    def wait(self, client: str, kind: str) -> int:
        """Count a request; 0 if it may go on, else the seconds to wait."""
        limit = self.limits.get(kind)
        if limit is None:
            return 0
        now, key = self.clock(), (client, kind)
        owed = max(self._until.pop(key, now) - now, 0)
        excess = owed + (1 - limit.burst) / limit.rate
        if excess > ROUNDING:
            self._until[key] = now + owed
            return math.ceil(excess)
        self._keep(key, now + owed + 1 / limit.rate)
        return 0

    def _keep(self, key: tuple[str, str], until: float) -> None:
        self._until[key] = until
        if len(self._until) > self.most:
            self._until.popitem(last=False)

    def charge(self, client: str, kind: str, amount: float) -> None:
        """Take some of what a client may use, however little is left of it."""
        limit = self.limits.get(kind)
        if limit is not None:
            now, key = self.clock(), (client, kind)
            self._keep(key, max(self._until.pop(key, now), now) + amount / limit.rate)

    def debt(self, client: str, kind: str) -> int:
        """0 while a client has some of its budget left, else the seconds until it has."""
        until = self._until.get((client, kind))
        if until is None:
            return 0
        limit = self.limits[kind]
        excess = until - self.clock() - limit.burst / limit.rate
        return math.ceil(excess) if excess > ROUNDING else 0


OPENING = ("new", "play", "replays")
"""First parts of addresses of pages where something is opened and kept."""
STREAMED = ("/stream", "/live")
"""How addresses of streams end: those of programs, and those of pages."""
KINDS = {"seats": "sit", "bot": "sit", "lines": "talk", "rematch": "open"}
"""Kinds of changes, by the last part of their address."""


def request_kind(method: str, path: str) -> str:
    """The kind of a request to a normal address; empty for what is not counted."""
    if method in SAFE_METHODS:
        if path in ("/health", "/metrics") or path.startswith("/assets/"):
            return ""
        return "stream" if path.endswith(STREAMED) else "read"
    if path == "/api/tables" or path.lstrip("/").partition("/")[0] in OPENING:
        return "open"
    return KINDS.get(path.rpartition("/")[2], "act")
