"""Fills the log of a table with offers, and asks for its record, story and pages."""

from __future__ import annotations

from tests.attack.attacker import Attacker

Table = tuple[str, list[str]]
"""The path of a table, and the secrets of its seats."""
ENTRIES = 1_900
PAGES = ("/record", "/story", "", "/replay", "/legal")


async def prepare(attacker: Attacker) -> Table:
    """Open a table that is played against a clock, and offer cards until its log is long.

    A seat has a rate of its own, whoever asks for it, so there are many tables at once; the
    longest log that a minute allows is attacked.
    """
    path, secret = await attacker.open_table(
        game="fantasy",
        options={"players": 6, "variant": "chaos", "clock": True},
        clock={"kind": "move", "seconds": 86_400},
    )
    secrets = [secret, *[await attacker.sit(path, f"Mallory {n}") for n in range(2, 7)]]
    await attacker.ask("POST", f"{path}/start", {}, secret)

    async def offer(number: int) -> None:
        mine = secrets[number % len(secrets)]
        legal = (await attacker.ask("GET", f"{path}/legal?limit=200", None, mine)).json
        kind = "offer" if number // len(secrets) % 2 == 0 else "withdraw"
        chosen = [move for move in legal["moves"] if move["type"] == kind] or legal["moves"]
        await attacker.ask("POST", f"{path}/moves", {"move": chosen[0]}, mine)

    await attacker.repeat(offer, times=360, at_once=6)
    return path, secrets


async def attack(attacker: Attacker, table: Table) -> None:
    """Ask for all that is told of it, and go on offering, so that it has to be told anew."""
    path, secrets = table
    page = path.removeprefix("/api")

    async def ask(number: int) -> None:
        secret = secrets[number % len(secrets)]
        if number % 10 == 0:
            legal = (await attacker.ask("GET", f"{path}/legal?limit=1", None, secret)).json
            await attacker.ask("POST", f"{path}/moves", {"move": legal["moves"][0]}, secret)
        part = PAGES[number % len(PAGES)]
        where = path if part in ("/record", "/legal") else page
        await attacker.ask("GET", f"{where}{part}", None, secret)

    await attacker.repeat(ask)
