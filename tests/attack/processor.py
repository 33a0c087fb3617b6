"""Processor time: who had it while the victim played; told beside what the victim waited.

All run on one machine, the attacker too, which elsewhere would bring a machine of its own. So
it steps back for everybody (`step_back`), and what each of them used is told: a victim that
waits because others use the machine says nothing about the server.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tests.web.live_server import process_tree

TICK = os.sysconf("SC_CLK_TCK")
BOTS = b"realms.tables.thinking.worker"


class Usage(Struct, frozen=True):
    """Seconds of processor time."""

    server: float = 0.0
    bots: float = 0.0
    database: float = 0.0
    attacker: float = 0.0
    others: float = 0.0
    """Of everybody else on the machine, the victim's client and this program among them."""
    there: float = 0.0
    """What there was to be had."""

    @property
    def part_of_others(self) -> float:
        """The part of all there was that everybody else had."""
        return self.others / self.there if self.there else 0.0

    def __sub__(self, other: Usage) -> Usage:
        names = self.__struct_fields__
        return Usage(**{name: getattr(self, name) - getattr(other, name) for name in names})

    def __str__(self) -> str:
        names = self.__struct_fields__
        return ", ".join(f"{name} {getattr(self, name):.1f}" for name in names)


def usage(server: int, database: int | None, attacker: int | None) -> Usage:
    """What the processes have used so far, given by the first of each family."""
    those, bots = process_tree(server), bots_of(server)
    used = {
        "server": _seconds(number for number in those if number not in bots),
        "bots": _seconds(bots),
        "database": _seconds(process_tree(database)) if database else 0.0,
        "attacker": _seconds(process_tree(attacker)) if attacker else 0.0,
    }
    there = time.monotonic() * (os.cpu_count() or 1)
    return Usage(**used, others=_machine() - sum(used.values()), there=there)


def bots_of(server: int) -> list[int]:
    """The processes in which bots of a server think."""
    return [number for number in process_tree(server) if BOTS in _command(number)]


def step_back() -> None:
    """Let everybody else go first, this process and those it starts."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)


def _machine() -> float:
    """What the whole machine has used."""
    _cpu, *arguments = Path("/proc/stat").read_text().partition("\n")[0].split()
    user, nice, system, _idle, _waiting, *interrupts = map(int, arguments[:7])
    return (user + nice + system + sum(interrupts)) / TICK


def _seconds(numbers: Iterable[int]) -> float:
    """What processes have used, and those they started that have ended."""
    ticks = 0
    for number in numbers:
        with suppress(OSError):
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICK


def _command(number: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{number}/cmdline").read_bytes()
    return b""
