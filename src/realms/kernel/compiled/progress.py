"""How far compiling has come: marks among the compiled rules, which any process may read.

Rules are compiled part by part. A part that is done has a mark, with the seconds it took; one
that is being compiled has another. So whoever compiles, everybody can tell how it goes.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from realms.kernel.compiled import later, switch
from realms.kernel.compiled.folder import HOME, folder, open_folder

MARK = "prepared"
"""The mark of all that play needs; with the name of a part behind it, of that part."""
STOPPED = "stopped"
"""The mark of parts that could not be compiled."""
PLAN = "parts.json"
"""The file that names the parts that play needs."""
USUAL_SECONDS = 40.0
"""What a part takes, as far as nothing is known of this machine."""
NEARLY = 0.9
"""How much of a part that takes longer than it should may seem to be done."""


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


def plan_parts(parts: Sequence[str]) -> None:
    """Say what parts there are."""
    from filelock import FileLock  # noqa: PLC0415  (who only reads needs none)

    home = open_folder(HOME)
    with FileLock(home / "plan.lock"):
        (home / PLAN).write_text(json.dumps([*parts]))
        (home / STOPPED).unlink(missing_ok=True)


def finish_parts(is_done: bool = True) -> None:
    """Say that all of them are compiled, or that they cannot be."""
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


def read_progress() -> CompileProgress:
    """How far compiling has come by now."""
    home = folder(HOME)
    try:
        parts = json.loads((home / PLAN).read_text())
    except (OSError, ValueError):
        return CompileProgress(0, 0, 1.0 if is_prepared() else 0.0, 0)
    if is_prepared():
        return CompileProgress(len(parts), len(parts), 1.0, 0)
    took = [_seconds(home / f"{MARK}-{part}") for part in parts]
    known = [seconds for seconds in took if seconds is not None]
    usual = (USUAL_SECONDS + sum(known)) / (1 + len(known))
    waiting = [part for part, seconds in zip(parts, took, strict=True) if seconds is None]
    left = [_age(home / f"began-{part}") for part in waiting]
    under_way = [min(age / usual, NEARLY) for age in left if age is not None]
    done = (len(known) + sum(under_way)) / len(parts)
    at_once = max(len(under_way), 1)
    seconds = usual * (len(left) - sum(under_way)) / at_once
    is_stopped = (home / STOPPED).exists()
    return CompileProgress(len(known), len(parts), done, max(round(seconds), 1), is_stopped)


def rules_now() -> Literal["compiled", "compiling", "plain"]:
    """How rules run in this process: as plain Python for good, or only until they are compiled."""
    way = switch.chosen()
    if way == switch.PLAIN:
        return "plain"
    return "compiling" if way == switch.LATER and not later.is_over() else "compiled"


def go_over_if_prepared() -> None:
    """Go over to compiled rules as soon as they are there, where this process began without."""
    if rules_now() == "compiling" and is_prepared():
        later.go_over()


def _seconds(mark: Path) -> float | None:
    """What a part took; None where it is not done."""
    try:
        return float(mark.read_text() or USUAL_SECONDS)
    except (OSError, ValueError):
        return None


def _age(file: Path) -> float | None:
    """How long ago a part was begun; None where it was not."""
    try:
        return max(time.time() - file.stat().st_mtime, 0.0)
    except OSError:
        return None
