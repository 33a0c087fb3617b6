"""A server process, forked from one that has loaded the rules: it starts in no time."""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress

import uvloop  # noqa: F401  (what a server loads when it starts is loaded once, here)

from realms.kernel.errors import Unreadable
from realms.tables.database import engine_for
from realms.web import serving
from realms.web.app import create_app
from realms.web.serving import warm

warm()
for address in ("sqlite://", "postgresql://"):
    engine_for(address)
create_app("sqlite://")


def serve(database: str, port: int, told: str) -> None:
    """What `realms serve` does, with all that it says in a file."""
    file = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(file, stream)
    with listening(port) as bound:
        serving.serve(serving.Settings(database, bots=1, limited=False), bound, workers=1)


def listening(port: int) -> socket.socket:
    """The port, as soon as a bot that a killed server was just starting lets go of it."""
    for _try in range(2000):
        with suppress(Unreadable):
            return serving.listening("127.0.0.1", port)
        time.sleep(0.05)
    return serving.listening("127.0.0.1", port)
