"""The bot of `docs/writing-a-bot.md`, installed as another package would be."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from realms.kernel.rule import COMPILED
from tests.bots.packages import GROUP, install, path_with
from tests.support.samples import SOAKING, amount

TEXT = (Path(__file__).parents[2] / "docs" / "writing-a-bot.md").read_text("utf-8")

MATCHES = [("medieval", "council,greedy", 16, 60), ("fantasy", "council,greedy,greedy", 30, 300)]
"""Games, who plays, and how many of them a sample takes and a soak."""


def block(language: str) -> str:
    """The first piece of code in a language."""
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which the package of the document is installed."""
    points = tomllib.loads(block("toml"))["project"]["entry-points"]
    install(tmp_path, "council", block("python"), points[GROUP])
    return {**os.environ, "PYTHONPATH": path_with(tmp_path), "REALMS_LANG": "en"}


def run(command: str, environment: dict[str, str], folder: Path) -> str:
    """What a command of ours says, in an environment with the bot."""
    ran = subprocess.run(
        [sys.executable, "-m", *command.split()],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, (command, ran.stderr)
    return ran.stdout


@pytest.mark.soak
def test_the_bot_of_the_document_is_listed_and_plays(
    installed: dict[str, str], tmp_path: Path
) -> None:
    commands = re.findall(r"(?m)^realms (?:bots|tournament|simulate) .*$", block("sh"))
    assert len(commands) == 3
    for line in commands:
        command = line if SOAKING else re.sub(r"--games \d+", "--games 2", line)
        assert "council" in run(command, installed, tmp_path)


@pytest.mark.soak
@pytest.mark.skipif(not COMPILED, reason="searches take minutes as plain Python")
@pytest.mark.parametrize(("game", "seats", "sample", "soak"), MATCHES)
def test_the_bot_of_the_document_beats_greedy(
    installed: dict[str, str], tmp_path: Path, game: str, seats: str, sample: int, soak: int
) -> None:
    """On paired deals, from every seat: the whole interval lies above an equal share."""
    games = f"--games {amount(sample, soak)} --seed held --json"
    output = run(f"realms tournament {game} --bots {seats} {games}", installed, tmp_path)
    standing = json.loads(output)["bots"]["council"]
    assert standing["low"] > 1 / len(seats.split(",")), standing
