"""`python -m tests.attack.routes`: how long each route keeps the event loop to itself.

The application runs inside this process, on tables at their dearest: a placement of five, a
finished game of each kind, a log that is full. Told are the longest step of the first request
and of later ones, in milliseconds; nobody else is answered during a step.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from itertools import count
from typing import Any

import msgspec

from realms.tables.entries import MoveMade
from realms.web.admission.cost import MeasuredCall
from realms.web.app import create_app
from tests.web.client import Answer, Client
from tests.web.table_setup import FANTASY, Company, company, service_of

FIVE = {"game": "medieval", "options": {"players": 5}}
CHAOS = {
    "game": "fantasy",
    "options": {"players": 6, "variant": "chaos", "clock": True},
    "clock": {"kind": "move", "seconds": 86_400},
}
LONG = 1_900
"""Entries of a log that is nearly full."""
AGAIN = 3


async def timed(client: Client, path: str) -> tuple[Answer, float]:
    """An answer, and the longest step on the way to it."""
    call = MeasuredCall(client.get(path))
    answer: Answer = await call
    return answer, 1000 * call.longest


async def placement(app: Any) -> Company:
    """A table for five where all place."""
    table = await company(app, FIVE)
    while True:
        seat, move, seq = await table.first_move()
        if move["type"] == "place":
            return table
        body = {"move": move, "seq": seq}
        assert (await table.at[seat].post(f"{table.path}/moves", body)).status == 200


async def long_log(app: Any) -> Company:
    """A table where offers were made and withdrawn until its log was nearly full."""
    table = await company(app, CHAOS)
    service = service_of(app)
    cached = await service.load(table.id)
    for number in count():
        if cached.table.seq >= LONG:
            return table
        assert cached.table.state is not None
        seat = number // 2 % 6
        moves = cached.table.game.legal(cached.table.state, seat)
        wanted = "withdraw" if number % 2 else "offer"
        move = next(data for one in moves if (data := msgspec.to_builtins(one))["type"] == wanted)
        await service.writer.write_to(cached, MoveMade(seat, move, "bot"))
    raise AssertionError


PAGES = ("", "/story", "/replay", "/replay?at=99999")
PAPERS = ("", "/legal", "/record", "/export", "/sheets")
SHARED = (
    "/", "/about", "/replay", "/learn", "/learn/fantasy", "/learn/medieval", "/device",
    "/rules", "/rules?q=the", "/rules/fantasy", "/rules/medieval", "/rules/medieval?q=e",
    "/rules/fantasy/cards", "/rules/medieval/cards", "/api/tables", "/api/games",
    "/api/openapi.json", "/new/fantasy", "/new/medieval",
    "/score", "/score?hand=" + ",".join(f"drago{number:x}" for number in range(800)),
    "/score?hand=book_of_changes,doppelganger,mirage,shapeshifter,necromancer,island,"
    "fountain_of_life&discard=king,queen,dragon&hand2=smoke,candle,jester",
    "/score/best?hand=" + ",".join(f"drago{number:x}" for number in range(800)),
)  # fmt: skip


async def measure() -> None:
    """Ask for everything."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(f"sqlite:///{folder}/routes.sqlite", 1, limits=None)
        async with app.lifespan():
            finished, ended = await company(app, FANTASY), await company(app, FIVE)
            await finished.finish()
            await ended.finish()
            tables = {
                "fantasy": await company(app, FANTASY),
                "fantasy, over": finished,
                "medieval, placing": await placement(app),
                "medieval, over": ended,
                "chaos, long": await long_log(app),
                "room": await company(app, FANTASY, start=False),
            }
            for path in SHARED:
                await tell(path[:60], Client(app), path)
            for name, table in tables.items():
                seat = table.at[0]
                for part in PAPERS:
                    await tell(f"{name}: api{part}", seat, f"{table.path}{part}")
                for part in PAGES:
                    page = f"/tables/{table.id}{part}"
                    await tell(f"{name}: page{part}", seat, page)


async def tell(name: str, client: Client, path: str) -> None:
    """Ask some times, and say how long it took."""
    client.headers = [*client.headers, (b"accept-encoding", b"gzip")]
    answer, first = await timed(client, path)
    later = max([(await timed(client, path))[1] for _ in range(AGAIN)])
    sys.stdout.write(f"{first:8.1f} {later:8.1f}  {answer.status}  {name}\n")


if __name__ == "__main__":
    asyncio.run(measure())
