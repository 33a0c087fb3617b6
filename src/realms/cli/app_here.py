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

from realms.cli.prepare import prepare_rules
from realms.cli.preparing import preparing
from realms.cli.serve import warm
from realms.kernel.errors import Unreadable
from realms.kernel.text import say
from realms.tables.database import default_url
from realms.tables.keeping import reachable
from realms.web import building, serving

PORT, TRIES = 8000, 20
"""The port that is tried first, and how many after it, where none was asked for."""
PATIENCE = 60.0
"""Seconds that the server may take before the browser is not opened any more."""


def serve_here(port: int | None, data: Path | None, no_browser: bool, language: str) -> None:
    """Serve the app to this machine alone until it is stopped."""
    os.umask(0o077)
    if not (building.BUILT / building.MARK).exists():
        building.build()
    address = default_url(data)
    with reachable(address):
        asyncio.run(serving.check_database(address, 1))
    with listening(port) as bound:
        with preparing(language):
            prepare_rules()
        url = f"http://127.0.0.1:{bound.getsockname()[1]}/"
        typer.echo(say("cli.playing", language, url=url))
        if not no_browser:
            threading.Thread(target=show, args=(url,), daemon=True).start()
        settings = serving.Settings(address, serving.bots_for(1), False, warm, quiet=True)
        serving.serve(settings, bound, 1)


def listening(port: int | None) -> socket.socket:
    """A socket on the port that was asked for, or on the first usual one that is free."""
    if port is not None:
        return serving.listening("127.0.0.1", port)
    for candidate in range(PORT, PORT + TRIES):
        try:
            return serving.listening("127.0.0.1", candidate)
        except Unreadable:
            continue
    return serving.listening("127.0.0.1", 0)


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
