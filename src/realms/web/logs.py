"""The logs: a line of JSON each, and nothing in it that anybody must not know.

A request is named by its route, never by its address, which has the table's id in it; no
query, no header, no body. Errors are named by their kind and place, not by their words.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
import time
from functools import lru_cache
from typing import IO, Any

import msgspec
from msgspec import Struct

from realms.bots.external import places_of

PAUSE = 0.2
"""Seconds for which lines of requests are gathered before they are written."""
WORDY = ("realms", "uvicorn.error")
"""Loggers whose messages have nothing secret in them; of others only the pattern is logged."""

_ENCODER = msgspec.json.Encoder()


class RequestLine(Struct, frozen=True, omit_defaults=True):
    """The fields of a line in the log of requests."""

    time: str
    method: str
    route: str
    status: int
    ms: float
    table: str | None = None


class RequestLog:
    """Writes a line for every request, many at a time."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self._noted: list[tuple[float, str, str, int, float, str]] = []

    def add(self, method: str, route: str, status: int, seconds: float, table: str) -> None:
        """Add a request that was answered; it is written a little later."""
        if not self._noted:
            asyncio.get_running_loop().call_later(PAUSE, self.flush)
        self._noted.append((time.time(), method, route, status, seconds, table))

    def flush(self) -> None:
        """Write what was noted."""
        if self._noted:
            noted, self._noted = self._noted, []
            self.stream.write(b"".join(_ENCODER.encode(_line(*one)) + b"\n" for one in noted))
            self.stream.flush()


def _line(
    at: float, method: str, route: str, status: int, seconds: float, table: str
) -> RequestLine:
    return RequestLine(
        stamp(at),
        method if method.isalpha() and len(method) < 10 else "?",
        route,
        status,
        round(1000 * seconds, 2),
        shorten(table) if table else None,
    )


def stamp(at: float) -> str:
    """A time in UTC, to the millisecond."""
    return f"{_second(int(at))}.{int(at % 1 * 1000):03}Z"


@lru_cache(4)
def _second(at: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at))


@lru_cache(4096)
def shorten(id_: str) -> str:
    """A table as the logs name it: the same each time, and no way to it."""
    return hashlib.sha256(b"realms log:" + id_.encode()).hexdigest()[:10]


class JsonLines(logging.Formatter):
    """Everything else that is logged, in lines of the same kind."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line of JSON; an error as its kind and where it happened."""
        line: dict[str, Any] = {
            "time": stamp(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        line |= getattr(record, "fields", {})
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["error"] = type(error).__name__
            line["at"] = places_of(error)
        return _ENCODER.encode(line).decode()


def _message(record: logging.LogRecord) -> str:
    is_ours = record.name.partition(".")[0] == WORDY[0] or record.name in WORDY
    text = record.getMessage() if is_ours else str(record.msg)
    return text.partition("\n")[0]


def set_up(stream: IO[str] = sys.stderr) -> None:
    """Send everything that is logged in this process to a stream, as lines of JSON."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("alembic", "sqlalchemy", "aiosqlite", "asyncio", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.WARNING)
