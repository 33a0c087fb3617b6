"""The application: the API and the pages over the tables of a database."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import realms
from realms.kernel.errors import RealmsError
from realms.tables.database import engine_for
from realms.tables.log import TableLog
from realms.tables.opening import open_when_there
from realms.tables.permissions import PATIENCE
from realms.tables.scheduler import Scheduler
from realms.tables.service import TableService
from realms.tables.worker_pool import WorkerPool
from realms.web.admission.executor import EXECUTOR, LimitedExecutor
from realms.web.api.moves import MoveEndpoint
from realms.web.api.openapi import SECURITY_COMPONENTS
from realms.web.api.router import API
from realms.web.errors import (
    handle_http_error,
    handle_recursion,
    handle_refusal,
    handle_unexpected,
)
from realms.web.logs import RequestLog
from realms.web.metrics import MEDIA_TYPE, Metrics
from realms.web.middleware import RequestMiddleware
from realms.web.pages import page_handlers
from realms.web.pages.error_page import as_page
from realms.web.rate_limits import LIMITS, Limit, RateLimiter
from realms.web.security import LARGEST_BODY


@get("/health")
async def health() -> dict[str, str]:
    """Whether requests are taken."""
    return {"status": "ok"}


class Application(Litestar):
    """The framework and one plain route, behind the middleware that every request passes."""

    moves: MoveEndpoint
    requests: RequestMiddleware

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle an ASGI scope; everything but the lifespan passes the middleware."""
        if scope["type"] == "http":
            await self.requests(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    async def route(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle a request that has passed the middleware."""
        if self.moves.route(scope):
            await self.moves(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(
    database: str,
    bot_processes: int = 0,
    *,
    limits: Mapping[str, Limit] | None = LIMITS,
    requests: RequestLog | None = None,
    patience: int = PATIENCE,
) -> Application:
    """The application on a database; bots think in `bot_processes`, one a core if 0.

    `limits` are what a client may do, by kind of request; None for no limits. `requests`
    gets a line for every request. `patience` is how long somebody may owe a decision before
    others may let a bot stand in, in milliseconds.
    """
    engine = engine_for(database)
    service = TableService(TableLog(engine), patience=patience)
    workers = WorkerPool(bot_processes or os.cpu_count() or 1)
    executor = LimitedExecutor()
    metrics = Metrics()
    service.log.on_commit = metrics.count_commit
    service.writer.on_write.append(metrics.count_move)

    @asynccontextmanager
    async def open_service(_app: Litestar) -> AsyncIterator[None]:
        await open_when_there(service.log)
        scheduler = Scheduler(service, workers)
        try:
            yield
        finally:
            await scheduler.close()
            await workers.close()
            executor.close()
            await service.close()
            if requests:
                requests.flush()

    @get("/metrics", media_type=MEDIA_TYPE, include_in_schema=False)
    async def figures() -> str:
        """The figures of this process."""
        return metrics.text(service, workers)

    app = Application(
        route_handlers=[
            health,
            figures,
            API,
            Router("/", route_handlers=page_handlers(), include_in_schema=False),
        ],
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "workers": Provide(lambda: workers, sync_to_thread=False),
        },
        exception_handlers={
            RealmsError: as_page(handle_refusal),
            HTTPException: as_page(handle_http_error),
            RecursionError: as_page(handle_recursion),
            Exception: as_page(handle_unexpected),
        },
        lifespan=[open_service],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Realms",
            version=realms.__version__,
            path="/api/openapi.json",  # of a folder, all that it lacks would be a page of HTML
            use_handler_docstrings=True,
            components=SECURITY_COMPONENTS,
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        request_max_body_size=LARGEST_BODY,
        state=State({EXECUTOR: executor}),
        signature_types=[TableService, WorkerPool],
    )
    app.moves = MoveEndpoint(service)
    limiter = RateLimiter(limits) if limits else None
    app.requests = RequestMiddleware(app.route, metrics, limiter, requests)
    return app
