"""Commands of programs that stand beside the package: in a checkout, not in a wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from realms.cli import checkout
from realms.cli.commands import commands
from tests.cli.conftest import Realms, refused

ROOT = Path(__file__).parents[2]


def started(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What `realms` does in a folder, as a user starts it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "REALMS_COMPILE": "0"}
    asked = [sys.executable, "-m", "realms", *arguments]
    return subprocess.run(
        asked, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", checkout.PROGRAMS)
def test_help_comes_from_the_program_in_the_language_asked_for(
    command: str, tmp_path: Path
) -> None:
    ran = started(command, "--help", "--lang", "es", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"realms {command}" in ran.stdout
    assert "Ejemplo" in ran.stdout


def test_a_program_of_the_same_name_in_the_folder_is_not_run(tmp_path: Path) -> None:
    """Only that of the checkout, whatever lies where the user works."""
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "__init__.py").write_text("raise SystemExit('another program')")
    ran = started("bench", "--part", "speed", folder=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.startswith("There is no part speed")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("arguments", [["bench"], ["numbers", "medieval"], ["ladder"]])
def test_without_a_checkout_one_sentence_says_so(
    realms: Realms,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    language: str,
) -> None:
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    sentence = refused(realms(*arguments, "--lang", language))
    assert checkout.PROGRAMS[arguments[0]] in sentence
    assert ("repository" if language == "en" else "repositorio") in sentence


def test_without_a_checkout_no_document_of_the_best_hands_is_written(
    realms: Realms, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    assert "repository" in refused(realms("solve", "fantasy", "--out", "docs"))
    assert not (tmp_path / "docs").exists()


def test_every_program_runs_a_command_that_is_listed() -> None:
    assert set(checkout.PROGRAMS) <= set(commands())
    for program in checkout.PROGRAMS.values():
        assert (ROOT / program / "__main__.py").exists()
