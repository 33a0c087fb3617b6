"""From a clone to a first move on a page: as `make play` does it, with nothing left to download.

What has to be downloaded is downloaded before a clock runs; then the clone is set up without
the network, the app starts with an empty cache of compiled rules, and a person opens a table
against the bots that sit there usually, and moves.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.figure import Figure
from benchmarks.trees import HERE
from realms.bots.levels import levels_of
from realms.kernel.packs import game_names

NEEDED = ("hatchling>=1.27", "filelock>=3.16", "editables")
"""What pip builds the package with."""
BUILT = "src/realms/web/built"
"""What is built of the packages that npm brings."""
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
PATIENCE = 300.0
"""Seconds that anything may take."""
USUAL = 1
"""The level that sits there where nobody chooses: the second."""


def figures() -> Iterator[Figure]:
    """What setting up takes, and the first move in each game; none where nothing can be got."""
    with TemporaryDirectory(prefix="realms-") as folder:
        clone, wheels = Path(folder) / "realms", Path(folder) / "wheels"
        if not get_ready(clone, wheels):
            return
        begin = time.perf_counter()
        if not set_up(clone, wheels):
            return
        setting_up = time.perf_counter() - begin
        yield _figure("start/set-up", setting_up)
        longest = 0.0
        for game in game_names():
            with TemporaryDirectory(prefix="realms-") as data:
                seconds = first_move(clone, Path(data), game)
            yield _figure(f"start/first-move-{game}", seconds)
            longest = max(longest, seconds)
        yield _figure("start/clone-to-first-move", setting_up + longest)


def _figure(name: str, seconds: float) -> Figure:
    return Figure(name, seconds, "s", seconds, seconds)


def get_ready(clone: Path, wheels: Path) -> bool:
    """Clone this tree, and download all that setting it up takes; whether that could be done."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(wheels)]
    constraints = ["--constraint", "constraints.txt"]
    commands = (
        (["git", "clone", "--quiet", str(HERE), str(clone)], HERE),
        ([*pip, *constraints, ".", *NEEDED], clone),
    )
    if shutil.which("make") is None:
        return False
    for command, where in commands:
        if subprocess.run(command, cwd=where, capture_output=True, check=False).returncode:
            return False
    shutil.rmtree(clone / BUILT, ignore_errors=True)  # made with the wheel, which pip looks into
    return True


def set_up(clone: Path, wheels: Path) -> bool:
    """Do what `make play` does before it starts the app; whether that could be done."""
    python = getattr(sys, "_base_executable", sys.executable)
    variables = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)}
    for name in ("PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL"):
        variables.pop(name, None)
    command = ["make", "--silent", f"PYTHON={python}", ".venv/.app", f"{BUILT}/digest.txt"]
    ran = subprocess.run(command, cwd=clone, env=variables, capture_output=True, check=False)
    return ran.returncode == 0


def first_move(clone: Path, data: Path, game: str) -> float:
    """The seconds from starting the app until a first move is made."""
    begin = time.perf_counter()
    with app_of(clone, data) as address:
        person = FirstMover(address)
        person.open_table(game)
        person.move()
        return time.perf_counter() - begin


@contextmanager
def app_of(clone: Path, data: Path) -> Iterator[str]:
    """The app, with nothing compiled; gives where it can be reached."""
    variables = {**os.environ, "REALMS_CACHE": str(data / "cache"), "REALMS_LANG": "en"}
    for name in ("PYTHONPATH", "REALMS_COMPILE"):
        variables.pop(name, None)
    program = str(clone / ".venv" / "bin" / "realms")
    process = subprocess.Popen(
        [program, "play", "--no-browser", "--port", "0", "--data", str(data)],
        cwd=clone,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = ADDRESS.search(process.stdout.readline())
        assert found, "the app says where it is"
        yield found[0]
    finally:
        process.terminate()
        process.communicate()


class FirstMover:
    """Somebody who opens a table on the page, and makes the first move that is offered."""

    def __init__(self, address: str) -> None:
        self.address, self.secret, self.path = address, "", ""
        self._ask_until_there("/")

    def open_table(self, game: str) -> None:
        """A table with the bots that sit there usually, begun, and its page."""
        bots = levels_of(game)[USUAL].name
        terms = {"game": game, "name": "Ada", "bots": [None, bots, bots], "options": {"players": 3}}
        opened = self._ask("/api/tables", terms)
        self.secret, self.path = opened["secret"], f"/api/tables/{opened['id']}"
        self._ask(f"{self.path}/start", {})
        self._ask_text(f"/tables/{opened['id']}", None)

    def move(self) -> None:
        """Wait for one's turn, and make the first move of the list."""
        end = time.monotonic() + PATIENCE
        while 0 not in self._ask(self.path)["awaiting"]:
            assert time.monotonic() < end, "it is never one's turn"
            time.sleep(0.02)
        legal = self._ask(f"{self.path}/legal?limit=1")
        self._ask(f"{self.path}/moves", {"move": legal["moves"][0], "seq": legal["seq"]})

    def _ask_until_there(self, path: str) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._ask_text(path, None)
            except OSError:
                assert time.monotonic() < end, "the app never answers"
                time.sleep(0.05)
            else:
                return

    def _ask(self, path: str, body: Any = None) -> Any:
        return json.loads(self._ask_text(path, body))

    def _ask_text(self, path: str, body: Any) -> str:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        if self.secret:
            headers["authorization"] = f"Bearer {self.secret}"
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(answer.read().decode())
