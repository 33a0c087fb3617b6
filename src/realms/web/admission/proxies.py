"""Proxies in front of the server: who they say has asked, where they are trusted."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from realms.web.security import headers_of

TOLD_BY_PROXIES = frozenset({b"x-forwarded-for", b"x-forwarded-proto"})
"""The headers in which a proxy tells where a request came from."""


class ProxiedApplication:
    """An application behind proxies; only requests in which one tells something are looked at."""

    def __init__(self, app: Any, trusted: list[str] | str) -> None:
        self.app = app
        self._proxied: Any = ProxyHeadersMiddleware(app, trusted)

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        """Handle an ASGI scope."""
        if scope["type"] == "lifespan" or TOLD_BY_PROXIES.isdisjoint(headers_of(scope)):
            return self.app(scope, receive, send)  # type: ignore[no-any-return]
        return self._proxied(scope, receive, send)  # type: ignore[no-any-return]
