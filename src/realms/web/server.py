"""The server that runs the application: one process, or several on PostgreSQL."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from typing import Any

import uvicorn
from msgspec import Struct

from realms.arena.prepare import first_parts
from realms.kernel.errors import Unreadable
from realms.tables.database import engine_for, lock_of, migrate
from realms.tables.permissions import PATIENCE
from realms.web import logs
from realms.web.app import Application, create_app
from realms.web.connection import Connection
from realms.web.metrics import share_figures
from realms.web.rate_limits import LIMITS
from realms.web.supervisor import InterruptibleServer, supervise

DATABASE_TIMEOUT = 10.0
"""Seconds that a database may take to answer before the server starts."""
SHUTDOWN_TIMEOUT = 5
"""Seconds that requests may take to end when the server stops; streams end at once."""
GC_THRESHOLDS = 10_000, 20, 100
"""Objects made, net, before the youngest are looked at; how often the older ones are."""


class ServerSettings(Struct, frozen=True):
    """How the application is to be made, in each process anew."""

    database: str
    bots: int
    limited: bool = True
    warm: Callable[[], None] | None = None
    """Loads the rules, so that no request waits for it."""
    absence: int = PATIENCE
    """How long a decision may be owed before others may let a bot stand in, in milliseconds."""
    quiet: bool = False
    """Whether nothing is said but what went wrong."""
    network_site: str | None = None
    """Where other devices of the local network find an app for one machine; empty if nowhere."""

    def __call__(self) -> Application:
        """The application, in the process that runs it."""
        logs.set_up(sys.stderr)
        if self.quiet:
            logging.getLogger().setLevel(logging.WARNING)
        if self.warm:
            self.warm()
        tune_garbage_collection()
        requests = None if self.quiet else logs.RequestLog(sys.stderr.buffer)
        limits = LIMITS if self.limited else None
        app = create_app(
            self.database, self.bots, limits=limits, requests=requests, patience=self.absence
        )
        app.state.network_site = self.network_site
        return app


def warm_up() -> None:
    """Load the rules of move by move play from the cache."""
    for use_rules in first_parts():
        use_rules()


def tune_garbage_collection() -> None:
    """Let Python look for lost circles seldom, and never among what is loaded for good.

    Compiled rules bring a million objects along; to walk over them takes a fifth of a second,
    during which nobody is answered. Requests make few circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


async def check_database(address: str, workers: int) -> None:
    """Make sure that a database can be used, and bring it up to date."""
    engine = engine_for(address)
    try:
        if engine.dialect.name == "sqlite":
            if workers > 1:
                raise Unreadable("serve/workers")
            lock = lock_of(engine)
            if lock:
                lock.release()
        async with asyncio.timeout(DATABASE_TIMEOUT):
            await migrate(engine)
    finally:
        await engine.dispose()


def bind_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; 0 takes any port that is free."""
    taken: socket.socket | None = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = taken = socket.socket(family)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except (OSError, OverflowError) as error:
        if taken is not None:
            taken.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("serve/port", host=host, port=port, reason=reason) from error
    return bound  # not inheritable: a bot that outlives the server would keep the port


def serve(
    settings: ServerSettings, bound: socket.socket, workers: int, more: Sequence[socket.socket] = ()
) -> None:
    """Serve until asked to stop; then finish what was begun, and return.

    `more` are sockets that one process listens on as well.
    Exits with a status that is not 0 where the server could not start.
    """
    config = uvicorn.Config(
        settings,
        factory=True,
        http=Connection,
        ws="none",
        loop="auto",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        workers=workers,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _exit)  # before the server is up, and again after its end
    if workers > 1:
        logs.set_up(sys.stderr)
        with share_figures():
            status = supervise(config, bound, workers)
        if status:
            sys.exit(status)
    else:
        InterruptibleServer(config).run(sockets=[bound, *more])


def _exit(_number: int, _frame: Any) -> None:
    """Leave because we were asked to, which is no failure."""
    sys.exit(0)


def bot_processes(workers: int) -> int:
    """Processes in which the bots of one server process think, the cores shared among all."""
    return max((os.cpu_count() or 1) // workers, 1)
