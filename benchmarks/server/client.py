"""A client that costs little: a connection that is kept open, one request at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import uvloop

from benchmarks.figure import Figure

END = b"\r\n\r\n"
LENGTH = b"content-length:"


class Client(asyncio.Protocol):
    """A connection."""

    def __init__(self) -> None:
        self._come = bytearray()
        self._answer: asyncio.Future[bytes] | None = None
        self.transport: Any = None

    @classmethod
    async def connected(cls, port: int) -> Client:
        """A new connection."""
        loop = asyncio.get_running_loop()
        _transport, client = await loop.create_connection(cls, "127.0.0.1", port)
        return client

    def connection_made(self, transport: Any) -> None:
        """The other side has answered."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """A part of an answer came."""
        self._come += data
        end = self._come.find(END)
        if end < 0:
            return
        head = bytes(self._come[:end]).lower()
        at = head.index(LENGTH) + len(LENGTH)
        stop = head.find(b"\r", at)
        length = int(head[at : len(head) if stop < 0 else stop])
        body = end + len(END)
        if len(self._come) < body + length or self._answer is None:
            return
        answer, waiting = bytes(self._come[body : body + length]), self._answer
        del self._come[: body + length]
        self._answer = None
        if waiting.done():
            return
        if head.startswith(b"http/1.1 20"):
            waiting.set_result(answer)
        else:
            waiting.set_exception(RuntimeError(answer[:200].decode()))

    def connection_lost(self, error: Exception | None) -> None:
        """The other side hung up."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionResetError())

    def request(self, path: str, body: bytes, secret: str = "") -> Awaitable[bytes]:
        """Post something; the answer can be waited for."""
        bearer = f"authorization: Bearer {secret}\r\n" if secret else ""
        head = (
            f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            f"{bearer}content-length: {len(body)}\r\n\r\n"
        )
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(head.encode() + body)
        return self._answer

    async def reply(self, path: str, body: Any, secret: str = "") -> Any:
        """Post some data, and the data that is answered."""
        return msgspec.json.decode(await self.request(path, msgspec.json.encode(body), secret))

    def close(self) -> None:
        """Hang up."""
        self.transport.close()


Errand = Callable[[Client], Awaitable[bool]]
"""Something a client does again and again; whether there is more to do."""


async def time_clients(port: int, connections: int, errand: Errand) -> tuple[list[float], float]:
    """Let many clients do the same at once: the seconds of each time, and of all."""
    clients = [await Client.connected(port) for _ in range(connections)]
    taken: list[float] = []

    async def busy(client: Client) -> None:
        while True:
            begin = time.perf_counter()
            more = await errand(client)
            if not more:
                return
            taken.append(time.perf_counter() - begin)

    begin = time.perf_counter()
    await asyncio.gather(*map(busy, clients))
    seconds = time.perf_counter() - begin
    for client in clients:
        client.close()
    return taken, seconds


def run(work: Any) -> Any:
    """Run something on the quick event loop that the server uses as well."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def speeds(name: str, taken: list[float], seconds: float) -> list[Figure]:
    """How many a second, and how long one took."""
    taken = sorted(taken)
    speed = len(taken) / seconds
    made = [Figure(f"{name}", speed, "moves/s", speed, speed)]
    for part, share in (("p50", 0.5), ("p99", 0.99)):
        value = 1000 * taken[int(share * (len(taken) - 1))]
        made.append(Figure(f"{name}-{part}", value, "ms", value, value))
    return made
