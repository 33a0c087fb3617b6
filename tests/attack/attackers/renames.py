"""Takes another name again and again, and looks at the page each time, in every language."""

from __future__ import annotations

from itertools import count

from tests.attack.attacker import Attacker

Table = tuple[str, str]


async def prepare(attacker: Attacker) -> list[Table]:
    """Open some tables where a game has begun."""
    tables = []
    for _ in range(20):
        path, secret = await attacker.open_table(
            game="fantasy", options={"players": 3}, bots=[None, "random", "random"]
        )
        await attacker.ask("POST", f"{path}/start", {}, secret)
        tables.append((path, secret))
    return tables


async def attack(attacker: Attacker, tables: list[Table]) -> None:
    """Rename and look."""
    names = (f"Mallory {number}" for number in count())

    async def rename(number: int) -> None:
        path, secret = tables[number % len(tables)]
        await attacker.ask("POST", f"{path}/name", {"name": next(names)}, secret)
        page = path.removeprefix("/api")
        for language in ("en", "es"):
            await attacker.ask("GET", f"{page}?lang={language}", None, secret)

    await attacker.repeat(rename)
