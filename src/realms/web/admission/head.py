"""The head of a request: its address in one form, and whether its host can be one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

LONGEST_HOST = 255
HOST = re.compile(rb"(?:[\w.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?")
"""A name or an address, and a port."""
MOST_PORTS = 65535
ODD = re.compile(r"[\x00-\x1f\x7f\\]|/\.{1,2}(?:/|$)|//|.(?<!^)/$")
"""What an address may have in it that another form of it has not."""
REFUSED = re.compile(r"[\x00-\x1f\x7f\\]|/\.{1,2}(?:/|$)")
"""What no address of ours has: control characters, backslashes, dots as steps."""


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


def is_host(headers: Any) -> bool:
    """Whether a request names one host that there can be, or, as old programs do, none."""
    host = None
    for name, value in headers:
        if name == b"host":
            if host is not None:
                return False
            host = value
    return host is None or (len(host) <= LONGEST_HOST and _is_host(host))


@lru_cache(256)
def _is_host(host: bytes) -> bool:
    found = HOST.fullmatch(host)
    return found is not None and int(found[1] or 0) <= MOST_PORTS
