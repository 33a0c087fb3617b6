"""Holds the live pages of a room under many names, and renames somebody: each is rendered anew."""

from __future__ import annotations

import asyncio
from itertools import count

from tests.attack.attacker import Attacker
from tests.attack.wire import Wire

STREAMS = 60


async def prepare(attacker: Attacker) -> tuple[str, str]:
    """Open a room."""
    return await attacker.open_table(game="medieval", options={"players": 5})


async def attack(attacker: Attacker, seat: tuple[str, str]) -> None:
    """Hold the streams, and rename."""
    path, secret = seat
    page = path.removeprefix("/api")

    async def hold(number: int) -> None:
        wire = Wire(attacker.port, attacker.address)
        try:
            async for _line in wire.lines(f"{page}/live", cookie=f"realms-name=Eve{number}"):
                pass
        except (OSError, asyncio.IncompleteReadError):
            attacker.replies["lost"] += 1
        finally:
            wire.close()

    holding = [asyncio.ensure_future(hold(number)) for number in range(STREAMS)]
    try:
        for number in count():
            name = {"name": f"Mallory {number}"}
            await attacker.ask("POST", f"{path}/name", name, secret)
            await asyncio.sleep(0.02)
    finally:
        for one in holding:
            one.cancel()
