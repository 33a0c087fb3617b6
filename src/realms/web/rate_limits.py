"""Rate limits: how many requests of each kind a client may make.

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


LIMITS: dict[str, Limit] = {
    "open": Limit(1, 60),
    "sit": Limit(2, 120),
    "talk": Limit(1, 20),
    "act": Limit(50, 200),
    "read": Limit(50, 200),
    "stream": Limit(5, 60),
}
"""What a client may do, by kind of request; room for a household, and for bots that think."""
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
        self._until[key] = now + owed + 1 / limit.rate
        if len(self._until) > self.most:
            self._until.popitem(last=False)
        return 0


OPENING = ("new", "play", "replays")
"""First parts of addresses of pages where something is opened and kept."""
STREAMED = ("/stream", "/live")
"""How addresses of streams end: those of programs, and those of pages."""
KINDS = {"seats": "sit", "bot": "sit", "lines": "talk", "rematch": "open"}
"""Kinds of changes, by the last part of their address."""


def request_kind(method: str, path: str) -> str:
    """The kind of a request; empty for what is not counted.

    Slashes too many are ignored, as the framework does, or they would be a way around.
    """
    if path.endswith("/") or "//" in path:
        path = "/" + "/".join(part for part in path.split("/") if part)
    if method in SAFE_METHODS:
        if path in ("/health", "/metrics") or path.startswith("/assets/"):
            return ""
        return "stream" if path.endswith(STREAMED) else "read"
    if path == "/api/tables" or path.lstrip("/").partition("/")[0] in OPENING:
        return "open"
    return KINDS.get(path.rpartition("/")[2], "act")
