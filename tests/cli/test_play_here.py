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

import httpx
import pytest

from realms.cli.local_app import serve_here, tell_shared
from realms.kernel.errors import Unreadable
from realms.web.admission.local_network import network_address
from realms.web.pages.links import Site, invitation_to
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


def test_what_is_built_for_the_pages_may_be_read_by_whoever_reads_the_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only the database, which comes after it, is for its owner alone."""
    kept = os.umask(0o022)

    def build() -> None:
        os.umask(masked := os.umask(0))
        raise Unreadable("building/failed", reason=f"{masked:o}")

    monkeypatch.setattr("realms.web.building.BUILT", tmp_path / "none")
    monkeypatch.setattr("realms.web.building.build", build)
    try:
        with pytest.raises(Unreadable) as error:
            serve_here(None, None, tmp_path, no_browser=True, lan=False, language="en")
    finally:
        os.umask(kept)
    assert error.value.fields["reason"] == "22"


def test_the_app_is_served_and_keeps_its_tables(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with playing(folder, "--port", "0") as url:
        assert "<html" in read(url)
    assert (folder / "realms.sqlite").exists()
    with playing(folder, "--port", "0") as url:  # and again on the same tables
        assert "Fantasy Realms" in read(url)


def ask(url: str, path: str, body: str | None = None, **headers: str) -> httpx.Response:
    """Ask as somebody who followed a link of the page."""
    with httpx.Client(base_url=url, timeout=PATIENCE, follow_redirects=True) as client:
        header_fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            return client.get(path, headers=header_fields)
        form = {"content-type": "application/x-www-form-urlencoded"}
        return client.post(path, content=body, headers={**form, **header_fields})


def test_who_plays_here_lets_phones_in_and_out_again_on_the_page(tmp_path: Path) -> None:
    address = network_address()
    with playing(tmp_path, "--port", "0") as url:
        page = read(url)
        assert 'class="qr"' not in page  # no link that cannot work
        assert page.count('value="yes"') == (address is not None)
        if address is None:
            assert ask(url, "network", "open=yes").status_code == 400
            return
        near = f"http://{address}:{url.rstrip('/').rpartition(':')[2]}/"
        with pytest.raises(httpx.ConnectError):
            ask(near, "")
        opened = ask(url, "network", "open=yes")
        assert opened.history[0].headers["location"] == "/#phone"
        assert f'href="{near}"' in opened.text
        assert 'class="qr"' in opened.text
        phone = ask(near, "").text  # who comes by the network is shown the page, and no way to it
        assert "Fantasy Realms" in phone
        assert 'id="phone"' not in phone
        with httpx.Client(base_url=near, timeout=PATIENCE) as held:
            assert held.get("").status_code == 200
            assert 'value="yes"' in ask(url, "network", "open=no").text
            with pytest.raises(httpx.TransportError):  # the connection has ended too
                held.get("")
        with pytest.raises(httpx.ConnectError):
            ask(near, "")
        assert f'href="{near}"' in ask(url, "network", "open=yes").text  # and in again


def test_phones_play_along_and_nobody_but_who_sits_here_decides_so(tmp_path: Path) -> None:
    """Not by the network, led here by another site, or passed on by a proxy."""
    with playing(tmp_path, "--port", "0", "--lan") as url:
        page = read(url)
        port = url.rstrip("/").rpartition(":")[2]
        others: list[tuple[str, dict[str, str]]] = [
            (url, {"host": f"elsewhere.example:{port}"}),  # a name that was led to this machine
            (url, {"x_forwarded_for": "127.0.0.1"}),
            (url, {"via": "1.1 proxy"}),
        ]
        address = network_address()
        others += [(f"http://{address}:{port}/", {"host": f"127.0.0.1:{port}"})] if address else []
        for at, headers in others:
            assert 'id="phone"' not in ask(at, "", **headers).text
            assert ask(at, "network", "open=no", **headers).status_code == 404
        foreign = ask(url, "network", "open=no", sec_fetch_site="cross-site")
        assert foreign.status_code == 403
        assert ('class="qr"' in read(url)) == (address is not None)
        if address is not None:
            link = f"http://{address}:{port}/"
            assert f'href="{link}"' in page
            table = ask(link, "play", "name=Ada&game=fantasy", origin=link.rstrip("/"))
            assert str(table.url).startswith(f"{link}tables/")


def test_an_app_for_all_addresses_names_one_that_others_can_open(
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = network_address()
    tell_shared("0.0.0.0", 8000, "en")
    output = capsys.readouterr().out
    assert output == (f"Others on your network: http://{address}:8000/\n" if address else "")
    tell_shared("192.168.7.7", 80, "en")
    assert "http://192.168.7.7:80/" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("address", "found_here_only"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://127.0.1.1", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://0.0.0.0:8000", True),
        ("http://realms.localhost", True),
        ("http://192.168.1.20:8000", False),
        ("https://realms.example", False),
    ],
)
def test_no_camera_is_shown_a_link_that_works_here_only(
    address: str, found_here_only: bool
) -> None:
    assert (invitation_to(Site(address), "/").picture is None) == found_here_only


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
