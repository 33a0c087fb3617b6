"""The server under load, on loopback: durable moves a second, and one event to many streams.

The server runs in a process of its own on the embedded database with durable commits; the
clients share this one. Games are standard games of Fantasy Realms for three, each client
drawing from the deck and discarding the first card of the hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from realms.arena.measuring import Figure

PLAYERS = ("Ann", "Bob", "Cid")
PATIENCE = 120.0


class HandSeen(Struct):
    """What a client needs of a view."""

    phase: str
    hand: tuple[str, ...] = ()


class Seen(Struct):
    """What a client needs of a table."""

    seq: int
    status: str
    awaiting: tuple[int, ...] = ()
    view: HandSeen | None = None


class Place(Struct):
    """A table that a client plays: its id, the secrets of its seats, what was seen last."""

    id: str
    secrets: list[str]
    seen: Seen


class Client:
    """A connection that is kept open, one request at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def connected(cls, port: int) -> Client:
        """A new connection."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def close(self) -> None:
        """Hang up."""
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    def send(self, method: str, path: str, body: Any = None, secret: str = "") -> None:
        """Send a request."""
        data = b"" if body is None else msgspec.json.encode(body)
        bearer = f"authorization: Bearer {secret}\r\n" if secret else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            f"{bearer}content-length: {len(data)}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)

    async def request(self, path: str, body: Any, secret: str = "") -> bytes:
        """Post something and read the answer."""
        self.send("POST", path, body, secret)
        head = await self.reader.readuntil(b"\r\n\r\n")
        at = head.lower().index(b"content-length:")
        length = int(head[at + 15 : head.index(b"\r", at)])
        answer = await self.reader.readexactly(length)
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
            raise RuntimeError(answer[:200].decode())
        return answer

    async def open_table(self) -> Place:
        """Open a table, take all its seats, and start."""
        options = {"game": "fantasy", "options": {"players": len(PLAYERS)}, "name": PLAYERS[0]}
        told = msgspec.json.decode(await self.request("/api/tables", options))
        secrets = [told["secret"]]
        for name in PLAYERS[1:]:
            sat = await self.request(f"/api/tables/{told['id']}/seats", {"name": name})
            secrets.append(msgspec.json.decode(sat)["secret"])
        begun = await self.request(f"/api/tables/{told['id']}/start", {}, secrets[0])
        return Place(told["id"], secrets, _SEEN.decode(begun))

    async def move(self, place: Place) -> None:
        """Make the next move at a table."""
        seen = place.seen
        assert seen.view is not None
        move = {"type": "draw"}
        if seen.view.phase == "discarding":
            move = {"type": "discard", "card": seen.view.hand[0]}
        body = {"move": move, "seq": seen.seq}
        secret = place.secrets[seen.awaiting[0]]
        answer = await self.request(f"/api/tables/{place.id}/moves", body, secret)
        place.seen = _SEEN.decode(answer)


_SEEN: msgspec.json.Decoder[Seen] = msgspec.json.Decoder(Seen)

SERVER = """
import sys, uvicorn
from realms.web.app import create_app
app = create_app(sys.argv[1], workers=1, limits=None)
uvicorn.run(app, port=int(sys.argv[2]), log_level="critical", access_log=False)
"""


@contextlib.contextmanager
def serving() -> Iterator[int]:
    """A server in a process of its own, on a database that is thrown away; gives its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/load.sqlite"
        server = subprocess.Popen([sys.executable, "-c", SERVER, address, str(port)])
        try:
            _wait_for(port)
            yield port
        finally:
            server.terminate()
            server.wait(20)


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.05)
    raise TimeoutError


def figures(tables: int = 200, games: int = 4, streams: int = 1000) -> Iterator[Figure]:
    """Moves a second and their latency with many tables in play; one event to many streams."""
    with serving() as port:
        taken, seconds = asyncio.run(_play(port, tables, games))
        taken.sort()
        speed = len(taken) / seconds
        yield Figure("server/durable-moves", speed, "moves/s", speed, speed)
        for name, part in (("p50", 0.5), ("p99", 0.99)):
            value = 1000 * taken[int(part * (len(taken) - 1))]
            yield Figure(f"server/move-{name}", value, "ms", value, value)
        told = 1000 * asyncio.run(_tell(port, streams))
        yield Figure(f"server/{streams}-streams-told", told, "ms", told, told)


async def _play(port: int, tables: int, games: int) -> tuple[list[float], float]:
    """Play `games` games on each of `tables` connections; the seconds of every move, and all."""
    clients = [await Client.connected(port) for _ in range(tables)]
    places = await asyncio.gather(*(_open(client, games) for client in clients))
    taken: list[float] = []

    async def play(client: Client, mine: list[Place]) -> None:
        for place in mine:
            while place.seen.status == "playing":
                begin = time.perf_counter()
                await client.move(place)
                taken.append(time.perf_counter() - begin)

    begin = time.perf_counter()
    await asyncio.gather(*map(play, clients, places))
    seconds = time.perf_counter() - begin
    await asyncio.gather(*(client.close() for client in clients))
    return taken, seconds


async def _open(client: Client, games: int) -> list[Place]:
    return [await client.open_table() for _ in range(games)]


async def _tell(port: int, streams: int) -> float:
    """The seconds from a move until every one of many held streams has told it."""
    mover = await Client.connected(port)
    place = await mover.open_table()
    held = [await Client.connected(port) for _ in range(streams)]
    for client in held:
        client.send("GET", f"/api/tables/{place.id}/stream?as=lines")
    for client in held:
        await _until(client, place.seen.seq)
    begin = time.perf_counter()
    watching = [asyncio.create_task(_until(client, place.seen.seq + 1)) for client in held]
    await mover.move(place)
    await asyncio.gather(*watching)
    seconds = time.perf_counter() - begin
    await asyncio.gather(*(client.close() for client in (mover, *held)))
    return seconds


async def _until(client: Client, seq: int) -> None:
    """Read a stream until it tells of a place in the log."""
    wanted = f'"seq":{seq},'.encode()
    while wanted not in await client.reader.readline():
        pass
