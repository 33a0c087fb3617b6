"""The application: the API over a house of tables on a database."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, get
from litestar.config.response_cache import ResponseCacheConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

import realms
from realms.kernel.errors import RealmsError
from realms.tables.attendants import Attendants
from realms.tables.database import engine_for, migrate
from realms.tables.house import House
from realms.tables.log import Log
from realms.tables.workers import Workers
from realms.web.api import Tables
from realms.web.faults import broken, failed, refused

LARGEST_BODY = 64 * 1024


@get("/health", exclude_from_auth=True)
async def health() -> dict[str, str]:
    """Whether requests are taken."""
    return {"status": "ok"}


def create_app(database: str, workers: int = 0) -> Litestar:
    """The application on a database; bots think in so many processes, one a core unless told."""
    engine = engine_for(database)
    house = House(Log(engine))
    thinkers = Workers(workers or os.cpu_count() or 1)

    @asynccontextmanager
    async def open_house(_app: Litestar) -> AsyncIterator[None]:
        await house.log.open()
        await migrate(engine)
        attendants = Attendants(house, thinkers)
        try:
            yield
        finally:
            attendants.close()
            await thinkers.close()
            await house.log.close()
            await engine.dispose()

    return Litestar(
        route_handlers=[health, Tables],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
        exception_handlers={RealmsError: refused, HTTPException: broken, Exception: failed},
        lifespan=[open_house],
        openapi_config=OpenAPIConfig(title="Realms", version=realms.__version__, path="/api"),
        request_max_body_size=LARGEST_BODY,
        response_cache_config=ResponseCacheConfig(),
        signature_types=[House],
    )
