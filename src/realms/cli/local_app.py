"""The app on this machine: served for whoever sits here, and shown in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

import segno
import typer

from realms.cli.compiling.waiting import prepare_beside
from realms.kernel.errors import Unreadable
from realms.kernel.text import say
from realms.tables.database import default_url
from realms.tables.maintenance import readable_errors
from realms.web import building, server
from realms.web.admission.local_network import network_address

HERE = "127.0.0.1"
"""This machine, which is all that is served unless told otherwise."""
PORT, TRIES = 8000, 20
"""The port that is tried first, and how many after it, where none was asked for."""
PATIENCE = 60.0
"""Seconds that the server may take before the browser is not opened any more."""


def serve_here(
    host: str | None,
    port: int | None,
    data: Path | None,
    no_browser: bool,
    lan: bool,
    language: str,
) -> None:
    """Serve the app until it is stopped: to this machine alone, unless a host is told.

    With `lan`, to the local network as well: at this machine's own address in it, and no other.
    """
    os.umask(0o077)
    if not (building.BUILT / building.MARK).exists():
        building.build()
    address = default_url(data)
    with readable_errors(address):
        asyncio.run(server.check_database(address, 1))
    with contextlib.ExitStack() as sockets:
        bound = sockets.enter_context(open_socket(host or HERE, port))
        at = bound.getsockname()[1]
        url = f"http://{HERE}:{at}/"
        typer.echo(say("cli.playing", language, url=url))
        near = [sockets.enter_context(one) for one in open_network(at, language)] if lan else []
        site = f"http://{near[0].getsockname()[0]}:{at}" if near else ""
        if host and host != HERE:
            typer.echo(
                say("cli.playing_near", language, url=f"http://{socket.gethostname()}:{at}/")
            )
        elif not lan:
            typer.echo(say("cli.lan_offer", language))
        if not no_browser:
            threading.Thread(target=show, args=(url,), daemon=True).start()
        limited = lan or (host is not None and host != HERE)
        settings = server.ServerSettings(
            address,
            server.bot_processes(1),
            limited,
            server.warm_up,
            quiet=True,
            network_site=site,
        )
        with prepare_beside(typer.echo, language):
            server.serve(settings, bound, 1, near)


def open_network(port: int, language: str) -> list[socket.socket]:
    """A socket at this machine's address in the local network, and the way there for phones.

    None where the machine is in no such network: then that is said, and no link shown.
    """
    found = network_address()
    if found is None:
        typer.echo(say("cli.lan_none", language))
        return []
    bound, url = server.bind_socket(found, port), f"http://{found}:{port}/"
    typer.echo(say("cli.lan", language, url=url))
    if sys.stdout.isatty():
        segno.make(url, error="l", micro=False).terminal(compact=True)
    typer.echo(say("cli.lan_risk", language))
    return [bound]


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
