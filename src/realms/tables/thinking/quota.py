"""What a client may have thought out for it: charged by what it took, refilled by time."""

from __future__ import annotations

import math
from collections import OrderedDict

from realms.tables.thinking.clock import MonotonicClock, WaitingClock

AT_ONCE = 10.0
"""Seconds of thinking that a client may have at once."""
RATE = 0.2
"""Seconds of thinking that every second gives back."""
ROUNDING = 1e-6
"""Seconds by which sums of times may be wrong."""
MOST_CLIENTS = 10_000
"""Clients that are remembered at most."""


class ThinkingQuota:
    """Counts seconds of thinking by client; for each, when they will have been given back."""

    def __init__(self, clock: WaitingClock | None = None) -> None:
        self.clock = clock or MonotonicClock()
        self._until: OrderedDict[str, float] = OrderedDict()

    def wait(self, client: str) -> int:
        """The seconds until a client may ask again; 0 if it may now."""
        spent = (self._until.get(client, 0.0) - self.clock.now()) * RATE
        return math.ceil((spent - AT_ONCE) / RATE) if spent - AT_ONCE > ROUNDING else 0

    def charge(self, client: str, seconds: float) -> None:
        """Add seconds of thinking to what a client has used."""
        now = self.clock.now()
        self._until[client] = max(self._until.pop(client, now), now) + seconds / RATE
        if len(self._until) > MOST_CLIENTS:
            self._until.popitem(last=False)
