"""The application: the API over a house of tables on a database."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Router, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import realms
from realms.kernel.errors import RealmsError
from realms.tables.attendants import Attendants
from realms.tables.database import engine_for, migrate
from realms.tables.house import House
from realms.tables.log import Log
from realms.tables.workers import Workers
from realms.web.api import API
from realms.web.connection import AT_ONCE
from realms.web.documented import SEATS
from realms.web.faults import broken, failed, refused, too_deep
from realms.web.gate import Gate
from realms.web.guards import LARGEST_BODY, LIMITS, Counted, Limit
from realms.web.logs import Requests
from realms.web.metrics import MEDIA_TYPE, Metrics
from realms.web.pages import page_handlers
from realms.web.pages.error_page import as_page
from realms.web.quick import Quick


@get("/health")
async def health() -> dict[str, str]:
    """Whether requests are taken."""
    return {"status": "ok"}


class Application(Litestar):
    """The framework behind the gate."""

    gate: Gate

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Everything but starting and stopping goes through the gate."""
        if scope["type"] == "http":
            await self.gate(scope, receive, send)
        else:
            scope.get("state", {})[AT_ONCE] = self.gate
            await super().__call__(scope, receive, send)

    async def beyond(self, scope: Any, receive: Any, send: Any) -> None:
        """What lies behind the gate."""
        await super().__call__(scope, receive, send)


def create_app(
    database: str,
    workers: int = 0,
    *,
    limits: Mapping[str, Limit] | None = LIMITS,
    requests: Requests | None = None,
) -> Application:
    """The application on a database; bots think in so many processes, one a core unless told.

    `limits` are what a client may do, by kind of request; None for no limits. `requests`
    gets a line for every request.
    """
    engine = engine_for(database)
    house = House(Log(engine))
    thinkers = Workers(workers or os.cpu_count() or 1)
    metrics = Metrics()
    house.log.committed = metrics.committed
    house.wrote.append(metrics.moved)

    @asynccontextmanager
    async def open_house(_app: Litestar) -> AsyncIterator[None]:
        await house.log.open()
        await migrate(engine)
        attendants = Attendants(house, thinkers)
        try:
            yield
        finally:
            await attendants.close()
            await thinkers.close()
            await house.close()
            if requests:
                requests.flush()

    @get("/metrics", media_type=MEDIA_TYPE, include_in_schema=False)
    async def figures() -> str:
        """The figures of this process."""
        return metrics.text(house, thinkers)

    app = Application(
        route_handlers=[
            health,
            figures,
            API,
            Router("/", route_handlers=page_handlers(), include_in_schema=False),
        ],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "thinkers": Provide(lambda: thinkers, sync_to_thread=False),
        },
        exception_handlers={
            RealmsError: as_page(refused),
            HTTPException: as_page(broken),
            RecursionError: as_page(too_deep),
            Exception: as_page(failed),
        },
        lifespan=[open_house],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Realms",
            version=realms.__version__,
            path="/api/openapi.json",  # of a folder, all that it lacks would be a page of HTML
            use_handler_docstrings=True,
            components=SEATS,
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        request_max_body_size=LARGEST_BODY,
        signature_types=[House, Workers],
    )
    app.gate = Gate(
        app.beyond, Quick(house), metrics, Counted(limits) if limits else None, requests
    )
    return app
