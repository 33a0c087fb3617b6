"""Asks what a hand of names is worth that no card has, as many as an address holds."""

from __future__ import annotations

from tests.attack.attacker import Attacker

NAMES = ",".join(f"drago{number:x}" for number in range(900))


async def attack(attacker: Attacker) -> None:
    """Ask for the score, and for the best of such a hand."""

    async def ask(number: int) -> None:
        page = ("/score", "/score/best")[number % 2]
        await attacker.ask("GET", f"{page}?hand={number}x{NAMES}")

    await attacker.repeat(ask)
