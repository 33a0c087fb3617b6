"""Several server processes on one socket: started, watched, replaced, and stopped together.

A process that ends, or does not answer, is replaced: at once where it has served, after a wait
that grows where it never came so far. Only where one of the very first ones ends with an error
of its own is the server given up, and its exit status says so. None outlives its supervisor,
whatever became of that: it would keep the port, and play on by itself.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import socket
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.supervisors.multiprocess import Process

from realms.web.admission.local_network import LocalNetwork
from realms.web.metrics import forget_process

LOG = logging.getLogger("realms.web")

STARTING_TIMEOUT = 120.0
"""Seconds that a process may be silent while it starts: loading the rules takes some."""
SERVING_TIMEOUT = 60.0
"""Seconds that one that serves may be silent before it is taken for frozen."""
PAUSE = 0.25
"""Seconds between two looks at the processes."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds before a process that never served is replaced: doubled each time, up to the longest."""
LAST_WAIT = 15.0
"""Seconds in which a process that is asked to stop has to end, before it is killed."""
FAILED = 1
"""The exit status of a server that could not start."""


class InterruptibleServer(uvicorn.Server):
    """A server that can be stopped while it starts, which may wait long for its database.

    Where it is for who sits at this machine, it may be open to their `network` as well.
    """

    def __init__(self, config: uvicorn.Config, network: LocalNetwork | None = None) -> None:
        super().__init__(config)
        self._network = network
        self._is_stopped = False

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start to listen."""
        try:
            await super().startup(sockets)
        except SystemExit:
            # A signal that finds the app's own code at work is told as a fault of the app.
            if self._is_stopped:
                sys.exit(0)
            raise
        if self._network is not None:
            await self._network.attach(self)

    async def listen(self, bound: socket) -> asyncio.Server:
        """Take connections on another socket, like those on the first."""
        config: Any = self.config
        states = {"server_state": self.server_state, "app_state": self.lifespan.state}
        loop = asyncio.get_running_loop()
        made = await loop.create_server(
            lambda: config.http_protocol_class(config=config, **states, _loop=loop),
            sock=bound,
            backlog=config.backlog,
        )
        self.servers.append(made)
        return made

    def stop_listening(self, listener: asyncio.Server, address: str) -> None:
        """Take no more connections there, and end those that came to an address."""
        listener.close()
        self.servers.remove(listener)
        for connection in [*self.server_state.connections]:
            reached: Any = getattr(connection, "server", None)
            if reached and reached[0] == address:
                connection.shutdown()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: before the first request at once, and else when all is finished."""
        if not self.started:
            self._is_stopped = True
            sys.exit(0)
        super().handle_exit(sig, frame)


class ServerProcess(Process):
    """A server process, and when it was last heard of."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self.is_serving = False
        """Whether it has ever taken requests."""
        self._asked: float | None = None

    def target(self, sockets: list[socket] | None = None) -> None:
        """Run the server, in the new process."""
        threading.Thread(target=stop_with_supervisor, daemon=True).start()
        self._server = InterruptibleServer(config=self.config)
        super().target(sockets)

    def is_well(self, now: float) -> bool:
        """Whether it runs and answers in time; never waits for the answer."""
        if not self.process.is_alive():
            return False
        try:
            while self.parent_conn.poll(0):
                self.is_serving = bool(self.parent_conn.recv()) or self.is_serving
                self._asked = None
            if self._asked is None:
                self.parent_conn.send(b"ping")
                self._asked = now
        except (OSError, EOFError):
            return False
        return now - self._asked < (SERVING_TIMEOUT if self.is_serving else STARTING_TIMEOUT)

    def end(self, seconds: float) -> None:
        """Wait until it has ended; what takes longer is killed."""
        self.process.join(seconds)
        self.kill()
        self.join()


class Supervisor:
    """Keeps a number of server processes running until it is asked to stop.

    `start` makes a process and `clock` tells the time; tests bring their own.
    """

    def __init__(
        self,
        start: Callable[[], Any],
        number: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.start, self.number, self.clock = start, number, clock
        self.processes: list[Any] = []
        self.status = 0
        self._served: list[Any] = []
        """The processes that have taken requests, the last of those that ended among them."""
        self._wait = FIRST_WAIT
        self._due: list[float] = []
        """When processes that could not start are replaced."""
        self._stop = threading.Event()

    def run(self) -> int:
        """Watch the processes until asked to stop; returns the exit status."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_signal: self._stop.set())
        self.processes = [self.start() for _ in range(self.number)]
        while not self._stop.wait(PAUSE):
            self.look()
        self._end_all()
        return self.status

    def _end_all(self) -> None:
        """Ask all processes to stop; those that do not, as they are frozen perhaps, are killed."""
        for process in self.processes:
            process.terminate()
        until = self.clock() + LAST_WAIT
        for process in self.processes:
            process.end(max(until - self.clock(), 0))

    def look(self) -> None:
        """Bury processes that are gone or frozen, and start those that are due."""
        now = self.clock()
        for process in [*self.processes]:
            is_well = process.is_well(now)
            if process.is_serving and process not in self._served:
                self._served.append(process)
                self._wait = FIRST_WAIT
            if not is_well:
                self._bury(process, now)
        for due in [due for due in self._due if due <= now]:
            self._due.remove(due)
            self.processes.append(self.start())

    def _bury(self, process: Any, now: float) -> None:
        """End a process for good, and see to another, or give up where none ever served."""
        process.kill()
        process.join()
        forget_process(process.pid)
        self.processes.remove(process)
        if process.is_serving:
            LOG.warning("server process %s ended (%s); another starts", *_names(process))
            self._served = [other for other in self._served if other in self.processes] or [process]
            self._due.append(now)
        elif self._served or process.exitcode <= 0:  # killed: perhaps before it could say more
            LOG.error(
                "server process %s could not start (%s); another try in %g s",
                *_names(process),
                self._wait,
            )
            self._due.append(now + self._wait)
            self._wait = min(2 * self._wait, LONGEST_WAIT)
        else:
            LOG.error("server process %s could not start (%s); giving up", *_names(process))
            self.status = FAILED
            self._stop.set()


def stop_with_supervisor() -> None:
    """Stop this process when the one that started it is gone; returns only where none did.

    A pipe tells it, of which the other end is open as long as that process lives.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    signal.raise_signal(signal.SIGTERM)  # to finish what was begun
    time.sleep(LAST_WAIT)
    os._exit(FAILED)


def _names(process: Any) -> tuple[int, int]:
    """What a log calls a process: its number, and how it ended."""
    return process.pid, process.exitcode


@contextmanager
def blocking_interrupts() -> Iterator[None]:
    """Let Ctrl-C pass by the processes that are started meanwhile; here it waits till the end.

    A terminal sends it to all of them. It is for the supervisor, which asks the others to stop:
    one that is still loading would break off with an error, as if it could not start.
    """
    if sys.platform == "win32":  # where a console asks each process by itself
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def supervise(config: uvicorn.Config, bound: socket, number: int) -> int:
    """Run so many server processes on a socket until asked to stop; returns the exit status."""

    def start() -> ServerProcess:
        process = ServerProcess(config, [bound])
        with blocking_interrupts():
            process.start()
        return process

    return Supervisor(start, number).run()
