"""A real PostgreSQL for the tests: its own server, in a temporary directory, on a free port."""

from __future__ import annotations

import atexit
import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock

UNPRIVILEGED = ("postgres", "nobody")
"""Whom the server runs as where the tests run as root, which it refuses."""

WITHOUT_DISK = ("fsync=off", "full_page_writes=off")
"""Nobody waits for the disk: what a process wrote is there when it was killed, without that too."""


class Missing(Exception):
    """PostgreSQL cannot be had on this machine."""


def programs() -> Path:
    """The folder of PostgreSQL's programs; installed first where that can be done."""
    found = _found()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with FileLock(Path(tempfile.gettempdir()) / "realms-postgresql.lock"):
            found = _found() or _installed()
    if found is None:
        raise Missing("PostgreSQL is not installed, and cannot be installed from here")
    return found


def _found() -> Path | None:
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: p.parent.name)
    return versions[-1] if versions else None


def _installed() -> Path | None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in ("apt-get update", "apt-get install -y postgresql"):
        subprocess.run(command.split(), env=environment, capture_output=True, check=False)
    return _found()


def free_port() -> int:
    """A port that nobody listens on, nor is given to those who connect somewhere.

    Nor to another process of tests: it stays ours, for a server that shares the address.
    """
    while True:
        port, taken = random.SystemRandom().randrange(20_000, 32_000), socket.socket()
        try:
            taken.bind(("127.0.0.1", port))
        except OSError:
            taken.close()
            continue
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        RESERVED.append(taken)
        return port


RESERVED: list[socket.socket] = []
"""What keeps our ports."""


@atexit.register
def _release() -> None:
    for taken in RESERVED:
        taken.close()


class Server:
    """A PostgreSQL that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.programs = programs()
        self.user = _user()
        self._process: subprocess.Popen[bytes] | None = None
        if self.user:
            shutil.chown(folder, self.user)
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "realms", "-E", "UTF8")

    @property
    def address(self) -> str:
        """Where it is, without the name of a database."""
        return f"postgresql://realms@127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        """Its first process; None where it does not run."""
        return self._process.pid if self._process else None

    def _command(self, program: str, *arguments: str) -> list[str]:
        as_user = ["runuser", "-u", self.user, "--"] if self.user else []
        return [*as_user, str(self.programs / program), *arguments]

    def _run(self, program: str, *arguments: str) -> None:
        command = self._command(program, *arguments)
        done = subprocess.run(command, cwd=self.folder, capture_output=True, check=False)
        if done.returncode:
            raise Missing(f"{program}: {done.stderr.decode(errors='replace')[-400:]}")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        data = str(self.folder / "data")
        settings = (*WITHOUT_DISK, "listen_addresses=127.0.0.1", f"unix_socket_directories={data}")
        options = [part for setting in settings for part in ("-c", setting)]
        command = self._command("postgres", "-D", data, "-p", str(self.port), *options)
        with (self.folder / "log").open("ab") as file:
            self._process = subprocess.Popen(command, cwd=self.folder, stdout=file, stderr=file)
        for _try in range(2000):
            with suppress(Missing):
                self.execute("SELECT 1")
                return
            time.sleep(0.05)
        raise Missing((self.folder / "log").read_text(errors="replace")[-400:])

    def stop(self) -> None:
        """Stop it at once; what was committed is there when it starts again."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")
        if self._process:
            self._process.wait(120)

    def execute(self, statement: str) -> None:
        """Do something outside all databases of the tests."""
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "realms", "-d", "postgres")
        self._run("psql", *where, "-q", "-v", "ON_ERROR_STOP=1", "-c", statement)


def _user() -> str:
    if os.geteuid() != 0:
        return ""
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in UNPRIVILEGED if user in known)


@contextmanager
def running() -> Iterator[Server]:
    """A server for as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="realms-postgresql-"))
    folder.chmod(0o755)
    try:
        server = Server(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
