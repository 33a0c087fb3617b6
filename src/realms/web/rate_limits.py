"""Rate limits: how many requests of each kind a client may make, and how much they may cost.

They are counted per client and kind of request, in the memory of one process.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct

from realms.web.security import SAFE_METHODS


class Limit(Struct, frozen=True):
    """So many requests a second in the long run, and so many at once."""

    rate: float
    burst: float


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
DAY = 24 * 3600
DAILY = {"tables": 1_000, "entries": 50_000, "lines": 5_000}
"""What may be kept for a client within a day: what no count by the second bounds.

Of IPv6 a site is a client, which has up to 65,536 of the networks that are counted otherwise.
"""
DAILY_KINDS = {"open": "tables", "sit": "entries", "act": "entries", "talk": "lines"}
"""What is kept of a request of a kind that was not refused."""
PART = 8
"""The part of all processors that is worked for one client at most, in the long run."""


def limits_of(workers: int, processors: int) -> dict[str, Limit]:
    """The limits of one of several server processes.

    Each counts for itself; what a client may have of the machine does not grow with them.

    >>> limits_of(1, 2)[WORK], limits_of(2, 2)[WORK]
    (Limit(rate=0.25, burst=2.0), Limit(rate=0.125, burst=1.0))
    """
    work = LIMITS[WORK]
    rate = min(work.rate, processors / (PART * workers))
    return {**LIMITS, WORK: Limit(rate, rate * work.burst / work.rate)}


def daily_limits() -> dict[str, Limit]:
    """What may be kept: a day's worth at once, and from then on as much a day."""
    return {kind: Limit(most / DAY, most) for kind, most in DAILY.items()}


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

    def debt(self, client: str, kind: str, more: float = 0) -> int:
        """0 while a client has that much of its budget left, else the seconds until it has."""
        until = self._until.get((client, kind))
        if until is None:
            return 0
        limit = self.limits[kind]
        excess = until - self.clock() + (more - limit.burst) / limit.rate
        return math.ceil(excess) if excess > ROUNDING else 0


OPENING = ("new", "play", "replays", "rooms")
"""First parts of addresses of pages where something is opened and kept."""
STREAMED = ("/stream", "/live")
"""How addresses of streams end: those of programs, and those of pages."""
KINDS = {"seats": "sit", "bot": "sit", "lines": "talk", "rematch": "open", "practice": "open"}
"""Kinds of changes, by the last part of their address."""


def is_move(path: str) -> bool:
    """Whether a change of a normal address is a move that a program makes."""
    return path.endswith("/moves") and path.startswith("/api/")


@lru_cache(1024)
def request_kind(method: str, path: str) -> str:
    """The kind of a request to a normal address; empty for what is not counted."""
    if method in SAFE_METHODS:
        if path in ("/health", "/metrics") or path.startswith("/assets/"):
            return ""
        return "stream" if path.endswith(STREAMED) else "read"
    if path == "/api/tables" or path.lstrip("/").partition("/")[0] in OPENING:
        return "open"
    return KINDS.get(path.rpartition("/")[2], "act")
