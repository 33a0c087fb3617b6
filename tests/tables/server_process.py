"""Real server processes for the tests, and people who play through the API."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import resource
import secrets
import signal
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from tests.tables import fork_server
from tests.tables.postgres import free_port
from tests.tables.table_play import terms_of

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.tables.fork_server"])


PAGE = 4096
"""Bytes of a page of SQLite: what is larger than one cannot be written on a full disk."""


class Process:
    """A server process, which can be killed at any moment and started again."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database, self.port = database, free_port()
        self.log_file = folder / f"server-{self.port}.log"
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: Any = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        arguments = (self.database, self.port, str(self.log_file))
        self._process = FORKS.Process(target=fork_server.serve, args=arguments, daemon=True)
        self._process.start()
        async with httpx.AsyncClient(base_url=self.url) as client:
            for _try in range(30_000):
                assert self._process.is_alive(), self.log_file.read_text()[-2000:]
                try:
                    await client.get("/health")
                except httpx.TransportError:
                    await asyncio.sleep(0.01)
                else:
                    return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """End it at once, in whatever it is doing."""
        if self._process.is_alive():
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.join(120)

    def freeze(self) -> None:
        """Stop it in the middle of what it is doing, as a machine that sleeps does."""
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        os.kill(self._process.pid, signal.SIGCONT)

    def fill_disk(self) -> None:
        """Let no file that it writes grow beyond a page: to it, the disk is full."""
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (PAGE, resource.RLIM_INFINITY))

    def empty_disk(self) -> None:
        """Let it write again."""
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, unlimited)

    def stop(self) -> int:
        """Ask it to finish and go; its exit status."""
        self._process.terminate()
        self._process.join(120)
        status: int = self._process.exitcode
        return status


class Refused(Exception):
    """The server did not do what it was asked."""


class Attempt(Struct):
    """A move that somebody tries to make: once, however often it is sent."""

    table: str
    key: str
    seat: int
    seq: int
    move: Any
    is_acknowledged: bool = False


class Party:
    """Everybody at a table: they play on through crashes, one game after another.

    Where there are several servers, each request goes to any of them.
    """

    def __init__(
        self,
        url: str | list[str],
        options: Any,
        name: str,
        bots: tuple[int, ...] = (),
        patience: float = 5,
    ) -> None:
        urls = [url] if isinstance(url, str) else url
        self.clients = [httpx.AsyncClient(base_url=f"{one}/api", timeout=patience) for one in urls]
        self.options, self.bots, self.name = options, bots, name
        self.dice = random.Random(name)
        self.id = ""
        self.secrets: dict[int, str] = {}
        self.attempts: list[Attempt] = []
        self.retries = 0

    async def open(self) -> None:
        """Open a table, sit down on all its seats, and deal; anew, if that was interrupted."""
        while True:
            try:
                await self._open()
            except Refused as refusal:
                if "table/started" not in str(refusal):
                    continue
            return

    async def _open(self) -> None:
        terms, seats = terms_of(self.options), range(self.options.players)
        bots = ["random" if seat in self.bots else None for seat in seats]
        body = {"game": terms.game, "options": terms.options, "bots": bots}
        self.id, self.secrets = (await self._sent("POST", "/tables/", json=body))["id"], {}
        for seat in seats:
            if seat not in self.bots:
                named = {"name": f"Player {'ABCDEFG'[seat]}", "seat": seat}
                sitting = named | {"key": secrets.token_urlsafe(24)}  # asked again, it is the same
                sat = await self._sent("POST", f"/tables/{self.id}/seats", json=sitting)
                self.secrets[seat] = sat["secret"]
        await self._sent("POST", f"/tables/{self.id}/start", seat=min(self.secrets))

    async def play(self, moves: int = 1_000_000) -> bool:
        """Move after move; whether the game is over."""
        made = unheard = 0
        while made < moves:
            seen = await self._sent("GET", f"/tables/{self.id}")
            if seen["status"] == "open" and len(self.clients) > 1 and unheard < 100:
                unheard += 1  # this server has not yet heard of the deal
                await asyncio.sleep(0.02)
                continue
            if seen["status"] == "open":  # it was interrupted while it sat down
                await self.open()
                continue
            if seen["outcome"]:
                return True
            mine = [seat for seat in seen["awaiting"] if seat in self.secrets]
            if mine:
                await self.move(self.dice.choice(mine))
                made += 1
            else:
                await asyncio.sleep(0.01)  # a bot is thinking
        return False

    async def play_on(self) -> None:
        """One game after another."""
        while await self.play():
            await self.open()

    async def move(self, seat: int) -> None:
        """One move of a seat, sent until it is answered.

        Of several servers one may not yet have heard of the last move: then there is none. So
        it is where an attempt was broken off, and is made all the same.
        """
        is_unheard = any(not one.is_acknowledged for one in self.attempts if one.table == self.id)
        try:
            await self._move(seat)
        except Refused as refusal:
            is_late = is_unheard and "table/stale" in str(refusal)
            if len(self.clients) == 1 and not is_late:
                raise

    async def _move(self, seat: int) -> None:
        legal = await self._sent("GET", f"/tables/{self.id}/legal?limit=40", seat)
        if not legal["moves"]:
            return  # it was another's turn by then: an answer to the move before was lost
        key = f"{self.name}-{len(self.attempts)}"
        attempt = Attempt(self.id, key, seat, legal["seq"], self.dice.choice(legal["moves"]))
        self.attempts.append(attempt)
        body = {"move": attempt.move, "seq": attempt.seq, "key": attempt.key}
        await self._sent("POST", f"/tables/{self.id}/moves", seat, json=body)
        attempt.is_acknowledged = True

    async def _sent(self, method: str, path: str, seat: int | None = None, **more: Any) -> Any:
        """The answer to a request, sent until there is one."""
        headers = {} if seat is None else {"authorization": f"Bearer {self.secrets[seat]}"}
        while True:
            try:
                client = self.dice.choice(self.clients)
                answer = await client.request(method, path, headers=headers, **more)
            except httpx.TransportError:
                answer = None
            if answer is None or answer.status_code >= 500:
                self.retries += 1
                await asyncio.sleep(0.05)
                continue
            if answer.status_code >= 400:
                raise Refused(f"{method} {path} {more}: {answer.status_code} {answer.text}")
            return answer.json()

    async def close(self) -> None:
        for client in self.clients:
            await client.aclose()
