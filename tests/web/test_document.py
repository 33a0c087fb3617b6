"""`docs/api.md` is true: its session runs, its tables are those of the program."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from realms.kernel.games import all_games
from realms.kernel.text import catalogue
from realms.tables.table_view import TableView
from realms.web.api.router import API
from realms.web.rate_limits import LIMITS
from tests.web.live_server import PATIENCE, served

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("jq")), reason="the session needs curl and jq"
)
def test_the_session_runs(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'realms.sqlite'}", tmp_path / "logs") as server:
        session = "\n".join(blocks("sh")).replace("http://127.0.0.1:8000", server.url)
        script = f"set -eu\n{session}"
        run = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert run.returncode == 0, run.stdout + run.stderr
    said = run.stdout.splitlines()
    assert said[:3] == ["fantasy", "medieval", "playing"]
    assert '{"number":1,"seat":0,"text":"Good luck!"}' in said
    assert said[-3] == '[Game "Fantasy Realms"]'


def test_the_table_has_the_fields_that_are_told() -> None:
    shown, fault = [msgspec.json.decode(block) for block in blocks("json")]
    assert tuple(shown) == TableView.__struct_fields__
    assert [*fault] == ["code", "sentence", "paragraph", "seq"]


def test_every_route_is_told_of() -> None:
    matches = set(re.findall(r"`(GET|POST|DELETE) (/[^`]*)`", TEXT.partition("## Routes")[2]))
    assert matches == {*routes()}


def routes() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for route in API.routes:
        path = re.sub(r":\w+}", "}", route.path).removeprefix("/api")
        handlers: Any = getattr(route, "route_handlers", ())
        found += [(str(m), path) for h in handlers for m in h.http_methods if m != "OPTIONS"]
    return found


def test_every_code_of_tables_and_web_is_told_of() -> None:
    matches = set(re.findall(r"`((?:table|web)/\w+)`", TEXT))
    kinds = ("error.table.", "error.web.")
    assert matches == {
        key.removeprefix("error.").replace(".", "/")
        for key in catalogue("en")
        if key.startswith(kinds)
    }


def test_every_kind_of_move_is_told_of_and_can_be_read() -> None:
    for game, title in zip(all_games(), ("Fantasy Realms", "Medieval Realms"), strict=True):
        table = TEXT.partition(f"| {title} | |")[2].partition("\n\n")[0]
        matches = re.findall(r"`(\{\"type\".*?\})`", table)
        read = {type(msgspec.json.decode(move, type=game.move_type)) for move in matches}
        assert read == {*get_args(game.move_type)}


def test_the_limits_are_those_of_the_server() -> None:
    matches = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| (\d+) \|", TEXT, re.MULTILINE)
    assert {(kind, float(rate), int(burst)) for kind, rate, burst in matches} == {
        (kind, limit.rate, limit.burst) for kind, limit in LIMITS.items()
    }
