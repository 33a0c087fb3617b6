"""The gate that every request passes: measured, noted, guarded; streams counted and ended.

It stands before the framework, so that what the framework refuses, or does not know, passes
it as well.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from realms.web.connection import END
from realms.web.guards import (
    LARGEST_BODY,
    STREAMS,
    Counted,
    client_of,
    header,
    is_foreign,
    is_near,
    kind_of,
    protected,
)
from realms.web.logs import Requests
from realms.web.metrics import Metrics
from realms.web.pages.error_page import refuse
from realms.web.quick import Quick, head_of

PATIENCE = 10
"""Seconds after which somebody who holds too many streams may try again."""
PASSED = "realms.passed"
"""Marks a request that has passed the gate before."""
NOWHERE = "-"
"""The route of a request that has none."""


class Passage:
    """One request on its way, and its answer."""

    def __init__(self, scope: Any, send: Any, metrics: Metrics) -> None:
        self.scope, self._send, self.metrics = scope, send, metrics
        self.began = time.perf_counter()
        self.status = 0
        self.is_open = False
        """Whether the answer has begun and not ended."""

    @property
    def route(self) -> str:
        """The route, as it is written in the application."""
        return str(self.scope.get("path_template") or NOWHERE)

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self.began

    async def send(self, message: Any) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.is_open = True
            is_secure = self.scope["scheme"] == "https"
            message["headers"] = protected(message.get("headers", ()), is_secure)
            self.answered(message["status"])
        elif not message.get("more_body"):
            self.is_open = False
        await self._send(message)

    def answered(self, status: int) -> None:
        """Count the answer, which begins now."""
        self.status, route = status, self.route
        method = self.scope["method"] if route != NOWHERE else NOWHERE
        self.metrics.answered(method, route, status, self.seconds)


class Gate:
    """Lets requests through to an application, or not."""

    def __init__(
        self,
        app: Any,
        quick: Quick,
        metrics: Metrics,
        counted: Counted | None,
        requests: Requests | None,
    ) -> None:
        self.app, self.metrics = app, metrics
        self.quick, self.wants = quick, quick.wants
        self.counted, self.requests = counted, requests
        self._held: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """A request."""
        passage = Passage(scope, send, self.metrics)
        try:
            kind = kind_of(scope["method"], scope["path"])
            refusal = None if scope.get(PASSED) else self._refusal(scope, kind)
            if refusal:
                await refuse(scope, passage.send, *refusal)
            elif kind == "stream":
                await self._stream(passage, receive)
            else:
                await self.app(scope, receive, passage.send)
        finally:
            self._note(passage)

    def take(
        self,
        scope: Any,
        body: bytes,
        answer: Callable[[bytes, bytes], None],
        otherwise: Callable[[], None],
    ) -> None:
        """A request that can be answered at once; if it can't, it comes again as others do."""
        passage = Passage(scope, None, self.metrics)
        if self._refusal(scope, kind_of(scope["method"], scope["path"])):
            otherwise()
            return

        def answered(frame: bytes | None) -> None:
            if frame is None:
                scope[PASSED] = True
                otherwise()
                return
            head = head_of(scope, frame)
            passage.answered(200)
            answer(head, frame)
            self._note(passage)

        self.quick.take(scope, body, answered)

    def _note(self, passage: Passage) -> None:
        """Write a request down."""
        if self.requests:
            self.requests.note(
                passage.scope["method"],
                passage.route,
                passage.status,
                passage.seconds,
                passage.scope.get("path_params", {}).get("table", ""),
            )

    def _refusal(self, scope: Any, kind: str) -> tuple[str, int] | None:
        """Why a request does not get through, and how long to wait; None if it does."""
        method, path, headers = scope["method"], scope["path"], scope["headers"]
        client = client_of(scope)
        if self.counted is not None and client:
            wait = self.counted.wait(client, kind)
            if not wait and kind == "stream" and self._held[client] >= STREAMS:
                wait = PATIENCE
            if wait:
                return "web/busy", wait
        if is_foreign(method, headers):
            return "web/foreign", 0
        length = header(headers, b"content-length")
        if length.isdecimal() and int(length[:18]) > LARGEST_BODY:
            return "web/too_large", 0
        if path == "/metrics" and not is_near(client):
            return "web/not_found", 0
        return None

    async def _stream(self, passage: Passage, receive: Any) -> None:
        """A stream: held until its client goes, or the server."""
        client, end = client_of(passage.scope), asyncio.Event()
        passage.scope[END] = end

        async def listened() -> Any:
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
            await self.app(passage.scope, listened, passage.send)
            if passage.is_open:
                await passage.send({"type": "http.response.body", "body": b""})
        finally:
            self.metrics.streams -= 1
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]
