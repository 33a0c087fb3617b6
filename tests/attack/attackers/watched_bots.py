"""Opens tables of six archmages as fast as that is allowed, and watches every one of them."""

from __future__ import annotations

import asyncio

from tests.attack.attacker import Attacker
from tests.attack.attackers.unwatched_bots import open_bots
from tests.attack.wire import Wire

TABLES = 95
"""A few less than the streams that one client may hold."""


async def attack(attacker: Attacker) -> None:
    """Open and watch them."""
    watching: list[asyncio.Task[None]] = []

    async def watch(path: str) -> None:
        wire = Wire(attacker.port, attacker.address)
        try:
            async for _frame in wire.lines(f"{path}/stream?as=lines"):
                pass
        except ConnectionError:
            attacker.replies["no stream"] += 1
        finally:
            wire.close()

    async def open_and_watch(_number: int) -> None:
        watching.append(asyncio.ensure_future(watch(await open_bots(attacker))))

    try:
        await attacker.repeat(open_and_watch, TABLES)
        await asyncio.Event().wait()
    finally:
        for task in watching:
            task.cancel()
