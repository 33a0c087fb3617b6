"""The victim: people who play, and one who plays with bots; how long each of them waits.

Each comes from an address of its own, as people do, and asks far less than the limits allow.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct, field

from tests.attack.wire import Reply, Wire

PEOPLE = ("Ann", "Bob", "Cid")
BOT = "squire"
"""Who plays with the one that waits for bots."""
PAUSE = 0.04
"""Seconds between two moves of the people."""
REFLECTION = 0.1
"""Seconds in which the one with bots looks at the table before a move."""
PATIENCE = 20.0
"""Seconds after which nothing more is waited for: what takes longer took so long."""


class Waits(Struct):
    """How long the victim waited, in seconds, and what went wrong."""

    moves: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    """From the answer to a move until it is one's turn again, where bots moved between."""
    errors: list[str] = field(default_factory=list)


def share(times: list[float], part: float) -> float:
    """The time that such a part of all times does not exceed; 0 for none at all.

    >>> share([0.1, 0.3, 0.2], 0.5)
    0.2
    """
    return sorted(times)[min(int(part * len(times)), len(times) - 1)] if times else 0.0


class Victim:
    """Plays at a server for some time."""

    def __init__(self, port: int) -> None:
        self.port, self.waits = port, Waits()
        self._addresses = (f"198.51.100.{number % 250 + 1}" for number in itertools.count())

    async def play(self, seconds: float) -> Waits:
        """Play; returns how long everything took."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(
                    self._again(self._play_people), self._again(self._play_with_bots)
                )
        return self.waits

    async def _again(self, game: Any) -> None:
        """Play one game after the other; one that breaks down is an error, and not the last."""
        while True:
            wire = Wire(self.port, next(self._addresses))
            try:
                await game(wire)
            except (OSError, asyncio.IncompleteReadError, KeyError) as error:
                self.waits.errors.append(f"{type(error).__name__}: {error}")
                await asyncio.sleep(PAUSE)
            finally:
                wire.close()

    async def _ask(
        self, wire: Wire, method: str, path: str, sentence: Any, secret: str = ""
    ) -> Reply:
        reply = await wire.ask(method, path, sentence, secret)
        if reply.status >= 400:
            self.waits.errors.append(f"{method} {path}: {reply.status} {reply.body[:80]!r}")
            raise ConnectionError(reply.status)
        return reply

    async def _move(self, wire: Wire, path: str, secret: str, seen: Any) -> Any:
        """Draw from the deck, or lay down the first card; the table afterwards."""
        move = {"type": "draw"}
        if seen["view"]["phase"] == "discarding":
            move = {"type": "discard", "card": seen["view"]["hand"][0]}
        began = time.perf_counter()
        try:
            body = {"move": move, "seq": seen["seq"]}
            asked = self._ask(wire, "POST", f"{path}/moves", body, secret)
            return (await asyncio.wait_for(asked, PATIENCE)).json
        finally:  # one that is cut off has taken that long at least
            self.waits.moves.append(time.perf_counter() - began)

    async def _play_people(self, wire: Wire) -> None:
        """A game among people, to its end."""
        terms = {"game": "fantasy", "options": {"players": len(PEOPLE)}}
        path = "/api/tables/" + (await self._ask(wire, "POST", "/api/tables", terms)).json["id"]
        secrets = [
            (await self._ask(wire, "POST", f"{path}/seats", {"name": name})).json["secret"]
            for name in PEOPLE
        ]
        seen = (await self._ask(wire, "POST", f"{path}/start", {}, secrets[0])).json
        while seen["status"] == "playing":
            secret = secrets[seen["awaiting"][0]]
            seen = (await self._ask(wire, "GET", path, None, secret)).json
            seen = await self._move(wire, path, secret, seen)
            await asyncio.sleep(PAUSE)

    async def _play_with_bots(self, wire: Wire) -> None:
        """A game with two bots, to its end."""
        terms = {"game": "fantasy", "options": {"players": 3}, "name": "Ann"}
        body = {**terms, "bots": [None, BOT, BOT]}
        opened = (await self._ask(wire, "POST", "/api/tables", body)).json
        path, secret = f"/api/tables/{opened['id']}", opened["secret"]
        await self._ask(wire, "POST", f"{path}/start", {}, secret)
        watching = Wire(self.port, wire.address)
        began: float | None = None
        try:
            async for seen in _frames(watching, path, secret):
                if seen["status"] == "finished":
                    return
                if 0 not in seen["awaiting"]:
                    continue
                if began is not None:
                    self.waits.replies.append(time.perf_counter() - began)
                    began = None
                await asyncio.sleep(REFLECTION)
                after = await self._move(wire, path, secret, seen)
                if 0 not in after["awaiting"] and after["status"] == "playing":
                    began = time.perf_counter()
        finally:
            if began is not None:
                self.waits.replies.append(time.perf_counter() - began)
            watching.close()


async def _frames(wire: Wire, path: str, secret: str) -> AsyncIterator[Any]:
    async for line in wire.lines(f"{path}/stream?as=lines", secret):
        yield msgspec.json.decode(line)
