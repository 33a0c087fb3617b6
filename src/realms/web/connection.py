"""A connection: heads of requests are bounded, and streams end when the server does."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from realms.web.security import LARGEST_HEAD

END = "realms.end"
"""Where a stream's scope keeps the event that ends it."""
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class JoinedTransport:
    """A transport that joins the head of an answer and its body into one write.

    Each would be a system call, a packet, and a client that wakes up. A head that no body
    follows at once, as that of a stream, is written at the end of the turn of the event loop.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._held = b""

    def write(self, data: bytes) -> None:
        """Write something, now with what is held, or else at the end of this turn."""
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


class Connection(HttpToolsProtocol):
    """A connection of HTTP/1.1."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._in_head = True
        self._head = 0
        """Bytes that came since the last request."""

    def connection_made(self, transport: Any) -> None:
        """Take a new connection."""
        super().connection_made(JoinedTransport(transport, self.loop))  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        """Take bytes; a head that does not end is cut off."""
        self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > LARGEST_HEAD and not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_headers_complete(self) -> None:
        """Begin a request, whose head is here."""
        self._in_head, self._head = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """End a request, which is here; the next one may follow."""
        self._in_head, self._head = True, 0
        super().on_message_complete()

    def shutdown(self) -> None:
        """Finish what is being answered, end a stream, and close: the server stops."""
        super().shutdown()
        scope: Any = self.scope  # None before the first request
        if scope and END in scope:
            scope[END].set()
