"""Shells complete our command lines: commands, options, games, bots, choices."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from realms.cli import COMPLETING, run
from tests.cli.conftest import Realms

LINES = [
    ("realms sim", ["simulate"]),
    ("realms simulate fa", ["fantasy"]),
    ("realms simulate fantasy --rec", ["--records"]),
    ("realms simulate fantasy --bots greedy,pl", ["greedy,planner"]),
    ("realms simulate fantasy --device ", ["cpu", "cuda"]),
    ("realms --lang es tourn", ["tournament"]),
    ("realms completion f", ["fish"]),
    ("realms bench --qu", []),
]


@pytest.mark.parametrize(("line", "answers"), LINES)
def test_bash_is_told_how_a_line_goes_on(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    answers: list[str],
) -> None:
    words = line.split(" ")
    monkeypatch.setenv(COMPLETING, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    with pytest.raises(SystemExit) as left:
        run([])
    assert left.value.code == 0
    assert capsys.readouterr().out.split() == answers


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_a_bash_that_sourced_the_script_completes(tmp_path: Path) -> None:
    program = tmp_path / "realms"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m realms "$@"\n', "utf-8")
    program.chmod(0o755)
    lines = "".join(
        f"COMP_WORDS=({' '.join(repr(word) for word in line.split(' '))}); "
        f"COMP_CWORD={len(line.split(' ')) - 1}; _realms_completion realms; "
        f'echo "${{COMPREPLY[*]}}"\n'
        for line, _answers in LINES[:4]
    )
    ran = subprocess.run(
        ["bash", "-c", f'export PATH={tmp_path}:$PATH; eval "$(realms completion bash)"\n{lines}'],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines() == [" ".join(answers) for _line, answers in LINES[:4]]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_its_script(realms: Realms, shell: str) -> None:
    ran = realms("completion", shell)
    assert ran.status == 0
    assert COMPLETING in ran.out
    assert realms("completion", "tcsh").status == 2
