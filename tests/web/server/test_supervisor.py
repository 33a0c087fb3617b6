"""Several server processes: replaced when they end, waited for when the database is away."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from realms.web import supervisor
from realms.web.supervisor import Supervisor
from tests.support.samples import SOAKING
from tests.tables.conftest import postgres as postgres  # noqa: PLC0414  (a fixture)
from tests.tables.conftest import postgres_server as postgres_server  # noqa: PLC0414
from tests.tables.postgres import Server as Postgres
from tests.web.live_server import PATIENCE, is_running, process_tree, wait_for

PROGRAM = """
import sys
from realms.web import server
if __name__ == "__main__":
    with server.bind_socket("127.0.0.1", 0) as bound:
        print(bound.getsockname()[1], flush=True)
        server.serve(server.ServerSettings(sys.argv[1], 1, False), bound, int(sys.argv[2]))
"""


class Running:
    """A server that was started, with its socket bound; it may take requests later."""

    def __init__(self, process: subprocess.Popen[str], logs: Path) -> None:
        assert process.stdout is not None
        self.process, self.logs = process, logs
        self.url = f"http://127.0.0.1:{process.stdout.readline().strip()}"

    def processes(self) -> set[int]:
        """The process that answers, if one does."""
        try:
            text = httpx.get(f"{self.url}/metrics", timeout=1).text
        except httpx.TransportError:
            return set()
        return {int(pid) for pid in re.findall(r'process="(\d+)"', text)}

    def wait(self, reached: Callable[[], bool]) -> None:
        """Wait until something is so, while the server lives."""
        deadline = time.monotonic() + PATIENCE
        while not reached():
            assert self.process.poll() is None, self.logs.read_text("utf-8")
            assert time.monotonic() < deadline, self.logs.read_text("utf-8")
            time.sleep(0.02)

    def has_logged(self, text: str) -> bool:
        return text in self.logs.read_text("utf-8")


@contextmanager
def running(tmp_path: Path, database: str, workers: int) -> Iterator[Running]:
    """`realms serve` without the rules being loaded first."""
    script, logs = tmp_path / "server.py", tmp_path / "logs"
    script.write_text(PROGRAM)
    with logs.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, str(script), database, str(workers)],
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
        )
    try:
        yield Running(process, logs)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()  # type: ignore[union-attr]


def test_a_worker_that_starts_while_the_database_is_away_waits_for_it(
    postgres: str, postgres_server: Postgres, tmp_path: Path
) -> None:
    with running(tmp_path, postgres, 2) as server:
        seen = wait_for_two(server)
        postgres_server.stop()
        try:
            killed = seen.pop()
            os.kill(killed, signal.SIGKILL)
            server.wait(lambda: server.has_logged("the database cannot be reached"))
            assert server.process.poll() is None
        finally:
            postgres_server.start()
        assert killed not in wait_for_two(server)
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0


def test_one_process_waits_too_and_can_be_stopped_meanwhile(
    postgres: str, postgres_server: Postgres, tmp_path: Path
) -> None:
    postgres_server.stop()
    try:
        with running(tmp_path, postgres, 1) as server:
            server.wait(lambda: server.has_logged("the database cannot be reached"))
            server.process.terminate()
            assert server.process.wait(PATIENCE) == 0
    finally:
        postgres_server.start()


APP_THAT_IS_STOPPED = """
import os, signal, uvicorn
from realms.web.supervisor import InterruptibleServer

async def app(scope, receive, send):
    await receive()
    os.kill(os.getpid(), signal.SIGTERM)
    while True:
        pass

InterruptibleServer(uvicorn.Config(app, lifespan="on", log_config=None)).run()
"""


def test_a_signal_that_finds_the_app_starting_is_no_failure() -> None:
    command = [sys.executable, "-c", APP_THAT_IS_STOPPED]
    stopped = subprocess.run(command, check=False, timeout=PATIENCE)
    assert stopped.returncode == 0


def test_where_no_worker_can_start_the_exit_status_says_so(tmp_path: Path) -> None:
    with running(tmp_path, f"sqlite:///{tmp_path / 'no' / 'folder.sqlite'}", 2) as server:
        assert server.process.wait(PATIENCE) == supervisor.FAILED
        assert server.has_logged("could not start")


def wait_for_two(server: Running) -> set[int]:
    """The two server processes, when both answer."""
    seen: set[int] = set()

    def both_answer() -> bool:
        seen.update(server.processes())
        return len(seen) == 2

    server.wait(both_answer)
    return seen


def test_no_process_outlives_a_supervisor_that_was_killed(postgres: str, tmp_path: Path) -> None:
    with running(tmp_path, postgres, 2) as server:
        wait_for_two(server)
        there = process_tree(server.process.pid)
        server.process.kill()
        wait_for(lambda: not any(map(is_running, there)))
        with socket.socket() as again:  # which whoever starts next can listen on
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", httpx.URL(server.url).port or 0))
            again.listen()


@pytest.mark.soak
@pytest.mark.skipif(not SOAKING, reason="starts two more processes; make soak")
def test_nor_one_that_was_killed_while_they_started(
    postgres: str, postgres_server: Postgres, tmp_path: Path
) -> None:
    postgres_server.stop()
    try:
        with running(tmp_path, postgres, 2) as server:
            server.wait(lambda: server.has_logged("the database cannot be reached"))
            there = process_tree(server.process.pid)
            assert len(there) > 2
            server.process.kill()
            wait_for(lambda: not any(map(is_running, there)))
    finally:
        postgres_server.start()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_while_its_processes_start_none_is_left(
    postgres: str, tmp_path: Path, number: signal.Signals
) -> None:
    with running(tmp_path, postgres, 2) as server:
        server.wait(lambda: len(workers_of(server)) == 2)
        there = process_tree(server.process.pid)
        if number is signal.SIGINT:  # which a terminal sends to all of them
            for worker in workers_of(server):
                os.kill(worker, number)
        server.process.send_signal(number)
        assert server.process.wait(PATIENCE) == 0, server.logs.read_text("utf-8")
        wait_for(lambda: not any(map(is_running, there)))
        assert not server.has_logged("Traceback")


def workers_of(server: Running) -> list[int]:
    """The server processes that have been started, whether they take requests or not."""
    started = process_tree(server.process.pid)[1:]
    return [one for one in started if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def test_a_process_that_does_not_stop_is_killed() -> None:
    process = supervisor.ServerProcess.__new__(supervisor.ServerProcess)
    process.parent_conn, process.child_conn = multiprocessing.Pipe()
    spawn = multiprocessing.get_context("spawn")
    process.process = spawn.Process(target=time.sleep, args=(PATIENCE,))
    process.start()
    assert process.pid
    os.kill(process.pid, signal.SIGSTOP)
    process.terminate()
    process.end(0.05)
    assert process.exitcode in (-signal.SIGKILL, -signal.SIGTERM)


class Process:
    """A server process as a supervisor sees it."""

    pid, exitcode = 1, 3

    def __init__(self) -> None:
        self.well, self.is_serving, self.is_killed = True, False, False

    def is_well(self, _now: float) -> bool:
        return self.well

    def kill(self) -> None:
        self.is_killed = True

    def join(self) -> None:
        pass


class Watch:
    """A supervisor whose clock and processes are ours."""

    def __init__(self) -> None:
        self.now = 0.0
        self.started: list[Process] = []
        self.supervisor = Supervisor(self.start, 2, lambda: self.now)
        self.supervisor.processes = [self.start(), self.start()]

    def start(self) -> Process:
        self.started.append(Process())
        return self.started[-1]

    def look(self, after: float = 0.0) -> int:
        """Look again after some seconds; how many were started so far."""
        self.now += after
        self.supervisor.look()
        return len(self.started)


def test_who_served_and_ended_is_replaced_at_once() -> None:
    watch = Watch()
    for process in watch.started:
        process.is_serving = True
    watch.look()
    watch.started[0].well = False
    assert watch.look() == 3
    assert watch.started[0].is_killed
    assert watch.supervisor.processes == watch.started[1:]


def test_who_never_served_is_replaced_ever_later_while_others_serve() -> None:
    watch = Watch()
    watch.started[0].is_serving = True
    watch.look()
    started, wait = 2, supervisor.FIRST_WAIT
    for _ in range(10):
        watch.started[-1].well = False
        assert watch.look() == started, "not yet"
        assert watch.look(wait) == started + 1
        started, wait = started + 1, min(2 * wait, supervisor.LONGEST_WAIT)

    assert watch.supervisor.status == 0


def test_who_was_killed_before_anybody_knew_that_it_served_is_replaced() -> None:
    watch = Watch()
    watch.started[0].well, watch.started[0].exitcode = False, -9
    assert watch.look() == 2
    assert watch.look(supervisor.FIRST_WAIT) == 3
    assert watch.supervisor.status == 0


def test_nothing_goes_on_where_none_ever_served() -> None:
    watch = Watch()
    watch.started[0].well = False
    watch.look()
    assert watch.supervisor.status == supervisor.FAILED
    assert watch.supervisor._stop.is_set()


def test_a_silent_process_has_longer_while_it_loads_the_rules() -> None:
    class Silent:
        def is_alive(self) -> bool:
            return True

    class Pipe:
        answers: tuple[bool, ...] = ()

        def poll(self, _seconds: float) -> bool:
            return bool(self.answers)

        def recv(self) -> bool:
            answer, *rest = self.answers
            self.answers = tuple(rest)
            return answer

        def send(self, _ping: bytes) -> None:
            pass

    process = supervisor.ServerProcess.__new__(supervisor.ServerProcess)
    process.process, process.parent_conn = Silent(), Pipe()  # type: ignore[assignment]
    process.is_serving, process._asked = False, None
    assert process.is_well(0)
    assert process.is_well(supervisor.STARTING_TIMEOUT - 1)
    assert not process.is_well(supervisor.STARTING_TIMEOUT + 1)
    process.parent_conn.answers = (True,)  # type: ignore[attr-defined]
    assert process.is_well(200)
    assert process.is_serving
    assert not process.is_well(200 + supervisor.SERVING_TIMEOUT)
