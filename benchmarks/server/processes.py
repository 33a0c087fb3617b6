"""Servers in processes of their own, for as long as they are asked."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence

PATIENCE = 120.0


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def run_server(command: Callable[[int], Sequence[str]], folder: str | None = None) -> Iterator[int]:
    """A server that listens on a port; gives the port."""
    port = free_port()
    server = subprocess.Popen(command(port), cwd=folder, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, server)
        yield port
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.05)
    raise TimeoutError
