"""The application: the API and the pages over the tables of a database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Response, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

import realms
from realms.kernel.errors import RealmsError
from realms.tables.database import engine_for
from realms.tables.log import TableLog
from realms.tables.log_start import open_when_there
from realms.tables.maintenance import FAULTS
from realms.tables.permissions import PATIENCE
from realms.tables.scheduler import Scheduler
from realms.tables.service import TableService
from realms.tables.thinking.presence import Presence
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.quota import ThinkingQuota
from realms.tables.thinking.release import release_step
from realms.tables.thinking.worker_pool import WorkerPool
from realms.web.admission.executor import EXECUTOR, LimitedExecutor
from realms.web.api.attendance import Attendance
from realms.web.api.moves import MoveEndpoint
from realms.web.api.openapi import SECURITY_COMPONENTS
from realms.web.api.router import API
from realms.web.errors import (
    handle_http_error,
    handle_recursion,
    handle_refusal,
    handle_unexpected,
)
from realms.web.game_lookup import unhurried_position
from realms.web.handover import go_over_when_prepared
from realms.web.logs import RequestLog
from realms.web.metrics import MEDIA_TYPE, REFRESH, Metrics
from realms.web.middleware import RequestMiddleware
from realms.web.pages import page_handlers
from realms.web.pages.error_page import as_page
from realms.web.pages.replay.practice_terms import practice_quota
from realms.web.pages.replay.record_quota import RecordQuota
from realms.web.rate_limits import LIMITS, Limit, RateLimiter
from realms.web.readiness import Readiness, ReadinessCheck
from realms.web.security import LARGEST_BODY, is_of_this_machine

SPARE_WORKERS = 1
"""Workers for people whose bots would wait for those of one other client alone."""


@get("/health")
async def health() -> dict[str, str]:
    """Whether the server is alive: requests are taken."""
    return {"status": "ok"}


class Application(Litestar):
    """The framework and one plain route, behind the middleware that every request passes."""

    moves: MoveEndpoint
    attendance: Attendance
    queue: ThinkingQueue
    requests: RequestMiddleware
    is_personal: bool

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle an ASGI scope; everything but the lifespan passes the middleware."""
        if scope["type"] == "http":
            if self.is_personal and is_of_this_machine(scope):
                scope["client"] = None  # who sits here has no limits
            await self.requests(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    async def route(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle a request that has passed the middleware."""
        if self.moves.route(scope):
            await self.moves(scope, receive, send)
        else:
            with self.attendance.of(scope):
                await super().__call__(scope, receive, send)


Task = asyncio.Task[None]
LAST_LOOK = 10.0
"""Seconds that a server which ends waits for a database that does not answer."""


async def end_works(ending: asyncio.Event, looking: Task, going_over: Task) -> None:
    """Let what a server does beside its requests end.

    Its look at the database is not cancelled: half a question would be left there.
    """
    ending.set()
    going_over.cancel()
    await asyncio.wait((looking, going_over), timeout=LAST_LOOK)
    looking.cancel()


def create_app(
    database: str,
    bot_processes: int = 0,
    *,
    limits: Mapping[str, Limit] | None = LIMITS,
    requests: RequestLog | None = None,
    patience: int = PATIENCE,
    is_personal: bool = False,
) -> Application:
    """The application on a database; bots think in `bot_processes`, one a core if 0.

    `limits` are what a client may do, by kind of request; None for no limits. `requests`
    gets a line for every request. `patience` is how long somebody may owe a decision before
    others may let a bot stand in, in milliseconds. Where it `is_personal` the limits are for
    others than who sits at this machine.
    """
    engine = engine_for(database)
    service = TableService(TableLog(engine), patience=patience)
    spare = SPARE_WORKERS if limits and not is_personal else 0
    workers = WorkerPool((bot_processes or os.cpu_count() or 1) + spare)
    executor = LimitedExecutor()
    presence, hints = Presence(), ThinkingQuota() if limits else None
    queue = ThinkingQueue(workers, presence, hints, release_step, spare=spare)
    quota, practices = (RecordQuota(), practice_quota()) if limits else (None, None)
    metrics = Metrics()
    service.log.on_commit = metrics.count_commit
    service.writer.on_write.append(metrics.count_move)

    async def look_around(ending: asyncio.Event) -> None:
        while not ending.is_set():
            metrics.refresh(service, queue)
            with suppress(*FAULTS):  # the database is away; the next time, perhaps
                await service.notice_closed()
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), REFRESH)

    @asynccontextmanager
    async def open_service(_app: Litestar) -> AsyncIterator[None]:
        await open_when_there(service.log)
        scheduler = Scheduler(service, queue, unhurried_position)
        ending = asyncio.Event()
        works = look_around(ending), go_over_when_prepared()
        looking, going_over = map(asyncio.create_task, works)
        try:
            yield
        finally:
            await end_works(ending, looking, going_over)
            await scheduler.close()
            await queue.close()
            await workers.close()
            executor.close()
            await service.close()
            if requests:
                requests.flush()

    readiness = ReadinessCheck(service.log)

    @get("/ready", responses={503: ResponseSpec(Readiness)})
    async def ready() -> Response[Readiness]:
        """Whether tables can be played: the database can be reached, and how the rules run."""
        found = await readiness.answer()
        return Response(found, status_code=200 if found.is_ready else 503)

    @get("/metrics", media_type=MEDIA_TYPE, include_in_schema=False)
    async def figures() -> str:
        """The metrics as Prometheus reads them, summed over all server processes."""
        return metrics.text(service, queue)

    app = Application(
        route_handlers=[
            health,
            ready,
            figures,
            API,
            Router("/", route_handlers=page_handlers(), include_in_schema=False),
        ],
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "queue": Provide(lambda: queue, sync_to_thread=False),
            "quota": Provide(lambda: quota, sync_to_thread=False),
            "practice_quota": Provide(lambda: practices, sync_to_thread=False),
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
        signature_types=[RecordQuota, TableService, ThinkingQueue],
    )
    app.moves = MoveEndpoint(service, presence)
    app.is_personal = is_personal
    app.attendance, app.queue = Attendance(presence, service.cache), queue
    limiter = RateLimiter(limits) if limits else None
    app.requests = RequestMiddleware(app.route, metrics, executor, limiter, requests)
    return app
