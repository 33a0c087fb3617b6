"""The app on this machine: served for whoever sits here, and shown in the browser."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

import typer

from realms.cli.compiling.waiting import prepare_beside
from realms.kernel.errors import Unreadable
from realms.kernel.text import say
from realms.tables.database import default_url
from realms.tables.maintenance import readable_errors
from realms.web import building, server

HERE = "127.0.0.1"
"""This machine, which is all that is served unless told otherwise."""
PORT, TRIES = 8000, 20
"""The port that is tried first, and how many after it, where none was asked for."""
PATIENCE = 60.0
"""Seconds that the server may take before the browser is not opened any more."""


def serve_here(
    host: str | None, port: int | None, data: Path | None, no_browser: bool, language: str
) -> None:
    """Serve the app until it is stopped: to this machine alone, unless a host is told."""
    os.umask(0o077)
    if not (building.BUILT / building.MARK).exists():
        building.build()
    address = default_url(data)
    with readable_errors(address):
        asyncio.run(server.check_database(address, 1))
    with open_socket(host or HERE, port) as bound:
        at = bound.getsockname()[1]
        url = f"http://{HERE}:{at}/"
        typer.echo(say("cli.playing", language, url=url))
        if host and host != HERE:
            typer.echo(
                say("cli.playing_near", language, url=f"http://{socket.gethostname()}:{at}/")
            )
        if not no_browser:
            threading.Thread(target=show, args=(url,), daemon=True).start()
        limited = host is not None and host != HERE
        settings = server.ServerSettings(
            address, server.bot_processes(1), limited, server.warm_up, quiet=True
        )
        with prepare_beside(typer.echo, language):
            server.serve(settings, bound, 1)


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket on the port that was asked for, or on the first usual one that is free."""
    if port is not None:
        return server.bind_socket(host, port)
    for candidate in range(PORT, PORT + TRIES):
        try:
            return server.bind_socket(host, candidate)
        except Unreadable:
            continue
    return server.bind_socket(host, 0)


def show(url: str) -> None:
    """Open the browser as soon as there is something to see."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{url}health", timeout=2):
                webbrowser.open(url)
                return
        except OSError:
            time.sleep(0.1)
