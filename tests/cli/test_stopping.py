"""A server that is stopped while it starts: nothing is left of it, and its status is true."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from realms.cli.compiling.guard import holding_signals
from tests.web.live_server import PATIENCE, is_running, wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc")


class Starting:
    """A server whose rules have to be compiled; its processes are known by their cache."""

    def __init__(self, process: subprocess.Popen[str], cache: Path, logs: Path) -> None:
        self.process, self.cache, self.logs = process, cache, logs

    def processes(self, *words: str) -> list[int]:
        """All processes with this cache, wherever they belong; those started with some words."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                is_ours = f"REALMS_CACHE={self.cache}".encode() in (folder / "environ").read_bytes()
                command = (folder / "cmdline").read_text("utf-8")
                if is_ours and is_running(int(folder.name)) and all(w in command for w in words):
                    found.append(int(folder.name))
        return found

    def read_line(self) -> str:
        """What it says on standard output next."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def wait_for_nobody(self) -> None:
        """Wait until no process is left, this one and those it started."""
        wait_for(lambda: not self.processes())


@contextmanager
def starting(tmp_path: Path, *command: str) -> Iterator[Starting]:
    """A server with an empty cache, in a session of its own, as a terminal gives it one."""
    cache, logs = tmp_path / "cache", tmp_path / "logs"
    variables = {**os.environ, "REALMS_CACHE": str(cache), "REALMS_LANG": "en"}
    variables.pop("REALMS_COMPILE", None)
    with logs.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "realms", *command, "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=file,
            env=variables,
            text=True,
            start_new_session=True,
        )
    started = Starting(process, cache, logs)
    try:
        yield started
    finally:
        for number in started.processes():  # none, unless something failed
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        process.wait(PATIENCE)
        process.stdout.close()  # type: ignore[union-attr]


def serving(tmp_path: Path) -> tuple[str, ...]:
    return "serve", "--database", f"sqlite:///{tmp_path / 'realms.sqlite'}"


def test_asked_to_stop_before_it_answers(tmp_path: Path) -> None:
    with starting(tmp_path, *serving(tmp_path)) as server:
        assert server.read_line().startswith("Serving on ")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0, "who was asked to stop has not failed"
        server.wait_for_nobody()
        assert "Traceback" not in server.logs.read_text("utf-8")


def test_ctrl_c_while_the_rules_are_compiled(tmp_path: Path) -> None:
    with starting(tmp_path, "play", "--no-browser", "--data", str(tmp_path / "data")) as server:
        wait_for(lambda: bool(server.processes("realms.arena.prepare")))
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        server.wait_for_nobody()
        assert "Traceback" not in server.logs.read_text("utf-8")


def test_nobody_goes_on_compiling_for_a_server_that_was_killed(tmp_path: Path) -> None:
    with starting(tmp_path, *serving(tmp_path)) as server:
        wait_for(lambda: bool(server.processes("realms.cli.compiling.guard")))
        assert server.processes("realms.arena.prepare")
        server.process.kill()
        server.process.wait(PATIENCE)
        server.wait_for_nobody()


@pytest.fixture
def usual_signals() -> Iterator[None]:
    """Ctrl-C as Python has it, whatever a command that ran here before made of it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("usual_signals")
def test_a_signal_waits_until_what_was_begun_is_known() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt), holding_signals():  # noqa: PT012
        signal.raise_signal(signal.SIGINT)
        done.append("begun")
    assert done == ["begun"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
