"""What a request must be like before it is looked at, and what every answer carries.

Limits are counted per client and kind of request, in the memory of one process. A client
is an address; of an IPv6 address the network counts, since a home has a whole one.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

LARGEST_BODY = 64 * 1024
"""Bytes that the body of a request has at most."""
LARGEST_HEAD = 32 * 1024
"""Bytes that the address and the headers of a request have at most."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

Headers = Iterable[tuple[bytes, bytes]]


class Limit(Struct, frozen=True):
    """So many requests a second in the long run, and so many at once."""

    rate: float
    burst: int


LIMITS: dict[str, Limit] = {
    "open": Limit(1, 60),
    "sit": Limit(2, 120),
    "talk": Limit(1, 20),
    "act": Limit(50, 200),
    "read": Limit(50, 200),
    "stream": Limit(5, 60),
}
"""What a client may do, by kind of request; room for a household, and for bots that think."""
STREAMS = 100
"""Streams that one client holds at most."""
CLIENTS = 50_000
"""Clients and kinds that are remembered at most."""
ROUNDING = 1e-3
"""Seconds by which sums of clock times may be wrong: a clock that counts long is coarse."""


class Counted:
    """What clients did lately: for each and each kind, when it will have been forgotten."""

    def __init__(
        self,
        limits: Mapping[str, Limit],
        most: int = CLIENTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits, self.most, self.clock = limits, most, clock
        self._until: OrderedDict[tuple[str, str], float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._until)

    def wait(self, client: str, kind: str) -> int:
        """Count a request; 0 if it may go on, else the seconds to wait."""
        limit = self.limits.get(kind)
        if limit is None:
            return 0
        now, key = self.clock(), (client, kind)
        owed = max(self._until.pop(key, now) - now, 0)
        excess = owed + (1 - limit.burst) / limit.rate
        if excess > ROUNDING:
            self._until[key] = now + owed
            return math.ceil(excess)
        self._until[key] = now + owed + 1 / limit.rate
        if len(self._until) > self.most:
            self._until.popitem(last=False)
        return 0


OPENING = ("new", "play", "replays")
"""First parts of addresses of pages where something is opened and kept."""
STREAMED = ("/stream", "/live")
"""How addresses of streams end: those of programs, and those of pages."""
KINDS = {"seats": "sit", "bot": "sit", "lines": "talk", "rematch": "open"}
"""Kinds of changes, by the last part of their address."""


def kind_of(method: str, path: str) -> str:
    """The kind of a request; empty for what is not counted.

    Slashes too many are ignored, as the framework does, or they would be a way around.
    """
    if path.endswith("/") or "//" in path:
        path = "/" + "/".join(part for part in path.split("/") if part)
    if method in SAFE:
        if path in ("/health", "/metrics") or path.startswith("/assets/"):
            return ""
        return "stream" if path.endswith(STREAMED) else "read"
    if path == "/api/tables" or path.lstrip("/").partition("/")[0] in OPENING:
        return "open"
    return KINDS.get(path.rpartition("/")[2], "act")


@lru_cache(4096)
def network(host: str) -> str:
    """The client that an address stands for; empty for what is no address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


def client_of(scope: Any) -> str:
    """Who asks; empty for who comes without an address, inside the process or by a socket."""
    client = scope.get("client")
    return network(client[0]) if client else ""


@lru_cache(4096)
def is_near(client: str) -> bool:
    """Whether a client is on this machine or in a private network."""
    return not client or ipaddress.ip_network(client, strict=False).is_private


def header(headers: Headers, name: bytes) -> str:
    """A header of a request; empty if it has none such."""
    for key, value in headers:
        if key == name:
            return value.decode("latin-1")
    return ""


def is_foreign(method: str, headers: Headers) -> bool:
    """Whether a page of another site makes a browser ask for a change.

    Browsers tell where a request comes from, and pages cannot change what they tell.
    Who shows a token is not a browser that was tricked; who tells nothing is no browser.
    """
    if method in SAFE or header(headers, b"authorization")[:7].casefold() == "bearer ":
        return False
    site = header(headers, b"sec-fetch-site")
    if site:
        return site not in ("same-origin", "none")
    origin = header(headers, b"origin")
    return bool(origin) and origin.partition("://")[2] != header(headers, b"host")


PROMISES = {
    b"content-security-policy": (
        b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}
"""Headers of every answer that does not say otherwise."""
ALWAYS_SECURE = (b"strict-transport-security", b"max-age=31536000")


def protected(headers: Headers, is_secure: bool) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with those that protect who reads it."""
    given = [*headers]
    names = {name.lower() for name, _ in given}
    if is_secure:
        given = [_secure(name, value) for name, value in given]
        given.append(ALWAYS_SECURE)
    given += [promise for promise in PROMISES.items() if promise[0] not in names]
    return given


def _secure(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A cookie that was asked for over an encrypted connection never leaves by another."""
    if name.lower() == b"set-cookie" and b"; secure" not in value.lower():
        value += b"; Secure"
    return name, value
