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

from realms.web.admission.cost import COST, SETTLE, TURN, MeasuredCall
from realms.web.admission.head import is_host, normal_path
from realms.web.admission.turns import ClientTurns
from realms.web.connection import END
from realms.web.errors import scope_language, send_error
from realms.web.logs import RequestLog
from realms.web.metrics import Metrics
from realms.web.pages.error_page import refuse
from realms.web.rate_limits import STREAMS, WORK, RateLimiter, request_kind
from realms.web.security import (
    LARGEST_BODY,
    client_of,
    header,
    is_foreign,
    is_private,
    with_security_headers,
)

STREAM_WAIT = 10
"""Seconds after which somebody who holds too many streams may try again."""
MOVE_COST = 0.001
"""Seconds that a program's move is taken to cost."""
NO_ROUTE = "-"
"""The route of a request that has none."""


class RequestContext:
    """One request, and how its answer stands."""

    __slots__ = ("_send", "began", "is_open", "metrics", "scope", "status")

    def __init__(self, scope: Any, send: Any, metrics: Metrics) -> None:
        self.scope, self._send, self.metrics = scope, send, metrics
        self.began = time.perf_counter()
        self.status = 0
        self.is_open = False
        """Whether the answer has begun and not ended."""

    @property
    def route(self) -> str:
        """The route, as it is written in the application."""
        return str(self.scope.get("path_template") or NO_ROUTE)

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self.began

    async def send(self, message: Any) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.is_open = True
            is_secure = self.scope["scheme"] == "https"
            message["headers"] = with_security_headers(message.get("headers", ()), is_secure)
            self.count(message["status"])
        elif not message.get("more_body"):
            self.is_open = False
        await self._send(message)

    def count(self, status: int) -> None:
        """Count the answer, which begins now."""
        self.status, route = status, self.route
        method = self.scope["method"] if route != NO_ROUTE else NO_ROUTE
        self.metrics.count_response(method, route, status, self.seconds)


class RequestMiddleware:
    """Passes requests on to an application, or refuses them."""

    def __init__(
        self,
        app: Any,
        metrics: Metrics,
        limiter: RateLimiter | None,
        requests: RequestLog | None,
    ) -> None:
        self.app, self.metrics = app, metrics
        self.limiter, self.requests = limiter, requests
        self._held: Counter[str] = Counter()
        self._turns = ClientTurns()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it; count and log it."""
        context = RequestContext(scope, send, self.metrics)
        try:
            path = normal_path(scope["path"])
            if path is None or not is_host(scope["headers"]):
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
            refusal = self._refusal(scope, kind, client)
            if refusal:
                await refuse(scope, context.send, *refusal)
            elif self.limiter is None or not client or not kind:
                await self._answer(context, kind, receive)
            elif kind == "act" and path.endswith("/moves") and path.startswith("/api/"):
                # Made most, and short: to measure one would take longer than is of use.
                self.limiter.charge(client, WORK, MOVE_COST)
                await self.app(scope, receive, context.send)
            else:
                await self._answer_fairly(context, kind, receive, client, self.limiter)
        finally:
            self._log(context)

    async def _answer(self, context: RequestContext, kind: str, receive: Any) -> None:
        if kind == "stream":
            await self._stream(context, receive)
        else:
            await self.app(context.scope, receive, context.send)

    async def _answer_fairly(
        self, context: RequestContext, kind: str, receive: Any, client: str, limiter: RateLimiter
    ) -> None:
        """Answer when it is the client's turn, and charge what it cost."""
        scope = context.scope
        scope[TURN] = take = partial(self._turns.take, client)
        turn = take()
        if turn is not None:
            await turn
        call, charged = MeasuredCall(self._answer(context, kind, receive)), 0.0

        def settle() -> None:
            nonlocal charged
            cost = call.seconds + scope.get(COST, 0.0)
            limiter.charge(client, WORK, cost - charged)
            charged = cost

        if kind == "stream":
            scope[SETTLE] = settle
        try:
            await call
        finally:
            settle()

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

    def _refusal(self, scope: Any, kind: str, client: str) -> tuple[str, int] | None:
        """Why a request does not get through, and how long to wait; None if it does."""
        method, path, headers = scope["method"], scope["path"], scope["headers"]
        if self.limiter is not None and client and kind:
            wait = self.limiter.wait(client, kind) or self.limiter.debt(client, WORK)
            if not wait and kind == "stream" and self._held[client] >= STREAMS:
                wait = STREAM_WAIT
            if wait:
                return "web/busy", wait
        if is_foreign(method, headers, scope["scheme"]):
            return "web/foreign", 0
        length = header(headers, b"content-length")
        if length.isdecimal() and int(length[:18]) > LARGEST_BODY:
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
