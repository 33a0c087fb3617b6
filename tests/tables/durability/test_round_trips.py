"""How often a process asks PostgreSQL, and waits for the answer, until something is done.

Each time several processes have to be woken up, one after the other; where others use the
processors as well, that is what a move waits for.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
from sqlalchemy.engine import make_url

from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.service import TableService
from tests.tables.table_play import a_move, opened, table_at, until

pytestmark = pytest.mark.anyio


class Line:
    """Passes bytes on to a database, and counts how often it was asked after it had answered."""

    def __init__(self, port: int) -> None:
        self.port, self.asked = port, 0
        self.open: set[asyncio.StreamWriter] = set()
        """Connections that have not ended, from both sides."""

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what one connection says, and what it is answered."""
        there, on = await asyncio.open_connection("127.0.0.1", self.port)
        self.open |= {writer, on}
        is_answered = True

        async def ask() -> None:
            nonlocal is_answered
            while chunk := await reader.read(2**16):
                self.asked, is_answered = self.asked + is_answered, False
                on.write(chunk)
            on.close()

        async def answer() -> None:
            nonlocal is_answered
            while chunk := await there.read(2**16):
                is_answered = True
                writer.write(chunk)
            writer.close()

        await asyncio.gather(ask(), answer(), return_exceptions=True)
        self.open -= {writer, on}


@pytest.fixture
async def line(postgres: str) -> AsyncIterator[tuple[Line, str]]:
    """What stands before the database, and its address there."""
    url = make_url(postgres)
    line = Line(url.port or 5432)
    server = await asyncio.start_server(line.connect, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield line, url.set(port=port).render_as_string(hide_password=False)


@pytest.fixture
async def service(line: tuple[Line, str]) -> AsyncIterator[TableService]:
    """A service that reaches its database there."""
    service = TableService(TableLog(engine_for(line[1])))
    await migrate(service.log.engine)
    await service.log.open()
    yield service
    await service.close()
    await until(lambda: not line[0].open)


async def test_a_move_asks_the_database_once(service: TableService, line: tuple[Line, str]) -> None:
    id_, dice = await opened(service), random.Random("dice")
    table = await table_at(service, id_)
    await service.write(id_, a_move(table, dice))  # and whatever is asked the first time only
    for _ in range(5):
        before = line[0].asked
        await service.write(id_, a_move(table, dice))
        assert line[0].asked - before == 1
    assert len(table.turns) == 6


async def test_to_hear_of_what_another_process_wrote_asks_it_once(
    service: TableService, line: tuple[Line, str], postgres: str
) -> None:
    other = TableService(TableLog(engine_for(postgres)))
    await other.log.open()
    try:
        id_, dice = await opened(other), random.Random("dice")
        here, there = await table_at(service, id_), await table_at(other, id_)
        for turn in range(6):
            before = line[0].asked
            await other.write(id_, a_move(there, dice))
            await until(lambda: here.seq == there.seq)
            assert turn == 0 or line[0].asked - before == 1
    finally:
        await other.close()


async def test_a_connection_that_was_lost_is_not_used_again(
    service: TableService, line: tuple[Line, str], postgres: str
) -> None:
    id_, dice = await opened(service), random.Random("dice")
    table = await table_at(service, id_)
    await service.write(id_, a_move(table, dice))
    is_connected_again = asyncio.Event()
    service.log.on_gap = is_connected_again.set
    other = engine_for(postgres)
    async with other.connect() as connection:
        await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    await other.dispose()
    await is_connected_again.wait()
    await service.write(id_, a_move(table, dice))
    assert len(table.turns) == 2
