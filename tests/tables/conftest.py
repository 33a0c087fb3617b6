"""Databases, logs and services for the tests: a real SQLite file, a real PostgreSQL."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.service import TableService, now
from tests.tables import postgres as server

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[server.Server]:
    """One server for all tests of a process."""
    try:
        with server.running() as running:
            yield running
    except server.Missing as missing:
        pytest.skip(f"no PostgreSQL: {missing}")


@pytest.fixture
def postgres(postgres_server: server.Server) -> Iterator[str]:
    """A clean database of PostgreSQL."""
    name = f"realms_{next(NUMBERS)}"
    postgres_server.execute(f"CREATE DATABASE {name}")
    yield f"{postgres_server.address}/{name}"
    postgres_server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """A clean database of SQLite."""
    return f"sqlite:///{tmp_path / 'realms.sqlite'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """A clean database, of both kinds in turn."""
    address: str = request.getfixturevalue(request.param)
    return address


NewService = Callable[..., Awaitable[TableService]]
"""Opens another service on the database, as a restarted or a second process would."""


@pytest.fixture
async def new_service(database: str) -> AsyncIterator[NewService]:
    """Houses on the database of the test, closed after it."""
    async with AsyncExitStack() as stack:

        async def build(clock: Callable[[], int] = now) -> TableService:
            engine = engine_for(database)
            service = TableService(TableLog(engine), clock)
            stack.push_async_callback(service.close)
            await migrate(engine)
            if service.log.is_postgres:
                await service.log.open()
            return service

        yield build


@pytest.fixture
async def service(new_service: NewService) -> TableService:
    """A service on a clean database."""
    return await new_service()
