"""Asks for hints as often as reading is allowed, at thirty tables, and moves on after each."""

from __future__ import annotations

from typing import Any

from tests.attack.attacker import Attacker

TABLES = 30


class Seat:
    """A table where the attacker sits on every seat."""

    def __init__(self, path: str, secrets: list[str], seen: Any) -> None:
        self.path, self.secrets, self.seen = path, secrets, seen


async def prepare(attacker: Attacker) -> list[Seat]:
    """Open the tables, and sit down everywhere."""
    return [await open_seats(attacker) for _ in range(TABLES)]


async def open_seats(attacker: Attacker) -> Seat:
    """Open a table for three, and take all its seats."""
    path, secret = await attacker.open_table(game="fantasy", options={"players": 3})
    secrets = [secret, *[await attacker.sit(path, f"Mallory {n}") for n in (2, 3)]]
    return Seat(path, secrets, (await attacker.ask("POST", f"{path}/start", {}, secret)).json)


async def attack(attacker: Attacker, seats: list[Seat]) -> None:
    """Ask for a hint at one table after the other; no question is asked twice."""

    async def ask(number: int) -> None:
        table = seats[number % TABLES]
        secret = table.secrets[table.seen["awaiting"][0]]
        page = table.path.removeprefix("/api")
        await attacker.ask("GET", f"{page}/hint", None, secret)
        seen = (await attacker.ask("GET", table.path, None, secret)).json
        move = {"type": "draw"}
        if seen["view"]["phase"] == "discarding":
            move = {"type": "discard", "card": seen["view"]["hand"][0]}
        body = {"move": move, "seq": seen["seq"]}
        moved = await attacker.ask("POST", f"{table.path}/moves", body, secret)
        table.seen = moved.json if moved.status == 200 else seen
        if table.seen["status"] != "playing":
            seats[number % TABLES] = await open_seats(attacker)

    await attacker.repeat(ask)
