"""What a request must be like before it is looked at, and what every answer carries.

A client is an address; of an IPv6 address the network counts, since a home has a whole one.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

LARGEST_BODY = 64 * 1024
"""Bytes that the body of a request has at most."""
LARGEST_HEAD = 32 * 1024
"""Bytes that the address and the headers of a request have at most."""
LARGEST_TARGET = 8 * 1024
"""Bytes that the address alone has at most."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""


USUAL = {"http": ":80", "https": ":443"}
"""Ports that an address need not name, by scheme."""

Headers = Iterable[tuple[bytes, bytes]]


UNKNOWN = "unknown"
"""The one client that all are who come from what is no address."""
LONGEST_ADDRESS = 64
"""Characters of what may be an address; anything longer is none."""
PORT = re.compile(r"\[([^\[\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5}")
"""An address with a port, as some proxies tell it: `[::1]:80`, `1.2.3.4:80`."""


def client_network(host: str) -> str:
    """The client that an address stands for; `UNKNOWN` for what is no address.

    >>> client_network("2001:db8:1:2::9") == client_network("[2001:db8:1:2::1]:443")
    True
    >>> client_network("1.2.3.4:567"), client_network("garbage")
    ('1.2.3.4', 'unknown')
    """
    return _client_network(host) if len(host) <= LONGEST_ADDRESS else UNKNOWN


@lru_cache(4096)
def _client_network(host: str) -> str:
    parts = PORT.fullmatch(host.strip())
    try:
        address = ipaddress.ip_address(parts[1] or parts[2] or "" if parts else host.strip())
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


def client_of(scope: Any) -> str:
    """Who asks; empty for who comes without any address, from inside the process."""
    client = scope.get("client")
    return client_network(client[0]) if client else ""


@lru_cache(4096)
def is_private(client: str) -> bool:
    """Whether a client is on this machine or in a private network; the unknown is not."""
    if client == UNKNOWN:
        return False
    return not client or ipaddress.ip_network(client, strict=False).is_private


def header(headers: Headers, name: bytes) -> str:
    """A header of a request; empty if it has none such."""
    for key, value in headers:
        if key == name:
            return value.decode("latin-1")
    return ""


def is_foreign(method: str, headers: Headers, scheme: str = "http") -> bool:
    """Whether a page of another site makes a browser ask for a change.

    A site is a scheme and a host: `http` on our host is another one than `https`.

    Browsers tell where a request comes from, and pages cannot change what they tell.
    Who shows a token is not a browser that was tricked; who tells nothing is no browser.
    """
    if method in SAFE_METHODS or header(headers, b"authorization")[:7].casefold() == "bearer ":
        return False
    site = header(headers, b"sec-fetch-site")
    if site:
        return site not in ("same-origin", "none")
    origin = header(headers, b"origin")
    here = f"{scheme}://{header(headers, b'host')}".casefold()
    return bool(origin) and origin.casefold() not in (
        here,
        here.removesuffix(USUAL.get(scheme, "")),
    )


SECURITY_HEADERS = {
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
TRANSPORT_SECURITY = (b"strict-transport-security", b"max-age=31536000")


def with_security_headers(headers: Headers, is_secure: bool) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with those that protect who reads it."""
    given = [*headers]
    if is_secure:
        given = [_secure(name, value) for name, value in given]
        given.append(TRANSPORT_SECURITY)
    given += _missing_headers(tuple(name for name, _ in given))
    return given


@lru_cache(256)
def _missing_headers(names: tuple[bytes, ...]) -> list[tuple[bytes, bytes]]:
    """The headers of `SECURITY_HEADERS` that an answer with these does not have."""
    there = {name.lower() for name in names}
    return [default for default in SECURITY_HEADERS.items() if default[0] not in there]


def _secure(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A cookie that was asked for over an encrypted connection never leaves by another."""
    if name.lower() == b"set-cookie" and b"; secure" not in value.lower():
        value += b"; Secure"
    return name, value
