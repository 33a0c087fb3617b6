"""boardgame.io's server with its trivial game for two, kept in memory: nothing is stored.

It is installed from npm into a scratch folder for the run; where that cannot be had, there
is no figure.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.figure import Figure
from benchmarks.server.client import speeds
from benchmarks.server.processes import run_server

PACKAGE = "boardgame.io@0.50.2"
LONGEST = 180


class Timings(Struct):
    """What its clients saw: the seconds of each move, and of all."""

    moves: list[float]
    seconds: float


def figures(tables: int, moves: int) -> Iterator[Figure]:
    """Moves a second, and their latency."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        if not _install(npm, folder):
            return
        for name in ("boardgame_server.cjs", "boardgame_client.cjs"):
            shutil.copy(Path(__file__).parent / name, folder)
        with run_server(lambda port: [node, "boardgame_server.cjs", str(port)], folder) as port:
            asked = [node, "boardgame_client.cjs", str(port), str(tables), str(moves)]
            result = subprocess.run(
                asked, cwd=folder, capture_output=True, timeout=LONGEST, check=False
            )
    if result.returncode == 0:
        taken = msgspec.json.decode(result.stdout, type=Timings)
        yield from speeds("server/boardgame.io-in-memory", taken.moves, taken.seconds)


def _install(npm: str, folder: str) -> bool:
    """Whether it could be installed into a folder."""
    install = [npm, "install", "--silent", "--no-fund", "--no-audit", "--prefix", folder, PACKAGE]
    try:
        done = subprocess.run(install, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
