"""Several server processes on one socket: started, watched, replaced, and stopped together.

A process that ends, or does not answer, is replaced: at once where it has served, after a wait
that grows where it never came so far. Only where one of the very first ones ends with an error
of its own is the server given up, and its exit status says so.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
import time
from collections.abc import Callable
from socket import socket
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.supervisors.multiprocess import Process

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
FAILED = 1
"""The exit status of a server that could not start."""


class InterruptibleServer(uvicorn.Server):
    """A server that can be stopped while it starts, which may wait long for its database."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: before the first request at once, and else when all is finished."""
        if not self.started:
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
            signal.signal(number, lambda *_told: self._stop.set())
        self.processes = [self.start() for _ in range(self.number)]
        while not self._stop.wait(PAUSE):
            self.look()
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()
        return self.status

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


def _names(process: Any) -> tuple[int, int]:
    """What a log calls a process: its number, and how it ended."""
    return process.pid, process.exitcode


def supervise(config: uvicorn.Config, bound: socket, number: int) -> int:
    """Run so many server processes on a socket until asked to stop; returns the exit status."""

    def start() -> ServerProcess:
        process = ServerProcess(config, [bound])
        process.start()
        return process

    return Supervisor(start, number).run()
