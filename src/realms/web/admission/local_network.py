"""The local network: this machine's address in it, for phones that are to play along."""

from __future__ import annotations

import ipaddress
import socket

ELSEWHERE = "203.0.113.1", 9
"""An address that is nobody's (RFC 5737): nothing is sent there, only the way is asked for."""


def network_address() -> str | None:
    """This machine's address in its local network; None where it is in none.

    The system is asked from which address it would speak to another machine. No packet
    leaves: a datagram socket is connected, and nothing is written to it.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ELSEWHERE)
            address = str(asking.getsockname()[0])
        except OSError:
            return None
    return address if is_of_local_network(address) else None


def is_of_local_network(address: str) -> bool:
    """Whether an address is one that a phone in the same network can reach, and no stranger.

    >>> is_of_local_network("192.168.1.20"), is_of_local_network("127.0.0.1")
    (True, False)
    """
    told = ipaddress.ip_address(address)
    return told.is_private and not (told.is_loopback or told.is_unspecified)
