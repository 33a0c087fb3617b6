"""`realms play`: the app on this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from realms.web.admission.local_network import network_address
from tests.cli.conftest import Realms, refused

PATIENCE = 120


@contextmanager
def playing(folder: Path, *more: str) -> Iterator[str]:
    """The app, running; gives its address."""
    command = [sys.executable, "-m", "realms", "play", "--no-browser", "--data", str(folder)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "LANG": "en"}
    with subprocess.Popen(
        [*command, *more], stdout=subprocess.PIPE, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        try:
            found = next(
                found for line in server.stdout if (found := re.search(r"http://\S+/", line))
            )
            yield found[0]
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(PATIENCE)
    assert server.returncode == 0


def read(url: str) -> str:
    for _try in range(600):
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except OSError:  # not there yet
            time.sleep(0.1)
    raise TimeoutError


def test_the_app_is_served_and_keeps_its_tables(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with playing(folder, "--port", "0") as url:
        assert "<html" in read(url)
    assert (folder / "realms.sqlite").exists()
    with playing(folder, "--port", "0") as url:  # and again on the same tables
        assert "Fantasy Realms" in read(url)


def test_who_plays_here_is_offered_the_network_and_shown_no_link_that_cannot_work(
    tmp_path: Path,
) -> None:
    with playing(tmp_path, "--port", "0") as url:
        page = read(url)
    assert "realms play --lan" in page
    assert 'class="qr"' not in page


def test_in_the_network_only_its_own_address_and_this_machine_are_served(tmp_path: Path) -> None:
    address = network_address()
    with playing(tmp_path, "--port", "0", "--lan") as url:
        page = read(url)
        port = url.rstrip("/").rpartition(":")[2]
        if address is None:
            assert 'class="qr"' not in page
            return
        link = f"http://{address}:{port}/"
        assert f'href="{link}"' in page
        assert 'class="qr"' in page
        near = read(link)  # who comes by the network is shown the page, and no way to it
        assert "Fantasy Realms" in near
        assert 'id="phone"' not in near
        form = urllib.request.Request(
            f"{link}play", b"name=Ada&game=fantasy", {"origin": link.rstrip("/")}
        )
        with urllib.request.urlopen(form, timeout=PATIENCE) as table:
            assert table.url.startswith(f"{link}tables/")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--players", "3"], "--players is for the terminal: say --terminal GAME as well."),
        (["--bots", "greedy"], "--bots is for the terminal"),
        (["--terminal", "fantasy", "--port", "9"], "--port is for the browser"),
        (["--terminal", "fantasy", "--lan"], "--lan is for the browser"),
        (["--host", "0.0.0.0", "--lan"], "--lan finds the address itself"),
        (["--resume", "x.realms", "--no-browser"], "--no-browser is for the browser"),
    ],
)
def test_options_of_the_other_way_to_play(
    realms: Realms, options: list[str], sentence: str
) -> None:
    assert refused(realms("play", *options)).startswith(sentence)
