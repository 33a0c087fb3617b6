"""How far compiling has come: marks among the compiled rules, which any process may read.

Rules are compiled part by part. A part that is done has a mark, with the seconds it took; one
that is being compiled has another. So whoever compiles, everybody can tell how it goes. How long
the rest will take is what the parts took where they were measured, times how much longer than
that they take here.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from realms.kernel.compiled import switch, switchover
from realms.kernel.compiled.folder import HOME, folder, open_folder

MARK = "prepared"
"""The mark of all that play needs; with the name of a part behind it, of that part."""
STOPPED = "stopped"
"""The mark of parts that could not be compiled."""
PLAN = "parts.json"
"""The file that tells the parts there are."""
NEARLY = 0.9
"""How much of a part that takes longer than it should may seem to be done."""
TRUST = 10.0
"""How many seconds of compiling here weigh as much as what was measured elsewhere."""


class PlannedPart(Struct, frozen=True, array_like=True):
    """A part that is to be compiled."""

    name: str
    chain: str
    """Parts of one chain are compiled one after another, chains side by side."""
    seconds: float
    """What it takes of a core, as it was measured."""
    stage: int = 0
    """All chains of a stage come before those of the next."""


class CompileProgress(Struct, frozen=True):
    """How far compiling has come."""

    done: int
    total: int
    """Parts that are compiled, and parts there are; no parts where nobody compiles yet."""
    part: float
    """How much of the work is done, from 0 to 1."""
    seconds_left: int
    """How long the rest will take, as far as can be told."""
    is_stopped: bool = False
    """Whether a part could not be compiled, so that the rest will not come."""


def is_prepared() -> bool:
    """Whether all rules that play needs have been compiled on this machine, as they are now."""
    return switch.chosen() == switch.PLAIN or (folder(HOME) / MARK).exists()


def is_part_prepared(part: str) -> bool:
    """Whether a part has been compiled."""
    return (folder(HOME) / f"{MARK}-{part}").exists()


def plan_parts(parts: Sequence[PlannedPart]) -> None:
    """Say what parts there are."""
    from filelock import FileLock  # noqa: PLC0415  (who only reads needs none)

    home = open_folder(HOME)
    with FileLock(home / "plan.lock"):
        (home / PLAN).write_bytes(msgspec.json.encode(parts))
        (home / STOPPED).unlink(missing_ok=True)


def finish_parts(is_done: bool = True) -> None:
    """Say that all that play needs is compiled, or that a part cannot be."""
    (open_folder(HOME) / (MARK if is_done else STOPPED)).touch()


@contextlib.contextmanager
def compiling(part: str) -> Iterator[bool]:
    """Compile a part inside of this, unless it was compiled, which it tells by False.

    Whoever comes meanwhile waits instead of doing it too.
    """
    from filelock import FileLock  # noqa: PLC0415

    home = open_folder(HOME)
    with FileLock(home / f"{part}.lock"):
        if (home / f"{MARK}-{part}").exists():
            yield False
            return
        began = time.time()
        (home / f"began-{part}").touch()
        yield True
        (home / f"{MARK}-{part}").write_text(f"{time.time() - began:.1f}")


def read_progress(besides: Container[str] = ()) -> CompileProgress:
    """How far compiling has come by now: what play needs, and other parts that are named."""
    try:
        plan = msgspec.json.decode((folder(HOME) / PLAN).read_bytes(), type=list[PlannedPart])
    except (OSError, msgspec.DecodeError):
        return CompileProgress(0, 0, 1.0 if is_prepared() else 0.0, 0)
    return progress_of([part for part in plan if part.stage == 0 or part.name in besides])


def progress_of(parts: Sequence[PlannedPart]) -> CompileProgress:
    """How far compiling some parts has come by now."""
    home = folder(HOME)
    took = {part.name: _seconds(home / f"{MARK}-{part.name}", part.seconds) for part in parts}
    waiting = [part for part in parts if took[part.name] is None]
    done = len(parts) - len(waiting)
    if not waiting:
        return CompileProgress(done, len(parts), 1.0, 0)
    ages = {part.name: _age(home / f"began-{part.name}") for part in waiting}
    pace = _pace(parts, took, ages)
    left = {}
    for part in waiting:
        age, usual = ages[part.name], part.seconds * pace
        left[part.name] = usual if age is None else max(usual - age, (1 - NEARLY) * usual)
    whole = pace * sum(part.seconds for part in parts)
    seconds = max(round(_side_by_side(waiting, left)), 1)
    is_stopped = (home / STOPPED).exists()
    share = 1 - sum(left.values()) / whole
    return CompileProgress(done, len(parts), max(share, 0.0), seconds, is_stopped)


def _pace(
    parts: Sequence[PlannedPart], took: dict[str, float | None], ages: dict[str, float | None]
) -> float:
    """How many times as long as measured elsewhere a part takes here, as far as can be told."""
    here = measured = TRUST
    for part in parts:
        seconds = took[part.name]
        age = ages.get(part.name)
        if seconds is None and age is not None and age > part.seconds:
            seconds = age  # and longer
        if seconds is not None:
            here += seconds
            measured += part.seconds
    return here / measured


def _side_by_side(waiting: Sequence[PlannedPart], left: dict[str, float]) -> float:
    """The seconds until all parts are compiled that wait."""
    cores, seconds = os.cpu_count() or 1, 0.0
    for stage in {part.stage for part in waiting}:
        chains: dict[str, float] = defaultdict(float)
        for part in waiting:
            if part.stage == stage:
                chains[part.chain] += left[part.name]
        seconds += max(*chains.values(), sum(chains.values()) / cores)
    return seconds


def rules_now() -> Literal["compiled", "compiling", "plain"]:
    """How rules run in this process: as plain Python for good, or only until they are compiled."""
    way = switch.chosen()
    if way == switch.PLAIN:
        return "plain"
    return "compiling" if way == switch.LATER and not switchover.is_over() else "compiled"


def go_over_if_prepared() -> None:
    """Go over to compiled rules as soon as they are there, where this process began without."""
    if rules_now() == "compiling" and is_prepared():
        switchover.go_over()


def _seconds(mark: Path, usual: float) -> float | None:
    """Seconds that compiling a part took; None while it is not done."""
    try:
        return float(mark.read_text() or usual)
    except (OSError, ValueError):
        return None


def _age(file: Path) -> float | None:
    """How long ago a part was begun; None where it was not."""
    try:
        return max(time.time() - file.stat().st_mtime, 0.0)
    except OSError:
        return None
