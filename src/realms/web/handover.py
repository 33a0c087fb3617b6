"""How a server that began with rules as plain Python goes over to compiled ones."""

from __future__ import annotations

import asyncio
import gc
import logging

from realms.arena.prepare import first_parts
from realms.bots.lighter import bot_parts
from realms.kernel.compiled import switchover
from realms.kernel.compiled.progress import (
    CompileProgress,
    is_part_prepared,
    is_prepared,
    read_progress,
    rules_now,
)

LOG = logging.getLogger("realms.web")
PAUSE = 0.5
"""Seconds between two looks whether the rules are compiled."""


def compile_progress() -> CompileProgress | None:
    """How far compiling has come; None where all that play and its bots take is compiled.

    Where nothing is to be compiled there is none either.
    """
    way, parts = rules_now(), bot_parts()
    if way == "plain" or (way == "compiled" and all(map(is_part_prepared, parts))):
        return None
    return read_progress(parts)


async def go_over_when_prepared() -> None:
    """Wait until the rules are compiled, load them beside all else, and use them from then on.

    Nobody waits for it: requests, streams and tables go on, as plain Python until all is
    loaded. Where loading fails they go on so.
    """
    while rules_now() == "compiling":
        if not is_prepared():
            await asyncio.sleep(PAUSE)
            continue
        try:
            await asyncio.to_thread(switchover.load_rules, [*first_parts()])
        except Exception:
            LOG.exception("the compiled rules cannot be loaded; the plain ones go on")
            return
        switchover.go_over()
        gc.freeze()  # a million objects that stay: nobody is to walk over them
        LOG.info("the rules are compiled")
