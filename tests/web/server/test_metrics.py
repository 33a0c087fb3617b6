"""The figures of a server: what they count, and that they are what Prometheus reads."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from realms.web.metrics import FOLDER, SECONDS, AnswerTallies, Metrics, SharedAnswers
from tests.web.live_server import Server, figures, new_table, served

DOCUMENT = Path(__file__).parents[3] / "docs" / "hosting.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("metrics")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    database = f"sqlite:///{folder / 'realms.sqlite'}"
    with served(database, folder / "logs", "--unlimited") as running:
        yield running


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


def test_what_is_tallied_adds_up_as_if_each_were_observed() -> None:
    tallied, observed = CollectorRegistry(), CollectorRegistry()
    tallies, each = AnswerTallies(tallied), SharedAnswers(observed)
    for number, seconds in enumerate((0.0, 0.0005, *SECONDS, 0.0015, 4.5, 5.5, 60.0)):
        for status in (200, 404) if number % 3 else (200,):
            for counter in (tallies, each):
                counter.count("GET", "/", status, seconds)
                counter.count("POST", "/tables", 303, seconds)
    assert generate_latest(tallied) == generate_latest(observed)


def test_answers_are_in_the_figures_whether_others_tell_them_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for is_shared in (False, True):
        if is_shared:
            monkeypatch.setenv(FOLDER, "any")
        metrics = Metrics()
        metrics.count_response("GET", "/", 200, 0.1)
        labels = {"method": "GET", "route": "/"}
        assert metrics.registry.get_sample_value("realms_request_seconds_count", labels) == 1


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
