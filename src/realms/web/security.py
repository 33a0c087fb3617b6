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
LARGEST_RECORD = 512 * 1024
"""Bytes that a record has at most that is brought along: any of a table of ours fits."""
LARGEST_HEAD = 32 * 1024
"""Bytes that the address and the headers of a request have at most."""
LARGEST_TARGET = 8 * 1024
"""Bytes that the address alone has at most."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""


USUAL = {"http": ":80", "https": ":443"}
"""Ports that an address need not name, by scheme."""

Headers = Iterable[tuple[bytes, bytes]]
NAMED = "realms.headers"
"""Where a scope keeps the headers of its request by name."""


UNKNOWN = "unknown"
"""The one client that all are who come from what is no address."""
LONGEST_ADDRESS = 64
"""Characters of what may be an address; anything longer is none."""
PORT = re.compile(r"\[([^\[\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5}")
"""An address with a port, as some proxies tell it: `[::1]:80`, `1.2.3.4:80`."""


def largest_body(path: str) -> int:
    """Bytes that the body of a request to an address has at most."""
    return LARGEST_RECORD if path == "/replays" else LARGEST_BODY


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


@lru_cache(4096)
def site_network(client: str) -> str:
    """The site that a client belongs to: of IPv6 the network of 48 bits that a place gets.

    >>> site_network("2001:db8:1:2::/64"), site_network("1.2.3.4")
    ('2001:db8:1::/48', '1.2.3.4')
    """
    if "/" not in client:
        return client
    return str(ipaddress.ip_network(client).supernet(new_prefix=48))


def client_of(scope: Any) -> str:
    """Who asks; empty for who comes without any address, from inside the process."""
    client = scope.get("client")
    return client_network(client[0]) if client else ""


def is_of_this_machine(scope: Any) -> bool:
    """Whether who asks sits at this machine, as far as an address tells."""
    client = client_of(scope)
    return client not in ("", UNKNOWN) and ipaddress.ip_network(client, strict=False).is_loopback


@lru_cache(4096)
def is_private(client: str) -> bool:
    """Whether a client is on this machine or in a private network; the unknown is not."""
    if client == UNKNOWN:
        return False
    return not client or ipaddress.ip_network(client, strict=False).is_private


def headers_of(scope: Any) -> dict[bytes, bytes]:
    """The headers of a request by name, gathered once; of several of one name the first."""
    named: dict[bytes, bytes] | None = scope.get(NAMED)
    if named is None:
        named = scope[NAMED] = dict([*scope["headers"]][::-1])
    return named


def header(headers: Headers | dict[bytes, bytes], name: bytes) -> str:
    """The value of a request header; empty where it is missing."""
    if isinstance(headers, dict):
        return headers.get(name, b"").decode("latin-1")
    for key, value in headers:
        if key == name:
            return value.decode("latin-1")
    return ""


def is_foreign(method: str, headers: Headers | dict[bytes, bytes], scheme: str = "http") -> bool:
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
JSON = (b"content-type", b"application/json")
TRANSPORT_SECURITY = (b"strict-transport-security", b"max-age=31536000")


def secured_headers(headers: Headers, is_secure: bool) -> list[tuple[bytes, bytes]]:
    """The headers of an answer; over an encrypted connection, with what keeps it so."""
    if not is_secure:
        return [*headers]
    return [*(_secure(name, value) for name, value in headers), TRANSPORT_SECURITY]


@lru_cache(256)
def missing_headers(names: tuple[bytes, ...]) -> list[tuple[bytes, bytes]]:
    """The headers of `SECURITY_HEADERS` that an answer with these does not have."""
    there = {name.lower() for name in names}
    return [default for default in SECURITY_HEADERS.items() if default[0] not in there]


@lru_cache(256)
def missing_lines(names: tuple[bytes, ...]) -> bytes:
    """The missing headers as lines of a head."""
    return b"".join([b"%s: %s\r\n" % header for header in missing_headers(names)])


def _secure(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A cookie that was asked for over an encrypted connection never leaves by another."""
    if name.lower() == b"set-cookie" and b"; secure" not in value.lower():
        value += b"; Secure"
    return name, value
