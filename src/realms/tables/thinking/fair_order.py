"""The order in which the jobs of bots are served, so that no client and no table waits for ever.

Within a rank the clients take turns, by what was thought for them so far, and the tables of
one client among themselves; of those that have to wait, every fifth is served all the same.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import Any

from realms.tables.thinking.bot_jobs import BotJob, Rank
from realms.tables.thinking.presence import Presence

PASSED_OVER = 4
"""How often a rank is passed over for one that comes before it."""
REMEMBERED = 5_000
"""Clients, and tables, whose last turns are remembered."""
LEAST = 0.001
"""Seconds that a job is charged at least."""


class FairOrder:
    """Remembers what clients and tables had, and says whose turn is next."""

    def __init__(self, presence: Presence | None) -> None:
        self._presence = presence
        self._passed: Counter[Rank] = Counter()
        self._spent: OrderedDict[str, float] = OrderedDict()
        """Seconds that were thought for each client; who was away is put level with the others."""
        self._level = 0.0
        """What the client had that was served last."""
        self._served: OrderedDict[str, int] = OrderedDict()
        """When each table had its last turn, counted in turns."""
        self._count = 0

    def clients(self, job: BotJob) -> list[str]:
        """Who a job may be charged to: of those who look at a table, who had the least."""
        if job.rank is Rank.HINT or self._presence is None:
            return [job.client]
        return self._presence.clients(job.table) or [""]

    def choose_rank(self, ranks: list[Rank]) -> Rank:
        """Of the ranks that wait the first, unless a later one was passed over too often."""
        late = [rank for rank in ranks[1:] if self._passed[rank] >= PASSED_OVER]
        return late[0] if late else ranks[0]

    def choose_job(self, jobs: list[BotJob], running: Iterable[BotJob]) -> tuple[BotJob, str]:
        """Of jobs of a rank the one whose client and table had the least so far."""
        busy = Counter(job.client for job in running)
        best: tuple[Any, BotJob, str] | None = None
        for order, job in enumerate(jobs):
            for client in self.clients(job):
                key = (busy[client], self._had(client), self._served.get(job.table, -1), order)
                if best is None or key < best[0]:
                    best = (key, job, client)
        assert best is not None
        return best[1], best[2]

    def note_turn(self, job: BotJob, client: str, ranks: list[Rank]) -> None:
        """Note that a job begins, for a client, while jobs of some ranks waited."""
        self._count += 1
        job.client = client
        self._level = self._had(client)
        remember(self._served, job.table, self._count, REMEMBERED)
        for rank in ranks:
            self._passed[rank] = 0 if rank is job.rank else self._passed[rank] + 1

    def charge(self, client: str, seconds: float) -> None:
        """Add the thinking time of a finished request to what its client has used."""
        remember(self._spent, client, self._had(client) + seconds, REMEMBERED)

    def _had(self, client: str) -> float:
        return max(self._spent.get(client, 0.0), self._level)


def remember(memory: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> None:
    """Keep a value as the newest; the oldest go where there are too many."""
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > most:
        memory.popitem(last=False)
