"""Work that is cut into parts, each done by a thread: NumPy and compiled rules let others run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Found = TypeVar("Found")


def in_threads(work: Callable[[Part], Found], parts: Sequence[Part]) -> list[Found]:
    """What work makes of each part, in order; with a thread for each core, where it pays."""
    if len(parts) < 2 or cores() < 2:
        return [work(part) for part in parts]
    with ThreadPoolExecutor(min(len(parts), cores())) as pool:
        return list(pool.map(work, parts))


def cores() -> int:
    """The cores of this machine."""
    return os.cpu_count() or 1
