"""A connection: bounded in number, head and patience; streams end when the server does."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from realms.web.admission.connections import ConnectionLimits
from realms.web.security import LARGEST_HEAD, LARGEST_TARGET, Headers

END = "realms.end"
"""Where a stream's scope keeps the event that ends it."""
ADD_TO_HEAD = "realms.add_to_head"
"""Where a scope keeps `JoinedTransport.add_to_head` of its connection."""
CONTINUE = b"HTTP/1.1 100 "
"""How a head begins that is no answer: the client may go on with its body."""
CLOSED = b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large" + CLOSED
TOO_LONG = b"HTTP/1.1 414 URI Too Long" + CLOSED
TOO_MANY = b"HTTP/1.1 503 Service Unavailable" + CLOSED
SLOWEST = 30.0
"""Seconds in which a request has to come whole."""


class JoinedTransport:
    """A transport that joins the head of an answer and its body into one write.

    Each would be a system call, a packet, and a client that wakes up. A head that no body
    follows at once, as that of a stream, is written at the end of the turn of the event loop.
    Headers that most answers have alike may come as lines, written once for all of them.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self.is_closing = transport.is_closing  # asked several times for every request
        self._held = b""
        self._lines = b""
        self._has_body = False

    def add_to_head(self, lines: bytes, has_body: bool) -> None:
        """Add lines to the head that is written next; one that `has_body` waits for its body."""
        self._lines, self._has_body = lines, has_body

    def write(self, data: bytes) -> None:
        """Write something, now with what is held, or else at the end of this turn."""
        if self._lines and not data.startswith(CONTINUE):
            data, self._lines = data[:-2] + self._lines + b"\r\n", b""
            if self._has_body and not self._held:
                self._held = data
                return
        if self._held:
            data, self._held = self._held + data, b""
            self._transport.write(data)
        elif data:
            self._held = data
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        if self._held:
            data, self._held = self._held, b""
            self._transport.write(data)

    def close(self) -> None:
        """Write what is held, and close."""
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def head_size(headers: Headers) -> int:
    """The bytes of all headers of a request."""
    return sum(len(name) + len(value) for name, value in headers)


@cache
def limits() -> ConnectionLimits:
    """The connections of this process."""
    return ConnectionLimits()


class Connection(HttpToolsProtocol):
    """A connection of HTTP/1.1: large heads, slow clients and too many of them are refused."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._in_head = True
        self._head = 0
        """Bytes that came since the last request."""
        self._came = 0
        """Bytes that came last: several requests may have come in them."""
        self._is_whole = False
        """Whether the last request that began has come whole."""
        self._answered = 0
        """Requests that have come whole."""
        self._counted: str | None = None
        """What the connection is counted as; None where it was refused."""
        self._watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take a new connection, unless there are too many."""
        self._joined = JoinedTransport(transport, self.loop)
        super().connection_made(self._joined)  # type: ignore[arg-type]
        self._counted = limits().admit(self.client[0] if self.client else "")
        if self._counted is None:
            self.transport.write(TOO_MANY)
            self.transport.close()
        else:
            self._watch = self.loop.call_later(SLOWEST, self._close_if_slow, 0)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has ended."""
        if self._counted is not None:
            limits().release(self._counted)
            self._counted = None
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def _close_if_slow(self, answered: int) -> None:
        """Close a connection whose request has not come whole since this was asked last."""
        is_waiting = self._is_whole and not self._head
        if answered == self._answered and not is_waiting:
            self.transport.close()
            return
        self._watch = self.loop.call_later(SLOWEST, self._close_if_slow, self._answered)

    def data_received(self, data: bytes) -> None:
        """Take bytes; a head that does not end is cut off."""
        if self._counted is None:
            return
        self._head += len(data)
        self._came = len(data)
        super().data_received(data)
        if self._in_head and self._head > LARGEST_HEAD and not self.transport.is_closing():
            self._refuse(TOO_LARGE)

    def _refuse(self, answer: bytes) -> None:
        """Answer without looking any further, and close."""
        self.transport.write(answer)
        self.transport.close()

    def on_headers_complete(self) -> None:
        """Begin a request, whose head is here; one that is too large is refused."""
        largest = max(self._head, self._came)  # more than that the head cannot be
        self._in_head, self._is_whole = False, False
        self._head = 0
        if self.transport.is_closing():
            return
        if len(self.url) > LARGEST_TARGET:
            self._refuse(TOO_LONG)
        elif largest > LARGEST_HEAD and head_size(self.headers) > LARGEST_HEAD:
            self._refuse(TOO_LARGE)
        else:
            super().on_headers_complete()
            scope: Any = self.scope
            scope[ADD_TO_HEAD] = self._joined.add_to_head

    def on_body(self, body: bytes) -> None:
        """Take a part of a body, unless its request was refused."""
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request, which is here; the next one may follow."""
        self._in_head, self._head = True, 0
        self._is_whole, self._answered = True, self._answered + 1
        if not self.transport.is_closing():
            super().on_message_complete()

    def shutdown(self) -> None:
        """Finish what is being answered, end a stream, and close: the server stops."""
        super().shutdown()
        scope: Any = self.scope  # None before the first request
        if scope and END in scope:
            scope[END].set()
