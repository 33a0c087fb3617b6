"""`realms serve`: starts when all is well, says what is not, and stops without losing anything."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest
import sqlalchemy.exc

import realms
from realms.cli import run
from realms.kernel.rule import COMPILED
from realms.tables.maintenance import why_unusable
from realms.web.building import check_built
from tests.tables.conftest import postgres as postgres  # noqa: PLC0414  (a fixture)
from tests.tables.conftest import postgres_server as postgres_server  # noqa: PLC0414
from tests.tables.postgres import Server as PostgresServer
from tests.web.live_server import PATIENCE, Server, figures, new_table, served, wait_for


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(f"sqlite:///{tmp_path / 'realms.sqlite'}", tmp_path / "logs") as running:
        yield running


def refused(*options: str, lang: str = "en") -> str:
    """The one sentence of a server that does not start."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, REALMS_LANG=lang),
        patch.object(os, "umask"),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = run(["serve", *options])
    assert status == 2, err.getvalue()
    assert out.getvalue() == ""
    assert err.getvalue().count("\n") == 1, err.getvalue()
    return err.getvalue().strip()


def test_a_game_on_a_fresh_server_and_nothing_waits_for_compilation(server: Server) -> None:
    with server.client() as client:
        for game in ("fantasy", "medieval"):
            new_table(client, game=game).play(moves=20)
    server.stop()
    slowest = max(line["ms"] for line in server.log_lines() if "ms" in line)
    assert slowest < 15_000  # compiling takes half a minute


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_told_though_streams_are_held(server: Server, number: int) -> None:
    ended: list[bool] = []

    def hold(path: str, beginning: threading.Barrier) -> None:
        with server.client() as client, client.stream("GET", path) as stream:
            lines = stream.iter_lines()
            next(lines)
            beginning.wait(PATIENCE)
            for _line in lines:
                pass
            ended.append(True)

    with server.client() as client:
        path = f"{new_table(client).path}/stream"
        began = threading.Barrier(6)
        holders = [threading.Thread(target=hold, args=(path, began)) for _ in range(5)]
        for holder in holders:
            holder.start()
        began.wait(PATIENCE)
        server.stop(number)
        for holder in holders:
            holder.join(PATIENCE)
    assert ended == [True] * 5  # each stream came to its end, none was torn off
    assert server.process.returncode == 0
    assert not [line for line in server.log_lines() if line.get("level") == "error"]


def test_what_was_acknowledged_before_it_stopped_is_there(server: Server, tmp_path: Path) -> None:
    with server.client() as client:
        table = new_table(client)
    said: list[str] = []
    enough = threading.Event()

    def talk(number: int) -> None:
        headers = {"authorization": f"Bearer {table.secrets[number]}"}
        with server.client(f"8.8.8.{number}") as talking:
            for count in range(10_000):
                text = f"line {number} {count}"
                try:
                    answer = talking.post(
                        f"{table.path}/name", json={"name": f"N{count}"}, headers=headers
                    )
                    answer = talking.post(
                        f"{table.path}/lines", json={"text": text}, headers=headers
                    )
                except httpx.TransportError:
                    return
                if answer.status_code == 200:
                    said.append(text)
                if count == 5:
                    enough.set()

    talkers = [threading.Thread(target=talk, args=(number,)) for number in range(3)]
    for talker in talkers:
        talker.start()
    assert enough.wait(PATIENCE)
    server.stop()
    for talker in talkers:
        talker.join(PATIENCE)
    assert server.process.returncode == 0
    assert not [line for line in server.log_lines() if line.get("level") == "error"]
    with closing(sqlite3.connect(tmp_path / "realms.sqlite")) as kept:
        lines = [text for (text,) in kept.execute("SELECT text FROM lines")]
    assert said
    assert set(said) <= set(lines)
    assert len(set(lines)) == len(lines)


def test_only_its_owner_may_read_the_database(server: Server, tmp_path: Path) -> None:
    with server.client() as client:
        new_table(client)
    for path in tmp_path.glob("realms.sqlite*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_without_a_database_it_is_in_the_users_data_directory(tmp_path: Path) -> None:
    variables = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "REALMS_DATABASE": ""}
    variables.pop("REALMS_DATABASE")
    process = subprocess.Popen(
        [sys.executable, "-m", "realms", "serve", "--port", "0"],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.terminate()
    assert (tmp_path / "realms" / "realms.sqlite").is_file()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        options = ("--port", port, "--database", f"sqlite:///{tmp_path / 'x.sqlite'}")
        sentence = f"127.0.0.1, port {port} cannot be listened on: Address already in use."
        assert refused(*options) == sentence
        assert "puerto" in refused(*options, lang="es")


@pytest.mark.parametrize("address", ["mysql://x/y", "nonsense", "", "sqlite"])
def test_an_address_that_is_none(address: str) -> None:
    sentence = refused("--port", "0", "--database", address or " ")
    assert sentence == "A database is named as sqlite:///FILE or postgresql://USER@HOST/NAME."


def why_not(address: str) -> str:
    return refused("--port", "0", "--database", address)


def test_a_file_that_is_no_database_says_why(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("This is no database. " * 100)
    address = f"sqlite:///{tmp_path / 'text.sqlite'}"
    assert why_not(address) == f"The file of the database {address} is no SQLite database."
    address = f"sqlite:///{tmp_path / 'text.sqlite' / 'inside.sqlite'}"
    assert why_not(address) == f"The folder of the database {address} does not exist."


def test_a_postgresql_that_cannot_be_used_says_why(postgres: str) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        sentence = why_not(f"postgresql://ada:hidden@127.0.0.1:{port}/realms")
    where = f"postgresql://ada:***@127.0.0.1:{port}/realms"
    assert sentence == f"Nobody listens where the database {where} should be."
    sentence = why_not(postgres.rpartition("/")[0] + "/nowhere")
    assert sentence == (
        "There is no database called nowhere at 127.0.0.1; make it first: createdb nowhere."
    )


def reason_for(error: BaseException, address: str = "postgresql://ada:hidden@db/realms") -> str:
    """The sentence for an error that came from another, as drivers have it."""
    try:
        try:
            raise error
        except BaseException as cause:
            raise sqlalchemy.exc.DBAPIError("SELECT 1", None, cause) from cause
    except sqlalchemy.exc.DBAPIError as wrapped:
        return why_unusable(wrapped, address).sentence("en")


def test_a_database_that_refuses_us_says_why(tmp_path: Path) -> None:
    """Refusals that take a server set up otherwise, or a user who is not root."""
    where = "postgresql://ada:***@db/realms"
    sentences = {
        asyncpg.InvalidPasswordError("no"): f"The database {where} refuses this user or password.",
        asyncpg.InsufficientPrivilegeError(
            "no"
        ): f"This user may not make tables in the database {where}.",
        socket.gaierror(-2, "no"): f"The database {where} is on a host that cannot be found: db.",
        TimeoutError(): f"The database {where} does not answer.",
    }
    for error, sentence in sentences.items():
        assert reason_for(error) == sentence
    file = tmp_path / "kept.sqlite"
    with closing(sqlite3.connect(file)) as kept, kept:
        kept.execute("CREATE TABLE x (y)")
    reading = closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True))
    with reading as kept, pytest.raises(sqlite3.OperationalError) as error:
        kept.execute("CREATE TABLE z (y)")
    sentence = reason_for(error.value, f"sqlite:///{file}")
    assert sentence.startswith(f"The database sqlite:///{file} may not be written")


def test_a_server_without_what_its_pages_load_does_not_start(tmp_path: Path) -> None:
    """It says so in a sentence, makes no database, and listens nowhere."""
    package = Path(realms.__file__).parent
    ignored = shutil.ignore_patterns("built", "__pycache__")
    shutil.copytree(package, tmp_path / "src" / "realms", ignore=ignored, copy_function=os.link)
    file = tmp_path / "kept.sqlite"
    ran = subprocess.run(
        [sys.executable, "-m", "realms", "serve", "--port", "0", "--database", f"sqlite:///{file}"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src"), "REALMS_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.stderr
    assert ran.stderr.startswith("The pages lack files that set-up builds (digest.txt, ")
    assert not file.exists()
    check_built()


def test_ready_tells_of_the_database_and_health_does_not(
    postgres_server: PostgresServer, postgres: str, tmp_path: Path
) -> None:
    with served(postgres, tmp_path / "logs", "--unlimited") as server, server.client() as client:
        answer = client.get("/ready")
        assert answer.status_code == 200
        data = answer.json()
        assert data["database"] == "ok"
        assert data["rules"] in ("compiled", "compiling") if COMPILED else data["rules"] == "plain"
        assert 0 <= data["progress"] <= 1
        postgres_server.stop()
        try:
            wait_for(lambda: client.get("/ready").status_code == 503)
            assert client.get("/ready").json()["database"] == "unreachable"
            assert client.get("/health").status_code == 200
        finally:
            postgres_server.start()
        wait_for(lambda: client.get("/ready").status_code == 200)


def test_a_database_of_the_future(server: Server, tmp_path: Path) -> None:
    server.stop()
    with closing(sqlite3.connect(tmp_path / "realms.sqlite")) as kept, kept:
        kept.execute("UPDATE alembic_version SET version_num = 'future'")
    sentence = refused("--port", "0", "--database", f"sqlite:///{tmp_path / 'realms.sqlite'}")
    where = f"sqlite:///{tmp_path / 'realms.sqlite'}"
    assert sentence == f"The database {where} was made by a newer version of this program."


def test_sqlite_has_one_process(server: Server, tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path / 'realms.sqlite'}")
    sentence = refused("--port", "0", *database, "--workers", "2")
    assert sentence == "Several workers need PostgreSQL; with SQLite there is one."
    sentence = refused("--port", "0", *database)
    assert sentence == "Another process serves this SQLite file; several processes need PostgreSQL."
    assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200


def processes_of(server: Server) -> list[int]:
    """The server processes, as the figures tell them."""
    infos = [key for key in figures(server)[0] if key.startswith("realms_info")]
    return sorted(int(number) for number in re.findall(r'process="(\d+)"', " ".join(infos)))


def times_ready(server: Server) -> float:
    """How often somebody asked whether it is ready, as the figures tell it."""
    key = 'realms_request_seconds_count{method="GET",route="/ready"}'
    return figures(server)[0].get(key, 0)


def test_several_workers_on_postgresql(postgres: str, tmp_path: Path) -> None:
    options = ("--workers", "2", "--unlimited")
    with served(postgres, tmp_path / "logs", *options) as server:
        wait_for(lambda: len(processes_of(server)) == 2)  # it may still be loading the rules
        for _ in range(20):
            with server.client() as client:  # a connection each: any process may take it
                assert client.get("/ready").json()["database"] == "ok"
        assert [times_ready(server) for _ in range(6)] == [20] * 6, "whoever is asked"
        with server.client(connection="close") as client:  # each request to any of the two
            table = new_table(client)
            assert table.play()["outcome"] is not None
        killed, other = processes_of(server)
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: killed not in processes_of(server) and len(processes_of(server)) == 2)
        assert other in processes_of(server)
        assert times_ready(server) == 20, "what it counted stays"
        server.stop()
        assert server.process.returncode == 0
    assert not [line for line in server.log_lines() if line.get("level") == "error"]
