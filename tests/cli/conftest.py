"""Running the command line inside the tests, with what was typed and what came out."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from realms.cli import run
from realms.cli.checkout import NONE, Functions
from realms.cli.compiling import notice


class Ran(NamedTuple):
    status: int
    out: str
    err: str


Realms = Callable[..., Ran]


@pytest.fixture
def realms(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Realms:
    """Run a command in an empty folder; `typed` is its standard input.

    `brought` are the commands of a program beside the package.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REALMS_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(notice, "LONG", 3600)  # a busy machine takes its time to load rules

    def ran(*arguments: str, typed: str | bytes = "", brought: Functions = NONE) -> Ran:
        data = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        status = run(arguments, brought)
        return Ran(status, *capsys.readouterr())

    return ran


@pytest.fixture
def game(realms: Realms, tmp_path: Path) -> Path:
    """The record of a whole game of three, won by somebody."""
    path = tmp_path / "game.realms"
    ran = realms(*new_game(path), typed="1\n" * 200)
    assert ran.status == 0
    return path


@pytest.fixture
def unfinished(realms: Realms, tmp_path: Path) -> Path:
    """The record of a game that Ada left after two turns."""
    path = tmp_path / "unfinished.realms"
    ran = realms(*new_game(path), typed="1\n" * 4)
    assert ran.status == 0
    return path


def new_game(path: Path, *more: str) -> tuple[str, ...]:
    return (
        "play",
        "--terminal",
        "fantasy",
        "--players",
        "3",
        "--seed",
        "tests",
        "--name",
        "Ada",
        "--record",
        str(path),
        *more,
    )


def refused(ran: Ran) -> str:
    """The one sentence of a command that was refused."""
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1, ran.err
    assert "Traceback" not in ran.err
    return ran.err.strip()
