"""One trial: a fresh server, the victim alone on it, then beside an attacker."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from realms.web.app import SPARE_WORKERS
from tests.attack.attacker import ASIDE
from tests.attack.attackers import attacker_names
from tests.attack.processor import Usage, bots_of, usage
from tests.attack.victim import Victim, Waits, share
from tests.tables import postgres
from tests.web.live_server import Server, process_tree, served

LONGEST_PREPARATION = 180.0
"""Seconds that an attacker may prepare."""
MOST_MEMORY = 1024
"""Mebibytes that a server may grow by before the attack is broken off."""
SLOWER_MOVES, SLOWER_REPLIES, MEMORY = 2.0, 3.0, 200
"""What is allowed: times the p99 of moves, times the p90 of the bots' replies, mebibytes."""
DISTURBING = 0.3
"""The part of the processors that others may have while something is measured."""
SHORTEST_MOVE, SHORTEST_REPLY = 0.010, 0.050
"""Seconds that nobody notices: a victim alone counts as having waited that long at least."""


class Trial(Struct, frozen=True, kw_only=True):
    """How a victim fared beside an attacker."""

    database: str
    attacker: str
    alone: Waits
    beside: Waits
    growth: int
    """Mebibytes by which the server grew."""
    replies: dict[str, int]
    """The answers that the attacker got, by status."""
    used: tuple[Usage, Usage] = (Usage(), Usage())
    """Who had the processors, alone and beside the attacker."""

    @property
    def moves(self) -> tuple[float, float]:
        """The p99 of the victim's moves, alone and beside the attacker."""
        return share(self.alone.moves, 0.99), share(self.beside.moves, 0.99)

    @property
    def bots(self) -> tuple[float, float]:
        """The p90 of what its bots took to reply, alone and beside the attacker."""
        return share(self.alone.replies, 0.9), share(self.beside.replies, 0.9)

    @property
    def slower_moves(self) -> float:
        """How many times slower its moves were."""
        alone, beside = self.moves
        return beside / max(alone, SHORTEST_MOVE)

    @property
    def slower_bots(self) -> float:
        """How many times slower its bots were."""
        alone, beside = self.bots
        return beside / max(alone, SHORTEST_REPLY)

    @property
    def is_disturbed(self) -> bool:
        """Whether others had so much of the machine that the times say little."""
        return max(used.part_of_others for used in self.used) > DISTURBING

    @property
    def failures(self) -> list[str]:
        """What did not hold."""
        found = {
            "moves": self.slower_moves > SLOWER_MOVES or not self.beside.moves,
            "bots": self.slower_bots > SLOWER_REPLIES or not self.beside.replies,
            "memory": self.growth > MEMORY,
            "errors": bool(self.beside.errors),
            "broken": any(status.startswith("5") for status in self.replies),
        }
        return [name for name, is_so in found.items() if is_so]


@contextmanager
def database(kind: str, folder: Path) -> Iterator[tuple[str, int | None]]:
    """A database that is thrown away, and its process, where it has one."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'attacked.sqlite'}", None
        return
    with postgres.running() as server:
        server.execute("CREATE DATABASE attacked")
        yield f"{server.address}/attacked", server.pid


WORKERS = {"sqlite": 1, "postgresql": 2}
"""Databases that are attacked, and how many server processes there are on them."""
WARMING = 20
"""How often the victim plays, at most, until all bots have come."""


def run_trial(kind: str, attacker: str, seconds: float, is_aside: bool = True) -> Trial:
    """Start a server, let the victim play alone, then beside the attacker.

    The attacker steps back for all others, as if it had a machine of its own, unless told
    otherwise: on a machine with no time left it would not get to attack.
    """
    assert attacker in attacker_names()
    with (
        tempfile.TemporaryDirectory() as folder,
        database(kind, Path(folder)) as (address, engine),
        served(address, Path(folder) / "log", "--workers", str(WORKERS[kind])) as server,
    ):
        port = httpx.URL(server.url).port or 0
        used = partial(usage, server.process.pid, engine)
        _warm_up(server, port, min(seconds, 3), WORKERS[kind] * (1 + SPARE_WORKERS))
        marks = [used(None)]
        alone = asyncio.run(Victim(port).play(seconds))
        marks.append(used(None))
        before = memory(server)
        with attacking(attacker, port, is_aside) as (number, replies):
            marks.append(used(number))
            beside = asyncio.run(_watched(server, before, Victim(port).play(seconds)))
            marks.append(used(number))
            grown = memory(server) - before
        server.stop()  # or the next one would be measured beside this one's processes
        return Trial(
            database=kind,
            attacker=attacker,
            alone=alone,
            beside=beside,
            growth=grown,
            replies=replies,
            used=(marks[1] - marks[0], marks[3] - marks[2]),
        )


def _warm_up(server: Server, port: int, seconds: float, bots: int) -> None:
    """Have everything loaded that is loaded at first use, and all bots started.

    Each has some 150 MiB, which it takes once; of several server processes each has its own.
    """
    for _time in range(WARMING):
        asyncio.run(Victim(port).play(seconds))
        if len(bots_of(server.process.pid)) >= bots:
            return


async def _watched(server: Server, before: int, playing: Any) -> Waits:
    """Let the victim play, unless the memory of the server grows beyond all bounds."""
    task = asyncio.ensure_future(playing)
    while not task.done():
        await asyncio.wait([task], timeout=0.5)
        if memory(server) - before > MOST_MEMORY:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            return Waits()
    waits: Waits = task.result()
    return waits


@contextmanager
def attacking(name: str, port: int, is_aside: bool) -> Iterator[tuple[int, dict[str, int]]]:
    """An attacker that has prepared, at work: its process, and, at the end, its answers."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.attack.attacker", name, str(port)),
            *([ASIDE] if is_aside else []),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    replies: dict[str, int] = {}
    try:
        assert process.stdout is not None
        assert process.stdin is not None
        if process.stdout.readline() != "ready\n":
            raise RuntimeError(f"the attacker {name} could not prepare")
        yield process.pid, replies
        process.stdin.close()
        replies.update(json.loads(process.stdout.readline() or "{}"))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()  # type: ignore[union-attr]


def memory(server: Server) -> int:
    """Mebibytes of a server and all its processes."""
    return sum(_resident(number) for number in process_tree(server.process.pid)) // 1024


def _resident(number: int) -> int:
    """Kibibytes of a process."""
    with suppress(OSError):
        for line in Path(f"/proc/{number}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0
