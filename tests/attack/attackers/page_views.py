"""Looks at the pages that are made anew for every reader, as often as reading is allowed."""

from __future__ import annotations

from tests.attack.attacker import Attacker

PAGES = ("/", "/new", "/about", "/rules/fantasy", "/rules/medieval", "/rules/cards", "/api/games")


async def attack(attacker: Attacker) -> None:
    """Look at one after the other."""
    await attacker.repeat(lambda number: attacker.ask("GET", PAGES[number % len(PAGES)]))
