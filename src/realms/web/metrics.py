"""What a process has done and holds, in the text format that Prometheus reads."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import realms
from realms.tables import entries
from realms.tables.cache import CachedTable
from realms.tables.service import TableService
from realms.tables.thinking.queue import ThinkingQueue

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Where the buckets of latencies end."""
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
"""Where the buckets of groups end."""
STATUSES = ("open", "playing", "finished")
MEDIA_TYPE = "text/plain; version=0.0.4"


class Histogram:
    """How often values fell in which bucket, and their sum."""

    def __init__(self, ends: Sequence[float]) -> None:
        self.ends, self.counts, self.sum = ends, [0] * (len(ends) + 1), 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.ends, value)] += 1
        self.sum += value

    def lines(self, name: str, labels: Mapping[str, str]) -> Iterator[str]:
        """The histogram as Prometheus reads it: each bucket counts those before it too."""
        for end, count in zip([*self.ends, "+Inf"], accumulate(self.counts), strict=True):
            yield line(f"{name}_bucket", {**labels, "le": str(end)}, count)
        yield line(f"{name}_sum", labels, round(self.sum, 6))
        yield line(f"{name}_count", labels, sum(self.counts))


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self.requests: dict[tuple[str, str], Histogram] = defaultdict(lambda: Histogram(SECONDS))
        self.answers: Counter[str] = Counter()
        self.moves: Counter[tuple[str, str]] = Counter()
        self.groups = Histogram(SIZES)
        self.streams = 0

    def count_response(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered; a stream, when its answer began."""
        self.requests[method, route].add(seconds)
        self.answers[f"{status // 100}xx"] += 1

    def count_move(self, cached: CachedTable, entry: entries.AnyEntry) -> None:
        """Count a move that this process wrote down."""
        if isinstance(entry, entries.MoveMade):
            self.moves[cached.table.game.name, entry.by] += 1

    def count_commit(self, size: int) -> None:
        """Count a commit of so many entries."""
        self.groups.add(size)

    def text(self, service: TableService, queue: ThinkingQueue) -> str:
        """Everything, as Prometheus reads it."""
        return "\n".join(self._lines(service, queue)) + "\n"

    def _lines(self, service: TableService, queue: ThinkingQueue) -> Iterator[str]:
        yield type_line("realms_info", "gauge")
        about = {"version": realms.__version__, "process": str(os.getpid())}
        yield line("realms_info", about, 1)
        yield type_line("realms_tables", "gauge")
        held = Counter(cached.table.status for cached in service.cache.all())
        for status in STATUSES:
            yield line("realms_tables", {"status": status}, held[status])
        yield type_line("realms_moves_total", "counter")
        for (game, by), count in sorted(self.moves.items()):
            yield line("realms_moves_total", {"game": game, "by": by}, count)
        name = "realms_request_seconds"
        yield type_line(name, "histogram")
        for (method, route), histogram in sorted(self.requests.items()):
            yield from histogram.lines(name, {"method": method, "route": route})
        yield type_line("realms_answers_total", "counter")
        for status, count in sorted(self.answers.items()):
            yield line("realms_answers_total", {"status": status}, count)
        yield type_line("realms_streams", "gauge")
        yield line("realms_streams", {}, self.streams)
        yield type_line("realms_bot_queue", "gauge")
        yield line("realms_bot_queue", {}, queue.waiting)
        yield type_line("realms_commit_entries", "histogram")
        yield from self.groups.lines("realms_commit_entries", {})


def type_line(name: str, kind: str) -> str:
    """What kind of figure the next ones are."""
    return f"# TYPE {name} {kind}"


def line(name: str, labels: Mapping[str, str], value: float) -> str:
    """A figure."""
    pairs = ",".join(f'{label}="{escape(text)}"' for label, text in labels.items())
    return f"{name}{{{pairs}}} {value}" if pairs else f"{name} {value}"


def escape(text: str) -> str:
    """A label's text, so that it cannot end its line."""
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
