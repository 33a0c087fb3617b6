"""What the server has done and holds, as Prometheus reads it.

Of several server processes each writes its figures to files of a folder that they share, and
any of them adds them all up: `share_figures` prepares it, before the first of them starts.

What happens most is counted in plain numbers first, and made figures of when they are read; with
several processes at once, so that whoever is asked tells all, and what a process counted stays
when it is killed.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter as Counts
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

import realms
from realms.tables import entries
from realms.tables.caching.cached_table import CachedTable
from realms.tables.service import TableService

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Where the buckets of latencies end."""
BUCKET_ENDS = (*map(str, SECONDS), "+Inf")
"""The ends of those buckets, as Prometheus writes them."""
REQUESTS = "realms_request_seconds", "Seconds until a request was answered."
REQUEST_LABELS = "method", "route"
ANSWERS = "realms_answers", "Answers."
ANSWER_LABELS = ("status",)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
"""Where the buckets of groups end."""
STATUSES = ("open", "playing", "finished")
MEDIA_TYPE = "text/plain; version=0.0.4"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder of the figures of several processes."""
REFRESH = 5.0
"""Seconds after which a process tells the others anew what it holds."""
disable_created_metrics()  # type: ignore[no-untyped-call]  # when a figure was first counted is of no use to anybody


class Waiting(Protocol):
    """What the metrics ask of the thinking queue."""

    @property
    def waiting(self) -> int:
        """Turns and hints that are thought about, or wait."""


class AnswerTally:
    """Answers of one method, route and status, in plain numbers."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        """By bucket of latencies, and above all."""
        self.seconds = 0.0


class AnswerTallies(Collector):
    """Counts the answers of one process in plain numbers, and makes figures of them when read."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._tallies: dict[tuple[str, str, int], AnswerTally] = {}
        registry.register(self)

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer of a route by its status, and add its duration."""
        key = method, route, status
        tally = self._tallies.get(key)
        if tally is None:
            tally = self._tallies[key] = AnswerTally()
        tally.counts[bisect_left(SECONDS, seconds)] += 1
        tally.seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """The latencies as a histogram, and the answers as a counter."""
        requests = HistogramMetricFamily(*REQUESTS, labels=REQUEST_LABELS)
        answers = CounterMetricFamily(*ANSWERS, labels=ANSWER_LABELS)
        routes: dict[tuple[str, str], list[AnswerTally]] = {}
        classes: Counts[str] = Counts()
        for (method, route, status), tally in [*self._tallies.items()]:
            routes.setdefault((method, route), []).append(tally)
            classes[status_class(status)] += sum(tally.counts)
        for labels, tallies in routes.items():
            counts = map(sum, zip(*(tally.counts for tally in tallies), strict=True))
            buckets = list(zip(BUCKET_ENDS, accumulate(counts), strict=True))
            requests.add_metric(labels, buckets, sum(tally.seconds for tally in tallies))
        for name, number in classes.items():
            answers.add_metric([name], number)
        yield requests
        yield answers


class SharedAnswers:
    """Counts answers in figures that all processes share."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._requests = Histogram(*REQUESTS, REQUEST_LABELS, buckets=SECONDS, registry=registry)
        self._answers = Counter(*ANSWERS, ANSWER_LABELS, registry=registry)
        self._labelled: dict[tuple[str, str, int], tuple[Histogram, Counter]] = {}

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer of a route by its status, and add its duration."""
        key = method, route, status
        figures = self._labelled.get(key)
        if figures is None:
            answers = self._answers.labels(status_class(status))
            figures = self._labelled[key] = self._requests.labels(method, route), answers
        figures[0].observe(seconds)
        figures[1].inc()


class Metrics:
    """Counters, histograms and gauges of one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.is_shared = FOLDER in os.environ
        """Whether other processes tell the figures of this one, too."""
        self.streams = 0
        self._held = dict.fromkeys(STATUSES, 0)
        self._groups = Histogram(
            "realms_commit_entries", "Entries of a commit.", buckets=SIZES, registry=registry
        )
        self._moves = _counter(registry, "realms_moves", "Moves written.", "game", "by")
        self._faults = _counter(
            registry, "realms_bot_faults", "Moves that bots of others missed.", "bot", "fault"
        )
        self._answers = SharedAnswers(registry) if self.is_shared else AnswerTallies(registry)
        self._moves_made: Counts[tuple[str, str]] = Counts()
        """Moves that are not in the figures yet, by game and by whom."""
        self._info = _gauge(registry, "realms_info", "1 for a process.", "version", "process")
        self._tables = _gauge(registry, "realms_tables", "Tables at hand.", "status")
        self._streams = _gauge(registry, "realms_streams", "Streams that are held.")
        self._queue = _gauge(registry, "realms_bot_queue", "Turns that bots think about.")
        self._memory = _gauge(registry, "realms_memory_bytes", "Memory of server processes.")

    def count_response(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered; a stream, when its answer began."""
        self._answers.count(method, route, status, seconds)

    def count_move(self, cached: CachedTable, entry: entries.AnyEntry) -> None:
        """Count a move that this process wrote down."""
        if not isinstance(entry, entries.MoveMade):
            return
        self._moves_made[cached.table.game.name, entry.by] += 1
        if self.is_shared:
            self._flush_moves()
        if entry.fault and entry.seat is not None:
            self._faults.labels(cached.table.chairs[entry.seat].bot, entry.fault).inc()

    def count_commit(self, size: int) -> None:
        """Count a commit, and how many entries it wrote."""
        self._groups.observe(size)

    def _flush_moves(self) -> None:
        """Put moves that were counted into the figures."""
        for key, number in self._moves_made.items():
            self._moves.labels(*key).inc(number)
        self._moves_made.clear()

    def refresh(self, service: TableService, queue: Waiting) -> None:
        """Put what was counted into the figures, and what this process holds now."""
        self._flush_moves()
        self._info.labels(realms.__version__, str(os.getpid())).set(1)
        held = Counts(cached.table.status for cached in service.cache.all())
        for status in {*STATUSES, *held}:
            self._tables.labels(status).set(held[status])
        self._streams.set(self.streams)
        self._queue.set(queue.waiting)
        self._memory.set(memory_in_use())

    def text(self, service: TableService, queue: Waiting) -> str:
        """Everything, as Prometheus reads it: of all processes that share a folder."""
        self.refresh(service, queue)
        registry, folder = self.registry, os.environ.get(FOLDER)
        if folder:
            registry = CollectorRegistry()
            MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        return generate_latest(registry).decode()


def status_class(status: int) -> str:
    """The class of a status, such as 2xx."""
    return f"{status // 100}xx"


def _counter(registry: CollectorRegistry, name: str, about: str, *labels: str) -> Counter:
    return Counter(name, about, labels, registry=registry)


def _gauge(registry: CollectorRegistry, name: str, about: str, *labels: str) -> Gauge:
    """A figure that goes up and down: of processes that live, the sum."""
    return Gauge(name, about, labels, registry=registry, multiprocess_mode="livesum")


def memory_in_use() -> int:
    """Bytes of memory that this process has in use; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def share_figures() -> Iterator[None]:
    """A folder for the figures of the processes that are started meanwhile."""
    with TemporaryDirectory(prefix="realms-figures-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            os.environ.pop(FOLDER, None)


def forget_process(process: int | None) -> None:
    """Leave out what a process held that has ended; what it counted stays."""
    if process is not None and FOLDER in os.environ:
        mark_process_dead(process, os.environ[FOLDER])  # type: ignore[no-untyped-call]
