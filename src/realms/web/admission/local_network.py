"""The local network: this machine's address in it, and the app served there as well.

Phones that are to play along find the app at that address, and at no other; whoever sits at
this machine opens it to them and closes it again, while the app goes on.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable
from typing import Protocol

from realms.kernel.errors import Unreadable

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
    parsed = ipaddress.ip_address(address)
    return parsed.is_private and not (parsed.is_loopback or parsed.is_unspecified)


def bind_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; 0 takes any port that is free."""
    taken: socket.socket | None = None
    try:
        address_family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = taken = socket.socket(address_family)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except (OSError, OverflowError) as error:
        if taken is not None:
            taken.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("serve/port", host=host, port=port, reason=reason) from error
    return bound  # not inheritable: a bot that outlives the server would keep the port


class ListeningServer(Protocol):
    """A server that can listen at more than one place."""

    async def listen(self, bound: socket.socket) -> asyncio.Server:
        """Take connections on another socket."""

    def stop_listening(self, listener: asyncio.Server, address: str) -> None:
        """Take no more of them, and end those that came to an address."""


class LocalNetwork:
    """The app as other devices of the local network find it, while they are let in.

    `tell` is told where they find it, or nothing when it is closed, each time that changes.
    `find` finds this machine's address.
    """

    def __init__(
        self,
        port: int,
        tell: Callable[[str], None] = lambda _site: None,
        find: Callable[[], str | None] = network_address,
    ) -> None:
        self.port, self._tell, self._find = port, tell, find
        self._bound: socket.socket | None = None
        self._address = ""
        self._server: ListeningServer | None = None
        self._listener: asyncio.Server | None = None

    @property
    def site(self) -> str:
        """Where other devices find the app; empty where they do not.

        A machine that has moved to another network since is not found where it was.
        """
        is_there = self._bound is not None and self._find() == self._address
        return f"http://{self._address}:{self.port}" if is_there else ""

    @property
    def is_possible(self) -> bool:
        """Whether this machine is in a local network."""
        return self._find() is not None

    def bind(self) -> None:
        """Take the place at which other devices are to find the app.

        Raises `Unreadable` where there is no network, or something else is served there.
        """
        address = self._find()
        if address is None:
            raise Unreadable("serve/no_network")
        self._bound, self._address = bind_socket(address, self.port), address
        self._tell(self.site)

    async def attach(self, server: ListeningServer) -> None:
        """Belong to a server that has started, and let devices in where a place is taken."""
        self._server = server
        if self._bound is not None:
            await self._listen()

    async def open(self) -> None:
        """Let devices in; where they are let in already at this address, nothing happens."""
        if not self.site:
            self.close()
            self.bind()
            await self._listen()

    def close(self) -> None:
        """Let nobody in any more, and end the connections of who came by the network."""
        if self._bound is None:
            return
        if self._listener is not None and self._server is not None:
            self._server.stop_listening(self._listener, self._address)
        self._bound.close()
        self._bound, self._listener, self._address = None, None, ""
        self._tell("")

    async def _listen(self) -> None:
        """Take connections as the server does on its own socket."""
        if self._server is not None and self._bound is not None:
            self._listener = await self._server.listen(self._bound)
