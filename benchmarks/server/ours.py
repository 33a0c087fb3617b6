"""Our server: durable moves over the JSON API, and one event to many held streams.

Games are standard games of Fantasy Realms for three; whoever is awaited draws from the deck
and discards the first card of the hand. A move is counted when its answer is there: the
whole table as the mover sees it, after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from benchmarks.figure import Figure
from benchmarks.server.client import Client, run, speeds, time_clients
from benchmarks.server.processes import run_server

PLAYERS = ("Ann", "Bob", "Cid")
SERVER = """
import sys
from realms.web.server import ServerSettings, bind_socket, serve, warm_up
serve(ServerSettings(sys.argv[1], 1, False, warm_up), bind_socket("127.0.0.1", int(sys.argv[2])), 1)
"""
"""As `realms serve` runs it, but for the limits and the log of requests."""


class HandReply(Struct):
    """What a client needs of a view."""

    phase: str
    hand: tuple[str, ...] = ()


class TableReply(Struct):
    """What a client needs of a table."""

    seq: int
    status: str
    awaiting: tuple[int, ...] = ()
    view: HandReply | None = None


class OpenTable(Struct):
    """A table that is played: its id, the secrets of its seats, what was seen last."""

    id: str
    secrets: list[str]
    seen: TableReply


_REPLY: msgspec.json.Decoder[TableReply] = msgspec.json.Decoder(TableReply)


@contextlib.contextmanager
def serving() -> Iterator[int]:
    """Our server, on a database that is thrown away; gives its port."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/load.sqlite"
        with run_server(lambda port: [sys.executable, "-c", SERVER, address, str(port)]) as port:
            yield port


def figures(tables: int, moves: int, streams: int, connections: int) -> Iterator[Figure]:
    """Moves a second with many tables in play, their latency, one event to many streams."""
    with serving() as port:
        yield from speeds("server/durable-moves", *run(_play(port, tables, moves, connections)))
        milliseconds = 1000 * run(_tell(port, streams))
        yield Figure(
            f"server/{streams}-streams-told", milliseconds, "ms", milliseconds, milliseconds
        )


async def open_table(client: Client) -> OpenTable:
    """Open a table, take all its seats, and start."""
    terms = {"game": "fantasy", "options": {"players": len(PLAYERS)}, "name": PLAYERS[0]}
    opened = await client.reply("/api/tables", terms)
    secrets = [opened["secret"]]
    for name in PLAYERS[1:]:
        sat = await client.reply(f"/api/tables/{opened['id']}/seats", {"name": name})
        secrets.append(sat["secret"])
    begun = await client.request(f"/api/tables/{opened['id']}/start", b"{}", secrets[0])
    return OpenTable(opened["id"], secrets, _REPLY.decode(begun))


async def move(client: Client, place: OpenTable) -> None:
    """Make the next move at a table."""
    seen = place.seen
    assert seen.view is not None
    chosen = {"type": "draw"}
    if seen.view.phase == "discarding":
        chosen = {"type": "discard", "card": seen.view.hand[0]}
    body = msgspec.json.encode({"move": chosen, "seq": seen.seq})
    secret = place.secrets[seen.awaiting[0]]
    place.seen = _REPLY.decode(await client.request(f"/api/tables/{place.id}/moves", body, secret))


async def _play(port: int, tables: int, moves: int, connections: int) -> tuple[list[float], float]:
    """Play many tables at once over some connections; a finished game makes room for another."""
    opener = await Client.connected(port)
    game = 20  # moves that a game has in the least
    places = [await open_table(opener) for _ in range(max(tables, moves // game))]
    opener.close()
    due, made = deque(places), 0

    async def errand(client: Client) -> bool:
        nonlocal made
        if made >= moves or not due:
            return False
        made += 1
        place = due.popleft()
        await move(client, place)
        if place.seen.status == "playing":
            due.insert(min(tables, len(due)), place)
        return True

    return await time_clients(port, connections, errand)


async def _tell(port: int, streams: int) -> float:
    """The seconds from a move until every one of many held streams has told it."""
    mover = await Client.connected(port)
    place = await open_table(mover)
    loop = asyncio.get_running_loop()
    held = [
        (await loop.create_connection(lambda: Listener(place), "127.0.0.1", port))[1]
        for _ in range(streams)
    ]
    await asyncio.gather(*(listener.until(place.seen.seq) for listener in held))
    watching = [listener.until(place.seen.seq + 1) for listener in held]
    begin = time.perf_counter()
    await move(mover, place)
    await asyncio.gather(*watching)
    seconds = time.perf_counter() - begin
    for listener in held:
        listener.transport.close()
    mover.close()
    return seconds


class Listener(asyncio.Protocol):
    """Holds the stream of a table, and sees how far it tells."""

    transport: Any

    def __init__(self, place: OpenTable) -> None:
        self._place, self._wanted, self._come = place, b"", b""
        self._there: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Ask for the stream."""
        self.transport = transport
        path = f"/api/tables/{self._place.id}/stream?as=lines"
        self.transport.write(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """The stream tells."""
        self._come = self._come[-40:] + data
        if self._wanted and self._wanted in self._come and not self._there.done():
            self._there.set_result(None)

    def until(self, seq: int) -> asyncio.Future[None]:
        """Done when it has told of a place in the log."""
        self._wanted = f'"seq":{seq},'.encode()
        self._there = asyncio.get_running_loop().create_future()
        if self._wanted in self._come:
            self._there.set_result(None)
        return self._there
