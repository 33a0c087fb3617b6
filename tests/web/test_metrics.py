"""The figures of a server: what they count, and that they are what Prometheus reads."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.tables.conftest import postgres_server as postgres_server  # noqa: PLC0414  (a fixture)
from tests.tables.postgres import Server as PostgresServer
from tests.web.served import Server, new_table, served, wait_for

LINE = re.compile(r'([a-z_]+)(?:\{((?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)')
DOCUMENT = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("metrics")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    database = f"sqlite:///{folder / 'realms.sqlite'}"
    with served(database, folder / "logs", "--unlimited") as running:
        yield running


def figures(server: Server) -> tuple[dict[str, float], dict[str, str]]:
    """The figures by name and labels, and the kind of each; a line that is neither fails."""
    with server.client() as client:
        answer = client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    values: dict[str, float] = {}
    kinds: dict[str, str] = {}
    assert answer.text.endswith("\n")
    for text in answer.text.splitlines():
        if text.startswith("# TYPE "):
            _, _, name, kind = text.split(" ")
            assert name not in kinds
            kinds[name] = kind
        elif not text.startswith("# HELP "):
            found = LINE.fullmatch(text)
            assert found, text
            key = text.rpartition(" ")[0]
            assert key not in values
            values[key] = float(found[3])
    return values, kinds


def test_whole_games_are_counted(server: Server, folder: Path) -> None:
    with server.client() as client:
        tables = [new_table(client), new_table(client, 2, "medieval"), new_table(client)]
        for table in tables[:2]:
            assert table.play()["outcome"] is not None
        opened = client.post("/api/tables", json={"game": "fantasy", "name": "Ada"}).json()
        values, kinds = figures(server)
        assert values['realms_tables{status="finished"}'] == 2
        assert values['realms_tables{status="playing"}'] == 1
        assert values['realms_tables{status="open"}'] == 1
        assert values["realms_streams"] == 0
        with client.stream("GET", f"/api/tables/{opened['id']}/stream") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            assert figures(server)[0]["realms_streams"] == 1
    with closing(sqlite3.connect(folder / "realms.sqlite")) as kept:
        query = """SELECT count(*) FROM entries JOIN tables ON table_id = id
                   WHERE body LIKE '%"moved"%' AND rules LIKE ?"""
        for game in ("fantasy", "medieval"):
            [count] = kept.execute(query, (f"{game}%",)).fetchone()
            assert values[f'realms_moves_total{{by="seat",game="{game}"}}'] == count
        [entries] = kept.execute("SELECT count(*) FROM entries").fetchone()
    assert values["realms_commit_entries_sum"] == entries
    assert kinds["realms_moves_total"] == "counter"
    assert kinds["realms_request_seconds"] == "histogram"
    route = 'method="POST",route="/api/tables/{table}/moves"'
    moves = values[f"realms_request_seconds_count{{{route}}}"]
    assert moves == values[f'realms_request_seconds_bucket{{le="+Inf",{route}}}']
    assert 0 < values[f"realms_request_seconds_sum{{{route}}}"] < 60


def test_whatever_is_asked_for_there_are_few_series(server: Server) -> None:
    with server.client() as client:
        before = len(figures(server)[0])
        for number in range(50):
            client.get(f"/nothing/{number}")
            client.request(f"M{'X' * number}", "/health")
            client.get(f"/api/tables/unknown{number}")
        after, _ = figures(server)
    assert len(after) - before <= 3 * 16
    assert not [key for key in after if "unknown" in key or "XX" in key]


def test_figures_name_nobody_and_no_table(server: Server) -> None:
    with server.client() as client:
        table = new_table(client)
        text = client.get("/metrics").text
    for word in (table.id, *table.secrets, "Ada", "Bruno"):
        assert word not in text


def test_every_figure_is_documented(server: Server) -> None:
    text = DOCUMENT.read_text("utf-8")
    for name in figures(server)[1]:
        assert f"`{name}`" in text, name


@pytest.fixture(scope="module")
def several(postgres_server: PostgresServer, folder: Path) -> Iterator[Server]:
    """A server of two processes."""
    postgres_server.execute("CREATE DATABASE figures")
    database = f"{postgres_server.address}/figures"
    with served(database, folder / "several", "--unlimited", "--workers", "2") as running:
        yield running
    postgres_server.execute("DROP DATABASE figures WITH (FORCE)")


def test_figures_of_several_processes_are_added_up(several: Server) -> None:
    """Whoever is asked tells of all; of a process that ends, what it counted stays."""

    def processes() -> list[int]:
        keys = [key for key in figures(several)[0] if key.startswith("realms_info")]
        return sorted(int(number) for key in keys for number in re.findall(r'process="(\d+)"', key))

    def asked() -> float:
        return figures(several)[0].get(
            'realms_request_seconds_count{method="GET",route="/ready"}', 0
        )

    wait_for(lambda: len(processes()) == 2)
    for _ in range(20):
        with several.client() as client:  # a connection each: any process may take it
            assert client.get("/ready").json()["database"] == "ok"
    assert [asked() for _ in range(6)] == [20] * 6
    old = processes()
    os.kill(old[0], signal.SIGKILL)
    wait_for(lambda: old[0] not in processes() and len(processes()) == 2)
    assert [asked() for _ in range(4)] == [20] * 4
