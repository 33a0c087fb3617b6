"""The app in the local network: where it is found, and where it no longer is."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from realms.kernel.errors import Unreadable
from realms.web.admission.local_network import LocalNetwork, bind_socket


class ListensAnywhere:
    """A server that notes where it listens."""

    def __init__(self) -> None:
        self.places: list[str] = []

    async def listen(self, bound: socket.socket) -> Any:
        self.places.append(bound.getsockname()[0])
        return object()

    def stop_listening(self, listener: Any, address: str) -> None:
        self.places.remove(address)


def free_port() -> int:
    with bind_socket("127.0.0.1", 0) as bound:
        return int(bound.getsockname()[1])


def test_a_machine_that_moved_to_another_network_shows_no_old_link() -> None:
    address, port, links = ["127.0.0.2"], free_port(), list[str]()
    network = LocalNetwork(port, links.append, lambda: address[0])
    server = ListensAnywhere()

    async def move() -> None:
        await network.attach(server)
        assert (network.site, server.places) == ("", [])
        await network.open()
        await network.open()  # a second time it is open already
        assert network.site == f"http://127.0.0.2:{port}"
        address[0] = "127.0.0.3"
        assert network.site == ""
        await network.open()
        assert server.places == ["127.0.0.3"]
        network.close()
        network.close()

    asyncio.run(move())
    assert links == [f"http://127.0.0.2:{port}", "", f"http://127.0.0.3:{port}", ""]
    assert server.places == []


def test_a_place_that_is_taken_or_not_there_is_refused_in_a_sentence() -> None:
    with bind_socket("127.0.0.2", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Unreadable, match="cannot be listened on"):
            LocalNetwork(port, find=lambda: "127.0.0.2").bind()
    nowhere = LocalNetwork(port, find=lambda: None)
    assert (nowhere.is_possible, nowhere.site) == (False, "")
    with pytest.raises(Unreadable, match="not on a local network"):
        nowhere.bind()
