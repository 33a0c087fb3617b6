"""A page that is open: how long after a move it has what changed, and how much comes."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.figure import Figure
from benchmarks.server.client import Client, run
from benchmarks.server.ours import OpenTable, move, open_table, serving

MOVES = 40


class OpenPage(asyncio.Protocol):
    """Holds the stream of a table's page, as a browser does."""

    transport: Any

    def __init__(self, place: OpenTable) -> None:
        self._place, self.bytes = place, 0
        self._come: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Ask for the stream."""
        self.transport = transport
        head = f"GET /tables/{self._place.id}/live?send=changes HTTP/1.1\r\nhost: localhost\r\n"
        cookie = f"cookie: realms-player={self._place.secrets[0]}\r\n"
        transport.write(f"{head}{cookie}accept-encoding: gzip\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Something changed."""
        self.bytes += len(data)
        if not self._come.done():
            self._come.set_result(None)

    def hear(self) -> asyncio.Future[None]:
        """Done when something more has come."""
        self._come = asyncio.get_running_loop().create_future()
        return self._come


def figures(moves: int = MOVES) -> Iterator[Figure]:
    """Milliseconds from a move until the page has what changed, and bytes, at the median."""
    with serving() as port:
        taken, weights = run(_watch(port, moves))
    for name, found, unit in (("shown", taken, "ms"), ("bytes", weights, "bytes")):
        middle = statistics.median(found)
        yield Figure(f"server/page-{name}", middle, unit, min(found), max(found))


async def _watch(port: int, moves: int) -> tuple[list[float], list[float]]:
    mover = await Client.connected(port)
    place = await open_table(mover)
    loop = asyncio.get_running_loop()
    page = (await loop.create_connection(lambda: OpenPage(place), "127.0.0.1", port))[1]
    await page.hear()  # the head, and the page as it is
    await asyncio.sleep(1)
    taken: list[float] = []
    weights: list[float] = []
    while place.seen.status == "playing" and len(taken) < moves:
        before, heard, began = page.bytes, page.hear(), time.perf_counter()
        await move(mover, place)
        await heard
        taken.append(1000 * (time.perf_counter() - began))
        weights.append(float(page.bytes - before))
    page.transport.close()
    mover.close()
    return taken, weights
