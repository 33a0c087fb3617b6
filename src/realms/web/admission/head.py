"""The head of a request: its address in one form, and whether its host can be one."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from typing import Any

LONGEST_HOST = 255
HOST = re.compile(
    r"(?:([\w-]{1,63}(?:\.[\w-]{1,63})*)\.?|\[([0-9A-F:.]+)\])(?::(\d{1,5}))?", re.A | re.I
)
"""A name or an address, and a port; whether an address can be is still to be seen."""
MOST_PORTS = 65535
ODD = re.compile(r"[\x00-\x1f\x7f\\]|/\.{1,2}(?:/|$)|//|.(?<!^)/$")
"""What an address may have in it that another form of it has not."""
REFUSED = re.compile(r"[\x00-\x1f\x7f\\]|/\.{1,2}(?:/|$)")
"""What no address of ours has: control characters, backslashes, dots as steps."""


@lru_cache(1024)
def normal_path(path: str) -> str | None:
    """An address with single slashes and none at its end; None for what leads nowhere.

    Browsers and proxies resolve dots themselves, so what still has some wants to get around
    something.

    >>> normal_path("//metrics/"), normal_path("/"), normal_path("/rules/../metrics")
    ('/metrics', '/', None)
    """
    if not ODD.search(path):
        return path
    if REFUSED.search(path):
        return None
    return "/" + "/".join(part for part in path.split("/") if part)


def is_host(headers: Any, named: dict[bytes, bytes]) -> bool:
    """Whether a request names one host that there can be, or, as old programs do, none.

    `named` are the headers by name: where they are as many, there is none twice.
    """
    host = named.get(b"host")
    if host is None:
        return True
    if len(named) != len(headers) and sum(name == b"host" for name, _ in headers) > 1:
        return False
    return len(host) <= LONGEST_HOST and _is_host(host)


@lru_cache(256)
def _is_host(host: bytes) -> bool:
    found = HOST.fullmatch(host.decode("latin-1"))
    if found is None or int(found[3] or 0) > MOST_PORTS:
        return False
    return is_address(found[2], 6) if found[2] else is_name(found[1])


def is_name(name: str) -> bool:
    """Whether a name can be one of a host; one that ends in a number is an address, or none.

    >>> is_name("realms.example"), is_name("192.168.1.20"), is_name("192.168.1.256")
    (True, True, False)
    """
    return not name.rpartition(".")[2].isdigit() or is_address(name, 4)


def is_address(text: str, version: int) -> bool:
    """Whether a text is an address of this version of the protocol."""
    try:
        return ipaddress.ip_address(text).version == version
    except ValueError:
        return False
