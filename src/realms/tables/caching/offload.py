"""Work that takes long is done where nobody else waits for it, and charged to who asked.

Who serves people says where that is, request by request (`ASKING`); work that nobody asked for
is done on the event loop, in slices.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol


class Offload(Protocol):
    """Does work for somebody who asked for something."""

    client: str
    """Who it is."""

    async def run(self, work: Callable[[], Any]) -> Any:
        """Do some work, when there is room; raises `RealmsError` where there is none."""


ASKING: ContextVar[Offload | None] = ContextVar("asking", default=None)
"""Who asked for what is being done now; None for nobody."""
