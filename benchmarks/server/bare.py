"""A handler that does nothing but one durable insert for each request, by group commit.

It has no rules, no tables and no framework: what is left is the server, the log and the
disk. What ours takes besides is what playing costs.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator

from benchmarks.figure import Figure
from benchmarks.server.client import Client, run, speeds, time_clients
from benchmarks.server.processes import run_server

SERVER = """
import asyncio, itertools, sys, uvicorn
from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog, LogRow

log = TableLog(engine_for(sys.argv[1]))
seq = itertools.count(1)
TEXTS = dict.fromkeys(("terms", "rules", "seed", "status"), "")
TABLE = dict(id="bare", public=False, created=0, changed=0, **TEXTS)
HEAD = [(b"content-type", b"application/json"), (b"content-length", b"2")]

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        await log.open()
        await migrate(log.engine)
        await log.open_table(TABLE)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await log.close()
        await send({"type": "lifespan.shutdown.complete"})
        return
    body = (await receive())["body"]
    await log.append(LogRow("bare", next(seq), 0, body.decode()))
    await send({"type": "http.response.start", "status": 200, "headers": HEAD})
    await send({"type": "http.response.body", "body": b"{}"})

uvicorn.run(app, port=int(sys.argv[2]), log_level="critical", access_log=False)
"""


def figures(moves: int, connections: int) -> Iterator[Figure]:
    """Inserts a second, and their latency."""
    left = moves

    async def errand(client: Client) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            return False
        await client.request("/", b'{"type":"draw"}')
        return True

    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/bare.sqlite"
        with run_server(lambda port: [sys.executable, "-c", SERVER, address, str(port)]) as port:
            yield from speeds("server/bare-inserts", *run(time_clients(port, connections, errand)))
