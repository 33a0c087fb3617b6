"""Looks at the pages that are made anew for every reader, as often as reading is allowed."""

from __future__ import annotations

from tests.attack.attacker import Attacker

PAGES = (
    "/",
    "/new/medieval",
    "/about",
    "/rules/medieval?q=e",
    "/rules/medieval/cards",
    "/learn/medieval",
    "/score?hand=book_of_changes,doppelganger,mirage,shapeshifter,necromancer,island",
    "/api/games",
)


async def attack(attacker: Attacker) -> None:
    """Look at one after the other."""
    await attacker.repeat(lambda number: attacker.ask("GET", PAGES[number % len(PAGES)]))
