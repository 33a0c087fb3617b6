"""What the server has done and holds, as Prometheus reads it.

Of several server processes each writes its figures to files of a folder that they share, and
any of them adds them all up: `share_figures` prepares it, before the first of them starts.
"""

from __future__ import annotations

import os
from collections import Counter as Counts
from collections.abc import Iterator
from contextlib import contextmanager
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
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

import realms
from realms.tables import entries
from realms.tables.cache import CachedTable
from realms.tables.service import TableService

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Where the buckets of latencies end."""
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
    """Where bots wait to think."""

    @property
    def waiting(self) -> int:
        """Turns and hints that are thought about, or wait."""


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.streams = 0
        self._held = dict.fromkeys(STATUSES, 0)
        self._requests = Histogram(
            "realms_request_seconds",
            "Seconds until a request was answered.",
            ("method", "route"),
            buckets=SECONDS,
            registry=registry,
        )
        self._groups = Histogram(
            "realms_commit_entries", "Entries of a commit.", buckets=SIZES, registry=registry
        )
        self._answers = _counter(registry, "realms_answers", "Answers.", "status")
        self._moves = _counter(registry, "realms_moves", "Moves written.", "game", "by")
        self._faults = _counter(
            registry, "realms_bot_faults", "Moves that bots of others missed.", "bot", "fault"
        )
        self._info = _gauge(registry, "realms_info", "1 for a process.", "version", "process")
        self._tables = _gauge(registry, "realms_tables", "Tables at hand.", "status")
        self._streams = _gauge(registry, "realms_streams", "Streams that are held.")
        self._queue = _gauge(registry, "realms_bot_queue", "Turns that bots think about.")
        self._memory = _gauge(registry, "realms_memory_bytes", "Memory of server processes.")

    def count_response(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered; a stream, when its answer began."""
        self._requests.labels(method, route).observe(seconds)
        self._answers.labels(f"{status // 100}xx").inc()

    def count_move(self, cached: CachedTable, entry: entries.AnyEntry) -> None:
        """Count a move that this process wrote down."""
        if not isinstance(entry, entries.MoveMade):
            return
        self._moves.labels(cached.table.game.name, entry.by).inc()
        if entry.fault and entry.seat is not None:
            self._faults.labels(cached.table.chairs[entry.seat].bot, entry.fault).inc()

    def count_commit(self, size: int) -> None:
        """Count a commit of so many entries."""
        self._groups.observe(size)

    def refresh(self, service: TableService, queue: Waiting) -> None:
        """Note what this process holds now."""
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
