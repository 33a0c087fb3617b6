"""The app on this machine: served for whoever sits here, and shown in the browser."""

from __future__ import annotations

import asyncio
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

from realms.cli.compiling.background import prepare_beside
from realms.kernel.errors import Unreadable
from realms.kernel.text import say
from realms.tables.database import default_url
from realms.tables.maintenance import readable_errors
from realms.web import building, server
from realms.web.admission.local_network import LocalNetwork, network_address

HERE = "127.0.0.1"
"""This machine, which is all that is served unless told otherwise."""
EVERYWHERE = ("0.0.0.0", "::")
"""What stands for all addresses of this machine, and is none that others could open."""
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

    With `lan`, to the local network as well, at this machine's own address in it, and no other;
    else whoever sits here may choose so on the page.
    """
    if not (building.BUILT / building.MARK).exists():
        building.build()
    os.umask(0o077)  # not before: what was built is for everybody who may read the checkout
    address = default_url(data)
    with readable_errors(address):
        asyncio.run(server.check_database(address, 1))
    server.exit_when_asked()
    is_shared = host is not None and host != HERE
    with open_socket(host or HERE, port) as bound:
        at = bound.getsockname()[1]
        url = f"http://{HERE}:{at}/"
        typer.echo(say("cli.playing", language, url=url))
        network = None
        if is_shared:
            tell_shared(host or "", at, language)
        else:
            network = LocalNetwork(at, lambda site: tell_network(site, language))
            offer_network(network, lan, language)
        if not no_browser:
            threading.Thread(target=show, args=(url,), daemon=True).start()
        settings = server.ServerSettings(
            address, server.bot_processes(1), warm=server.warm_up, quiet=True, network=network
        )
        with prepare_beside(typer.echo, language):
            server.serve(settings, bound, 1)


def tell_shared(host: str, port: int, language: str) -> None:
    """Where others find an app that listens on a host of the user's choice, if they do."""
    near = network_address() if host in EVERYWHERE else host
    if near is not None:
        typer.echo(say("cli.playing_near", language, url=f"http://{near}:{port}/"))


def offer_network(network: LocalNetwork, is_asked: bool, language: str) -> None:
    """Let other devices in where that is asked for, or say how to; nothing that cannot be."""
    if not network.is_possible:
        if is_asked:
            typer.echo(say("cli.lan_none", language))
    elif is_asked:
        network.bind()
    else:
        typer.echo(say("cli.lan_offer", language))


def tell_network(site: str, language: str) -> None:
    """The way for phones, with its picture and its risk; or that there is none any more."""
    if not site:
        typer.echo(say("cli.lan_off", language))
        return
    typer.echo(say("cli.lan", language, url=f"{site}/"))
    if sys.stdout.isatty():
        segno.make(f"{site}/", error="l", micro=False).terminal(compact=True)
    typer.echo(say("cli.lan_risk", language))


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
