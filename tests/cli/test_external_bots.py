"""A bot of another package that fails in the terminal is told of, and played for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from realms.bots import registry
from realms.bots.external import others
from tests.bots.packages import install_unruly, path_with
from tests.cli.conftest import Realms


@pytest.fixture(autouse=True)
def unruly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package whose bots do everything wrong."""
    install_unruly(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", path_with(tmp_path))  # of the process that it thinks in
    others.cache_clear()
    registry._names.cache_clear()
    yield
    monkeypatch.undo()
    others.cache_clear()
    registry._names.cache_clear()


ONE_ROUND = ("--terminal", "fantasy", "--players", "3", "--seed", "unruly", "--name", "Zoe")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The bot raises of the package unruly 1.0 made an error (ZeroDivisionError)."),
        ("es", "El bot raises del paquete unruly 1.0 cometió un error (ZeroDivisionError)."),
    ],
)
def test_a_game_against_it_is_played_to_the_end(
    realms: Realms, language: str, sentence: str
) -> None:
    asked = (*ONE_ROUND, "--bots", "raises", "--lang", language)
    ran = realms("play", *asked, "--record", "kept.realms", typed="1\n" * 200)
    assert ran.status == 0, ran.err
    assert sentence in ran.out
    assert realms("verify", "kept.realms").status == 0


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("dies", "The bot dies of the package unruly 1.0 ended its process."),
        ("sleeps", "The bot sleeps of the package unruly 1.0 took too long."),
        ("cheats", "The bot cheats of the package unruly 1.0 chose a move that is not legal."),
    ],
)
def test_whatever_it_does_the_next_turn_comes(
    realms: Realms, monkeypatch: pytest.MonkeyPatch, bot: str, sentence: str
) -> None:
    monkeypatch.setenv("REALMS_BOT_SECONDS", "0.2")
    asked = (*ONE_ROUND, "--bots", f"{bot},random", "--record", "kept.realms")
    ran = realms("play", *asked, typed="1\n1\n1\n1\nq\n")
    assert ran.status == 0, ran.err
    assert sentence in ran.out
    moves = Path("kept.realms").read_text("utf-8").partition("\n\n")[2].splitlines()
    assert len(moves) > 2, "others moved for it, and the person again"


def test_what_it_prints_is_not_seen(realms: Realms) -> None:
    ran = realms("play", *ONE_ROUND, "--bots", "prints", typed="1\n1\nq\n")
    assert ran.status == 0, ran.err
    assert "thinking" not in ran.out + ran.err
    assert "{}" not in ran.out
    assert "unruly" not in ran.out
