"""The server that runs the application: one process, or several on PostgreSQL."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn
from msgspec import Struct

from realms.arena.prepare import first_parts
from realms.kernel.errors import Unreadable
from realms.tables.database import engine_for, lock_of, migrate
from realms.tables.permissions import PATIENCE
from realms.web import logs
from realms.web.admission.local_network import LocalNetwork, bind_socket
from realms.web.admission.proxies import ProxiedApplication
from realms.web.app import create_app
from realms.web.connection import Connection
from realms.web.metrics import share_figures
from realms.web.rate_limits import Limit, limits_of
from realms.web.supervisor import InterruptibleServer, supervise

__all__ = [
    "ServerSettings",
    "bind_socket",
    "bot_processes",
    "check_database",
    "exit_when_asked",
    "serve",
    "warm_up",
]

DATABASE_TIMEOUT = 10.0
"""Seconds that a database may take to answer before the server starts."""
SHUTDOWN_TIMEOUT = 5
"""Seconds that requests may take to end when the server stops; streams end at once."""
TRUSTED_PROXIES = "127.0.0.1,::1"
"""Where a proxy is trusted unless `FORWARDED_ALLOW_IPS` says otherwise."""
GC_THRESHOLDS = 2_000, 10, 1_000
"""Objects made, net, before the youngest are looked at; how often the older ones are.

Each look takes as long as there are objects to look at, a tenth of a second for a million, and
nobody is answered meanwhile: 2 000 and 20 000 are a millisecond or two, all of them once in
twenty million.
"""


class ServerSettings(Struct, frozen=True):
    """How the application is to be made, in each process anew."""

    database: str
    bots: int
    limited: bool = True
    warm: Callable[[], None] | None = None
    """Loads the rules, so that no request waits for it."""
    absence: int = PATIENCE
    """How long a decision may be owed before others may let a bot stand in, in milliseconds."""
    workers: int = 1
    """How many such processes there are."""
    quiet: bool = False
    """Whether nothing is said but what went wrong."""
    network: LocalNetwork | None = None
    """How other devices of the local network find an app that is for who sits at this machine."""

    @property
    def limits(self) -> dict[str, Limit] | None:
        """What a client may do in each process; None for whatever it likes."""
        return limits_of(self.workers, os.cpu_count() or 1) if self.limited else None

    def __call__(self) -> ProxiedApplication:
        """The application, in the process that runs it."""
        logs.set_up(sys.stderr)
        if self.quiet:
            logging.getLogger().setLevel(logging.WARNING)
        if self.warm:
            self.warm()
        tune_garbage_collection()
        requests = None if self.quiet else logs.RequestLog(sys.stderr.buffer)
        app = create_app(
            self.database,
            self.bots,
            limits=self.limits,
            requests=requests,
            patience=self.absence,
            is_personal=self.network is not None,
        )
        app.state.network = self.network
        return ProxiedApplication(app, os.environ.get("FORWARDED_ALLOW_IPS", TRUSTED_PROXIES))


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


def serve(settings: ServerSettings, bound: socket.socket, workers: int) -> None:
    """Serve until asked to stop; then finish what was begun, and return.

    Exits with a status that is not 0 where the server could not start.
    """
    config = uvicorn.Config(
        msgspec.structs.replace(settings, workers=workers),
        factory=True,
        interface="asgi3",
        proxy_headers=False,  # believed by `ProxiedApplication`
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
    exit_when_asked()
    if workers > 1:
        logs.set_up(sys.stderr)
        with share_figures():
            status = supervise(config, bound, workers)
        if status:
            sys.exit(status)
    else:
        InterruptibleServer(config, settings.network).run(sockets=[bound])


def exit_when_asked() -> None:
    """From now on a signal to stop ends the program tidily: before its server is up, too."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _exit)


def _exit(_number: int, _frame: Any) -> None:
    """Leave because we were asked to, which is no failure."""
    sys.exit(0)


def bot_processes(workers: int) -> int:
    """Processes in which the bots of one server process think, the cores shared among all."""
    return max((os.cpu_count() or 1) // workers, 1)
