"""A connection: its requests have bounded heads, and its stream ends when the server does."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from realms.web.guards import LARGEST_HEAD

END = "realms.end"
"""Where a stream's request keeps the event that ends it."""
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Connection(HttpToolsProtocol):
    """A connection of HTTP/1.1."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._in_head = True
        self._head = 0
        """Bytes that came since the last request."""

    def data_received(self, data: bytes) -> None:
        """Bytes came; a head that does not end is cut off."""
        self._head += len(data)
        super().data_received(data)
        if self._in_head:
            if self._head > LARGEST_HEAD and not self.transport.is_closing():
                self.transport.write(TOO_LARGE)
                self.transport.close()

    def on_headers_complete(self) -> None:
        """The head of a request is here."""
        self._in_head, self._head = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is here; the next one may follow."""
        self._in_head, self._head = True, 0
        super().on_message_complete()

    def shutdown(self) -> None:
        """The server stops: what is being answered is finished, a stream is ended."""
        super().shutdown()
        scope: Any = self.scope  # None before the first request
        if scope and END in scope:
            scope[END].set()
