"""The bot of `docs/writing-a-bot.md`, installed as another package would be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.bots.packages import GROUP, install, path_with
from tests.soaking import SOAKING

TEXT = (Path(__file__).parents[2] / "docs" / "writing-a-bot.md").read_text("utf-8")


def block(language: str) -> str:
    """The first piece of code in a language."""
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which the package of the document is installed."""
    points = tomllib.loads(block("toml"))["project"]["entry-points"]
    install(tmp_path, "dreamer", block("python"), points[GROUP])
    return {**os.environ, "PYTHONPATH": path_with(tmp_path), "REALMS_LANG": "en"}


@pytest.mark.soak
def test_the_bot_of_the_document_is_listed_and_plays(
    installed: dict[str, str], tmp_path: Path
) -> None:
    commands = re.findall(r"(?m)^realms (?:bots|tournament|simulate) .*$", block("sh"))
    assert len(commands) == 3
    for told in commands:
        command = told if SOAKING else re.sub(r"--games \d+", "--games 3", told)
        ran = subprocess.run(
            [sys.executable, "-m", *command.split()],
            cwd=tmp_path,
            env=installed,
            capture_output=True,
            text=True,
            check=False,
            timeout=500,
        )
        assert ran.returncode == 0, (command, ran.stderr)
        assert "dreamer" in ran.stdout
