"""Short commands answer at once on a machine where nothing was ever compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from realms.cli.compiling.mode import BEARABLE, QUICK, plain_seconds

GOLDENS = Path(__file__).parents[1] / "goldens"
SEVEN = "Dragon Hydra Swamp Knights Basilisk Rangers Collector"


def run_cold(cache: Path, command: str) -> tuple[str, set[str]]:
    """What a command prints with an empty cache, and the modules that it loads."""
    environment = {**os.environ, "REALMS_CACHE": str(cache), "REALMS_LANG": "en"}
    environment.pop("REALMS_COMPILE", None)
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "realms", *command.split()],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stderr.splitlines()
    assert done.returncode == 0, done.stderr
    assert [line for line in lines if not line.startswith("import time:")] == []
    return done.stdout, {line.rpartition("|")[2].strip() for line in lines}


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (f"score {SEVEN}", "77 points"),
        ("simulate fantasy --bots random --games 10 --seed x", "10 games"),
        ("cards medieval", "Castle"),
        ("rules fantasy FR-3", "FR-3"),
        (f"replay {GOLDENS / 'medieval-dealt-2-en.realms'}", "place"),
        (f"verify {GOLDENS / 'dealt-duel.realms'}", ""),
    ],
)
def test_it_answers_without_a_compiler(tmp_path: Path, command: str, answer: str) -> None:
    told, loaded = run_cold(tmp_path / "cache", command)
    assert answer in told
    assert "numba" not in loaded
    assert "pydantic" not in loaded or "--games" in command  # which numbers are read with
    assert not [*tmp_path.rglob("*.nbc")]


def test_help_loads_neither_numpy_nor_what_commands_need(tmp_path: Path) -> None:
    told, loaded = run_cold(tmp_path, "--help")
    assert "simulate" in told
    assert not loaded & {"numpy", "numba", "msgspec", "rich", "pydantic", "sqlalchemy", "litestar"}


def test_what_games_take_as_plain_python_is_told_by_their_bots() -> None:
    assert plain_seconds("fantasy", "random", 10) <= QUICK
    assert plain_seconds("fantasy", None, 10) <= QUICK
    assert plain_seconds("med", "page,steward", 10) <= BEARABLE
    assert plain_seconds("fantasy", "greedy", 100_000) > BEARABLE
    for endless in (("fantasy", "archmage"), ("fantasy", "search:8"), ("chess", "random")):
        assert plain_seconds(*endless, 1) == float("inf")
    assert plain_seconds("fantasy", "random", 1, "cuda") == float("inf")
