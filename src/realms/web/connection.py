"""A connection: its requests have bounded heads, and its stream ends when the server does.

A request that can be answered at once is handed over as a whole, without a task of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from realms.web.security import LARGEST_HEAD

END = "realms.end"
"""Where a stream's request keeps the event that ends it."""
AT_ONCE = "realms.at_once"
"""Where the state of the application keeps who answers requests at once."""
FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto")
"""What a proxy tells of who asks."""
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class AtOnce(Protocol):
    """Who answers requests without the framework."""

    def wants(self, scope: Any) -> bool:
        """Whether a request is one of those."""

    def take(
        self,
        scope: Any,
        body: bytes,
        answer: Callable[[bytes, bytes], None],
        otherwise: Callable[[], None],
    ) -> None:
        """Answer a request with a head and a body, now or later; or leave it to others."""


class Connection(HttpToolsProtocol):
    """A connection of HTTP/1.1."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._in_head = True
        self._head = 0
        """Bytes that came since the last request."""
        self._held: RequestResponseCycle | None = None
        """A request that is handed over when it is whole."""

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

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """A request may begin; one that is answered at once waits until it is whole."""
        at_once: AtOnce | None = self.app_state.get(AT_ONCE)
        if at_once is None or cycle.waiting_for_100_continue or not at_once.wants(cycle.scope):
            super()._start_asgi_task(cycle, app)
            return
        self._held = cycle
        if not cycle.more_body:
            self._hand_over(cycle)

    def on_message_complete(self) -> None:
        """A request is here; the next one may follow."""
        self._in_head, self._head = True, 0
        super().on_message_complete()
        if self._held is not None and self._held is self.cycle:
            self._hand_over(self._held)

    def _hand_over(self, cycle: RequestResponseCycle) -> None:
        """Have a whole request answered at once, or by the framework if it turns out so."""
        self._held = None
        tell_proxied(self.app, cycle.scope)
        self.app_state[AT_ONCE].take(
            cycle.scope,
            bytes(cycle.body),
            partial(answer_whole, cycle),
            partial(super()._start_asgi_task, cycle, self.app),
        )

    def shutdown(self) -> None:
        """The server stops: what is being answered is finished, a stream is ended."""
        super().shutdown()
        scope: Any = self.scope  # None before the first request
        if scope and END in scope:
            scope[END].set()


def answer_whole(cycle: RequestResponseCycle, head: bytes, body: bytes) -> None:
    """Answer a request with bytes that are known to be right: one write, and nothing checked.

    `head` is the status line and the headers, without the empty line that ends them.
    """
    if cycle.disconnected:
        return
    cycle.response_started = cycle.response_complete = True
    more = b"".join(b"%b: %b\r\n" % told for told in cycle.default_headers)
    if not cycle.keep_alive:
        more += b"connection: close\r\n"
    cycle.transport.write(b"%b%b\r\n%b" % (head, more, body))
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()


def tell_proxied(app: Any, scope: Any) -> None:
    """Note who asks through a proxy that the server trusts, as it does for other requests."""
    if isinstance(app, ProxyHeadersMiddleware) and any(
        name in FORWARDED for name, _ in scope["headers"]
    ):
        try:
            _proxied(app)(scope, _nothing, _nothing).send(None)
        except StopIteration:
            return


@lru_cache(1)
def _proxied(app: ProxyHeadersMiddleware) -> Any:
    """The server's own way to look through a proxy, with nothing behind it."""
    looking = ProxyHeadersMiddleware(_nothing)
    looking.trusted_hosts = app.trusted_hosts
    return looking


async def _nothing(*_told: Any) -> None:
    pass
