"""Asks for all legal moves of a placement of five, again and again."""

from __future__ import annotations

from tests.attack.attacker import Attacker

Seat = tuple[str, str]
"""The path of a table, and a secret of it."""


async def prepare(attacker: Attacker) -> Seat:
    """Open a table for five, sit on all its seats, and play until armies are placed."""
    path, secret = await attacker.open_table(game="medieval", options={"players": 5})
    secrets = [secret, *[await attacker.sit(path, f"Mallory {n}") for n in range(2, 6)]]
    seen = (await attacker.ask("POST", f"{path}/start", {}, secret)).json
    while True:
        seat = seen["awaiting"][0]
        legal = (await attacker.ask("GET", f"{path}/legal", None, secrets[seat])).json
        if legal["moves"][0]["type"] == "place":
            return path, secrets[seat]
        body = {"move": legal["moves"][0], "seq": legal["seq"]}
        seen = (await attacker.ask("POST", f"{path}/moves", body, secrets[seat])).json


async def attack(attacker: Attacker, seat: Seat) -> None:
    """Ask for the moves."""
    path, secret = seat
    await attacker.repeat(lambda _n: attacker.ask("GET", f"{path}/legal", None, secret))
