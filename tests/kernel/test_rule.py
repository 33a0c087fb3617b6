"""Compiled rules: nothing stale ever runs, and several processes may start at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from realms.kernel.compiled.folder import digest, ingredients
from realms.kernel.rule import COMPILED, compiled, rule

CALLER = """
from mygame.callee import tripled
from mygame.table import TABLE
from realms.kernel.rule import rule

@rule
def answer(n: int) -> int:
    return tripled(n) + TABLE[n]
"""
CALLEE = """
from realms.kernel.rule import rule

@rule
def tripled(n: int) -> int:
    return 3 * n
"""
TABLE = """
import tomllib
from pathlib import Path
import numpy as np

TABLE = np.array(tomllib.loads(Path(__file__).with_name("table.toml").read_text())["table"])
"""


def make_game(home: Path) -> Path:
    package = home / "mygame"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(CALLER)
    (package / "callee.py").write_text(CALLEE)
    (package / "table.py").write_text(TABLE)
    (package / "table.toml").write_text("table = [0, 10, 20]")
    return package


def start(home: Path, **environment: str) -> subprocess.Popen[str]:
    code = "from mygame.rules import answer; print(answer(2))"
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "PYTHONPATH": str(home),
            "PYTHONDONTWRITEBYTECODE": "1",
            "REALMS_CACHE": str(home / "cache"),
            "REALMS_COMPILE": "1",
            **environment,
        },
        stdout=subprocess.PIPE,
        text=True,
    )


def answer(home: Path, **environment: str) -> str:
    return start(home, **environment).communicate()[0].strip()


def compiled_files(home: Path) -> set[str]:
    return {str(path) for path in (home / "cache").rglob("*.nbc")}


def test_a_second_run_compiles_nothing(tmp_path: Path) -> None:
    make_game(tmp_path)
    assert answer(tmp_path) == "26"
    before = compiled_files(tmp_path)
    stamps = {path: os.stat(path).st_mtime_ns for path in before}
    assert before
    assert answer(tmp_path) == "26"
    assert {path: os.stat(path).st_mtime_ns for path in compiled_files(tmp_path)} == stamps


def test_an_edited_callee_is_compiled_anew(tmp_path: Path) -> None:
    package = make_game(tmp_path)
    assert answer(tmp_path) == "26"
    (package / "callee.py").write_text(CALLEE.replace("3 * n", "5 * n"))
    assert answer(tmp_path) == "30"


def test_an_edited_data_file_is_compiled_anew(tmp_path: Path) -> None:
    package = make_game(tmp_path)
    assert answer(tmp_path) == "26"
    (package / "table.toml").write_text("table = [0, 10, 70]")
    assert answer(tmp_path) == "76"


def test_going_back_finds_what_was_compiled_before(tmp_path: Path) -> None:
    package = make_game(tmp_path)
    answer(tmp_path)
    (package / "table.toml").write_text("table = [0, 10, 70]")
    answer(tmp_path)
    before = compiled_files(tmp_path)
    (package / "table.toml").write_text("table = [0, 10, 20]")
    assert answer(tmp_path) == "26"
    assert compiled_files(tmp_path) == before


def test_several_processes_may_start_on_a_cold_cache(tmp_path: Path) -> None:
    make_game(tmp_path)
    runs = [start(tmp_path) for _ in range(4)]
    assert [run.communicate()[0].strip() for run in runs] == ["26"] * 4
    assert len(compiled_files(tmp_path)) == 2  # one for the rule, one for its callee
    assert answer(tmp_path) == "26"


def test_the_switch_runs_rules_as_plain_python(tmp_path: Path) -> None:
    make_game(tmp_path)
    assert answer(tmp_path, REALMS_COMPILE="0") == "26"
    assert not compiled_files(tmp_path)


def test_an_unwritable_cache_folder_is_no_obstacle(tmp_path: Path) -> None:
    make_game(tmp_path)
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert answer(tmp_path) == "26"


def test_the_digest_covers_rules_and_content_but_no_commands() -> None:
    names = {"/".join(path.parts[-2:]) for path in ingredients("realms")}
    assert {"content/cards.toml", "scoring/score.py", "kernel/rule.py"} <= names
    assert not [name for name in names if name.startswith(("cli/", "locale/", "terminal/", "web/"))]
    assert digest("realms") == digest("realms")


def test_a_rule_is_compiled_once_for_constants_and_variables() -> None:
    @compiled
    def made(n: int) -> int:
        return n + 1

    @compiled
    def caller(n: int) -> int:
        return made(7) + made(n)

    assert caller(1) == 10
    assert len(made.linked().signatures) == 1  # type: ignore[attr-defined]


def test_a_rule_is_compiled_once_for_numbers_of_every_size() -> None:
    @compiled
    def made(n: int) -> int:
        return n + 1

    @compiled
    def caller(row: np.ndarray[Any, Any]) -> int:
        return made(row[0]) + made(row[0] + 1)

    assert caller(np.array([127], np.int8)) == 128 + 129
    assert len(made.linked().signatures) == 1  # type: ignore[attr-defined]


def test_only_what_python_calls_becomes_machine_code() -> None:
    @compiled
    def made(n: int) -> int:
        return n + 1

    @compiled
    def caller(n: int) -> int:
        return 2 * made(n)

    assert caller(3) == 8
    assert not made.signatures  # type: ignore[attr-defined]
    assert made(3) == 4
    assert made.signatures  # type: ignore[attr-defined]


def test_arrays_outlive_rules_and_go_when_nobody_has_them() -> None:
    @compiled
    def first_of(row: np.ndarray[Any, Any]) -> int:
        part = row[1:]
        return int(part[0])

    @compiled
    def passes_on(rows: np.ndarray[Any, Any]) -> int:
        return first_of(rows[0]) + first_of(rows[1])

    @compiled
    def halves(row: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return row.copy()[::2]

    rows = np.arange(8).reshape(2, 4)
    before = sys.getrefcount(rows)
    assert [passes_on(rows) for _ in range(100)] == [1 + 5] * 100
    assert [halves(rows[1]).tolist() for _ in range(100)] == [[4, 6]] * 100
    assert sys.getrefcount(rows) == before
    kept = halves(rows[0])
    del rows
    assert kept.tolist() == [0, 2]


def test_a_rule_keeps_its_name_and_text() -> None:
    @rule
    def doubled(n: int) -> int:
        """Twice as much."""
        return 2 * n

    assert doubled(4) == 8
    assert doubled.__doc__ == "Twice as much."
    assert isinstance(COMPILED, bool)
