"""Opens as many connections as it gets, and says nothing on them."""

from __future__ import annotations

import asyncio

from tests.attack.attacker import Attacker

CONNECTIONS = 1_100
WAVE = 50


async def attack(attacker: Attacker) -> None:
    """Hold connections; those that are closed are opened anew."""
    held: list[asyncio.StreamWriter] = []
    try:
        while True:
            held = [writer for writer in held if not writer.is_closing()]
            for _ in range(min(WAVE, CONNECTIONS - len(held))):
                try:
                    _reader, writer = await asyncio.open_connection("127.0.0.1", attacker.port)
                except OSError:
                    attacker.replies["lost"] += 1
                    break
                attacker.replies["held"] += 1
                held.append(writer)
            await asyncio.sleep(0.1)
    finally:
        for writer in held:
            writer.close()
