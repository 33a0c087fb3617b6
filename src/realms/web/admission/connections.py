"""How many connections a process takes: of one address, and in all.

An address that a proxy is trusted at (`FORWARDED_ALLOW_IPS`, else this machine) may have any
number: it brings many people, and to count them one by one is the proxy's work. All together
leave some descriptors for the database, the bots and files.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import sys
from collections import Counter

from realms.web.security import UNKNOWN, client_network

if sys.platform != "win32":  # which has no such limits
    import resource

MOST_OF_ADDRESS = 150
"""Connections that one address holds at most: its streams, and what it asks besides."""
MOST_DESCRIPTORS = 65_536
"""Descriptors that a process asks for."""
RESERVED_DESCRIPTORS = 128
"""Descriptors that are kept for all that is not a connection."""
TRUSTED = "127.0.0.1"
"""Where a proxy is trusted unless `FORWARDED_ALLOW_IPS` says otherwise."""


def raise_descriptor_limit() -> int:
    """Let this process have as many descriptors as it may; returns how many that is."""
    if sys.platform == "win32":
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, MOST_DESCRIPTORS)


class ConnectionLimits:
    """Counts the connections of a process."""

    def __init__(self, descriptors: int | None = None, most: int = MOST_OF_ADDRESS) -> None:
        there = raise_descriptor_limit() if descriptors is None else descriptors
        self.most, self.most_in_all = most, max(there - RESERVED_DESCRIPTORS, there // 2)
        self._trusted = _networks(os.environ.get("FORWARDED_ALLOW_IPS", TRUSTED))
        self._held: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return len(self._held)

    def admit(self, host: str) -> str | None:
        """Count a connection from an address: what to release later, or None if it is refused."""
        client = client_network(host)
        if self._all >= self.most_in_all:
            return None
        if self._held[client] >= self.most and not self._is_trusted(host):
            return None
        self._held[client] += 1
        self._all += 1
        return client

    def release(self, client: str) -> None:
        """Forget a connection that was counted."""
        self._all -= 1
        self._held[client] -= 1
        if not self._held[client]:
            del self._held[client]

    def _is_trusted(self, host: str) -> bool:
        if self._trusted is None:
            return True
        if client_network(host) == UNKNOWN:
            return False
        return any(ipaddress.ip_address(host) in network for network in self._trusted)


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def _networks(listed: str) -> list[Network] | None:
    """The networks of a list; None for all there are."""
    if listed.strip() == "*":
        return None
    found: list[Network] = []
    for part in listed.split(","):
        with contextlib.suppress(ValueError):
            found.append(ipaddress.ip_network(part.strip(), strict=False))
    return found
