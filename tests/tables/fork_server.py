"""A server process, forked from one that has loaded the rules: it starts in no time."""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress

import uvloop  # noqa: F401  (what a server loads when it starts is loaded once, here)

from realms.kernel.errors import Unreadable
from realms.tables.database import engine_for
from realms.web import server
from realms.web.app import create_app
from realms.web.server import warm_up

warm_up()
for address in ("sqlite://", "postgresql://"):
    engine_for(address)
create_app("sqlite://")


def serve(database: str, port: int, sentence: str) -> None:
    """What `realms serve` does, with all that it says in a file."""
    file = os.open(sentence, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(file, stream)
    with listening(port) as bound:
        server.serve(server.ServerSettings(database, bots=1, limited=False), bound, workers=1)


def listening(port: int) -> socket.socket:
    """The port, as soon as a bot that a killed server was just starting lets go of it."""
    for _try in range(2000):
        with suppress(Unreadable):
            return server.bind_socket("127.0.0.1", port)
        time.sleep(0.05)
    return server.bind_socket("127.0.0.1", port)
