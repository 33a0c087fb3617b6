"""A table that whoever runs the server closes: all are told, and nothing more happens."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.live_server import Server, new_table, served


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('closing') / 'realms.sqlite'}"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    logs = Path(database.removeprefix("sqlite:///")).with_name("logs")
    with served(database, logs, "--unlimited") as running:
        yield running


def close(database: str, table: str) -> None:
    asked = ["admin", "close", "--yes", "--database", database, "--", table]
    subprocess.run([sys.executable, "-m", "realms", *asked], check=True, capture_output=True)


@pytest.mark.parametrize("game", ["fantasy", "medieval"])
def test_who_looks_at_a_closed_table_is_told(server: Server, database: str, game: str) -> None:
    with server.client() as client:
        table = new_table(client, game=game)
        with client.stream("GET", f"{table.path}/stream?as=lines") as stream:
            frames = (json.loads(line) for line in stream.iter_lines() if line)
            before = next(frames)
            assert (before["status"], before["closed"]) == ("playing", False)
            close(database, table.id)
            after = next(frames)  # though SQLite sends no notices between processes
        assert (after["status"], after["closed"], after["awaiting"]) == ("finished", True, [])
        assert after["outcome"] is None
        assert after["seed"] is None
        seat = before["awaiting"][0]
        move = {"move": {"type": "draw"}, "seq": after["seq"]}
        answer = table.ask("POST", "/moves", seat, move)
        assert answer.status_code == 422
        assert answer.json()["code"] == "table/closed"
        for language, words in (("en", "has closed this table"), ("es", "ha cerrado esta mesa")):
            headers = {"accept-language": language, "authorization": f"Bearer {table.secrets[0]}"}
            page = client.get(f"/tables/{table.id}", headers=headers)
            assert page.status_code == 200
            assert words in page.text
        lobby = client.get("/api/tables").json()
        assert table.id not in [one["id"] for one in lobby]


def test_a_table_that_has_not_begun_is_closed_too(server: Server, database: str) -> None:
    with server.client() as client:
        id_ = client.post("/api/tables", json={"game": "fantasy", "name": "Ada"}).json()["id"]
        close(database, id_)
        client.cookies.clear()
        sat = client.post(f"/api/tables/{id_}/seats", json={"name": "Bob"})
        assert sat.status_code == 422
        assert sat.json()["code"] == "table/closed"
        assert "has closed this table" in client.get(f"/tables/{id_}").text
