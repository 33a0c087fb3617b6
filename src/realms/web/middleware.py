"""The middleware that every request passes: limits, measures, logs; counts and ends streams.

It stands before the framework, so that what the framework refuses, or does not know, passes
it as well.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import partial
from typing import Any

from realms.tables.caching.offload import ASKING
from realms.web.admission.cost import DEBT, TURN, MeasuredCall, RequestCost
from realms.web.admission.executor import LimitedExecutor, RequestOffload
from realms.web.admission.head import is_host, normal_path
from realms.web.admission.turns import ClientTurns
from realms.web.connection import ADD_TO_HEAD, END
from realms.web.errors import scope_language, send_error
from realms.web.logs import RequestLog
from realms.web.metrics import Metrics
from realms.web.pages.error_page import refuse
from realms.web.rate_limits import (
    DAILY_KINDS,
    STREAMS,
    WORK,
    RateLimiter,
    daily_limits,
    is_move,
    request_kind,
)
from realms.web.security import (
    Headers,
    client_of,
    header,
    headers_of,
    is_foreign,
    is_private,
    largest_body,
    missing_headers,
    missing_lines,
    secured_headers,
    site_network,
)

STREAM_WAIT = 10
"""Seconds after which somebody who holds too many streams may try again."""
MOVE_COST = 0.001
"""Seconds that a program's move is taken to cost."""
NO_ROUTE = "-"
"""The route of a request that has none."""


class RequestContext:
    """A request on its way: when it began, the status of its answer, and whether that has ended."""

    __slots__ = ("_send", "began", "is_open", "metrics", "scope", "status")

    def __init__(self, scope: Any, send: Any, metrics: Metrics) -> None:
        self.scope, self._send, self.metrics = scope, send, metrics
        self.began = time.perf_counter()
        self.status = 0
        self.is_open = False
        """Whether the answer has begun and not ended."""

    @property
    def route(self) -> str:
        """The path pattern of the route that answers, for metrics and logs."""
        return str(self.scope.get("path_template") or NO_ROUTE)

    @property
    def seconds(self) -> float:
        """Seconds since the request began."""
        return time.perf_counter() - self.began

    async def send(self, message: Any) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.is_open = True
            message["headers"] = self._headers(message.get("headers", ()))
            self.count(message["status"])
        elif not message.get("more_body"):
            self.is_open = False
        await self._send(message)

    def _headers(self, given: Headers) -> list[tuple[bytes, bytes]]:
        """The headers of the answer; those that protect its reader go as lines where they can."""
        headers = secured_headers(given, self.scope["scheme"] == "https")
        names = tuple([name for name, _ in headers])
        add_to_head = self.scope.get(ADD_TO_HEAD)
        if add_to_head is None:
            return headers + missing_headers(names)
        has_body = b"content-length" in names and self.scope["method"] != "HEAD"
        add_to_head(missing_lines(names), has_body)
        return headers

    def count(self, status: int) -> None:
        """Count the answer, which begins now."""
        self.status, route = status, self.route
        method = self.scope["method"] if route != NO_ROUTE else NO_ROUTE
        self.metrics.count_response(method, route, status, self.seconds)


class RequestMiddleware:
    """Passes requests on to an application, or refuses them.

    Work that takes long is done by the `executor`, for whoever asks.
    """

    def __init__(
        self,
        app: Any,
        metrics: Metrics,
        executor: LimitedExecutor,
        limiter: RateLimiter | None,
        requests: RequestLog | None,
    ) -> None:
        self.app, self.metrics, self.executor = app, metrics, executor
        self.limiter, self.requests = limiter, requests
        self.daily = RateLimiter(daily_limits()) if limiter else None
        """Counts what is kept for clients within a day."""
        self._held: Counter[str] = Counter()
        self._turns = ClientTurns()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it; count and log it."""
        context = RequestContext(scope, send, self.metrics)
        try:
            path = normal_path(scope["path"])
            named = headers_of(scope)
            if path is None or not is_host(scope["headers"], named):
                await send_error(
                    context.send,
                    "web/not_found" if path is None else "web/host",
                    0,
                    scope_language(scope),
                )
                return
            scope["path"] = path  # in one form for everybody who looks at it
            kind = request_kind(scope["method"], path)
            client = client_of(scope)
            refusal = self._refusal(scope, kind, client, named)
            if refusal:
                await refuse(scope, context.send, *refusal)
            elif kind != "stream" and (self.limiter is None or not client or not kind):
                await self.app(scope, receive, context.send)
            elif self.limiter is None or not client:
                await self._stream(context, receive)
            else:
                await self._answer_client(context, kind, receive, client, self.limiter)
        finally:
            self._log(context)

    async def _answer_client(
        self, context: RequestContext, kind: str, receive: Any, client: str, limiter: RateLimiter
    ) -> None:
        """Answer a client, and charge what it cost."""
        scope = context.scope
        cost = RequestCost(scope, limiter, client)
        if kind != "stream":  # which is made to wait, and not ended
            scope[DEBT] = cost.debt
        asking = ASKING.set(RequestOffload(self.executor, scope, client))
        try:
            if kind == "act" and is_move(scope["path"]):
                # Made most, and short: to measure one would take longer than is of use.
                limiter.charge(client, WORK, MOVE_COST)
                await self.app(scope, receive, context.send)
            else:
                await self._answer_in_turn(context, kind, receive, client, cost)
        finally:
            ASKING.reset(asking)
        if self.daily is not None and kind in DAILY_KINDS and context.status < 400:
            self.daily.charge(site_network(client), DAILY_KINDS[kind], 1)

    async def _answer_in_turn(
        self, context: RequestContext, kind: str, receive: Any, client: str, cost: RequestCost
    ) -> None:
        """Answer when it is the client's turn, and measure it."""
        scope = context.scope
        scope[TURN] = take = partial(self._turns.take, client)
        turn = take()
        if turn is not None:
            await turn
        is_stream = kind == "stream"
        answering = self._stream(context, receive) if is_stream else None
        cost.call = MeasuredCall(answering or self.app(scope, receive, context.send))
        try:
            await cost.call
        finally:
            cost.settle()

    def _log(self, context: RequestContext) -> None:
        """Add a request to the log."""
        if self.requests:
            self.requests.add(
                context.scope["method"],
                context.route,
                context.status,
                context.seconds,
                context.scope.get("path_params", {}).get("table", ""),
            )

    def _refusal(
        self, scope: Any, kind: str, client: str, headers: dict[bytes, bytes]
    ) -> tuple[str, int] | None:
        """Why a request does not get through, and how long to wait; None if it does."""
        method, path = scope["method"], scope["path"]
        if self.limiter is not None and client and kind:
            if self.daily is not None and kind in DAILY_KINDS:
                wait = self.daily.debt(site_network(client), DAILY_KINDS[kind], 1)
                if wait:
                    return "web/quota", wait
            wait = self.limiter.wait(client, kind) or self.limiter.debt(client, WORK)
            if not wait and kind == "stream" and self._held[client] >= STREAMS:
                wait = STREAM_WAIT
            if wait:
                return "web/busy", wait
        if is_foreign(method, headers, scope["scheme"]):
            return "web/foreign", 0
        length = header(headers, b"content-length")
        if length.isdecimal() and int(length[:18]) > largest_body(path):
            return "web/too_large", 0
        if path == "/metrics" and not is_private(client):
            return "web/not_found", 0
        return None

    async def _stream(self, context: RequestContext, receive: Any) -> None:
        """A stream: held until its client goes, or the server."""
        client, end = client_of(context.scope), asyncio.Event()
        context.scope[END] = end

        async def receive_until_end() -> Any:
            both = [asyncio.ensure_future(receive()), asyncio.ensure_future(end.wait())]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in both:
                    one.cancel()
            return {"type": "http.disconnect"} if end.is_set() else both[0].result()

        self._held[client] += 1
        self.metrics.streams += 1
        try:
            await self.app(context.scope, receive_until_end, context.send)
            if context.is_open:
                await context.send({"type": "http.response.body", "body": b""})
        finally:
            self.metrics.streams -= 1
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]
