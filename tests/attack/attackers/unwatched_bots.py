"""Opens 118 tables of six archmages as fast as that is allowed, and looks at none of them."""

from __future__ import annotations

from tests.attack.attacker import Attacker

TABLES = 118
TERMS = {"game": "fantasy", "options": {"players": 6}, "bots": ["archmage"] * 6}


async def open_bots(attacker: Attacker) -> str:
    """Open a table where bots play among themselves; its path."""
    opened = await attacker.ask("POST", "/api/tables", TERMS)
    path = f"/api/tables/{opened.json['id']}"
    await attacker.ask("POST", f"{path}/start", {})
    return path


async def attack(attacker: Attacker) -> None:
    """Open them."""
    await attacker.repeat(lambda _n: open_bots(attacker), TABLES)
