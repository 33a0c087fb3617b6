"""A bot of another package that fails in the terminal is told of, and played for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from realms.bots import registry
from realms.bots.external import others
from tests.bots.packages import install_unruly
from tests.cli.conftest import Realms


@pytest.fixture(autouse=True)
def unruly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package whose bots do everything wrong."""
    install_unruly(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    others.cache_clear()
    registry._names.cache_clear()
    yield
    monkeypatch.undo()
    others.cache_clear()
    registry._names.cache_clear()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The bot raises of the package unruly 1.0 made an error (ZeroDivisionError)."),
        ("es", "El bot raises del paquete unruly 1.0 cometió un error (ZeroDivisionError)."),
    ],
)
def test_a_game_against_it_is_played_to_the_end(realms: Realms, language: str, told: str) -> None:
    asked = ["--terminal", "fantasy", "--players", "3", "--bots", "raises", "--seed", "unruly"]
    ran = realms("play", *asked, "--lang", language, "--record", "kept.realms", typed="1\n" * 200)
    assert ran.status == 0, ran.err
    assert told in ran.out
    assert realms("verify", "kept.realms").status == 0
