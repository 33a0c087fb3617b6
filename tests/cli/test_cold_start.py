"""Short commands answer at once on a machine where nothing was ever compiled."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from realms.cli.compiling.mode import BEARABLE, QUICK, plain_seconds
from realms.kernel.compiled.folder import cache_root
from realms.kernel.compiled.progress import MARK, is_prepared
from realms.kernel.rule import COMPILED
from tests.support.cold_cache import unprepared

GOLDENS = Path(__file__).parents[1] / "goldens"
SEVEN = "Dragon Hydra Swamp Knights Basilisk Rangers Collector"


OTHERS = ("dragon", "king", "rangers")


def run_cold(cache: Path, command: str, typed: str = "") -> tuple[str, set[str]]:
    """What a command prints with a cache, and the modules that it loads."""
    environment = {**os.environ, "REALMS_CACHE": str(cache), "REALMS_LANG": "en"}
    environment.pop("REALMS_COMPILE", None)
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "realms", *command.split()],
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stderr.splitlines()
    assert done.returncode == 0, done.stderr
    assert [line for line in lines if not line.startswith("import time:")] == []
    return done.stdout, {line.rpartition("|")[2].strip() for line in lines}


def processor_time(cache: Path, command: str) -> float:
    """The seconds of processor time that a command takes with a cache."""
    environment = {**os.environ, "REALMS_CACHE": str(cache), "REALMS_LANG": "en"}
    environment.pop("REALMS_COMPILE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "realms", *command.split()],
        env=environment,
        capture_output=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.skipif(sys.platform == "win32", reason="asks the system for the time of a process")
@pytest.mark.parametrize(
    ("command", "seconds"), [("--help", 0.1), (f"score {SEVEN}", 0.5), ("--version", 0.1)]
)
def test_with_an_empty_cache_it_takes_no_time_to_speak_of(
    tmp_path: Path, command: str, seconds: float
) -> None:
    """The best of three; three times what it takes on a quiet machine is allowed."""
    assert min(processor_time(tmp_path, command) for _try in range(3)) < 3 * seconds


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
    output, loaded = run_cold(tmp_path / "cache", command)
    assert answer in output
    assert "numba" not in loaded
    assert "pydantic" not in loaded or "--games" in command  # which numbers are read with
    assert not [*tmp_path.rglob("*.nbc")]


def test_a_few_hands_from_elsewhere_wait_for_no_compiler(tmp_path: Path) -> None:
    lines = '{"hand": ["fountain_of_life", "swamp"], "choices": {}}\n{"hand": ["dragon"]}\n'
    output, loaded = run_cold(tmp_path / "cache", "score --hands - --json", lines)
    assert [json.loads(line)["score"] for line in output.splitlines()] == [37, -10]
    assert "numba" not in loaded


@pytest.mark.skipif(not COMPILED or not is_prepared(), reason="takes rules that are compiled")
def test_many_hands_go_over_to_compiled_rules(tmp_path: Path) -> None:
    lines = [json.dumps({"hand": ["smoke", "candle", "mirage", OTHERS[n % 3]]}) for n in range(110)]
    output, loaded = run_cold(cache_root(), "score --hands -", "\n".join(lines))
    assert "numba" in loaded
    told_of_each = output.splitlines()
    assert len(told_of_each) == 110
    assert told_of_each == told_of_each[:3] * 36 + told_of_each[:2]  # before and after alike


def test_help_loads_neither_numpy_nor_what_commands_need(tmp_path: Path) -> None:
    output, loaded = run_cold(tmp_path, "--help")
    assert "simulate" in output
    assert not loaded & {"numpy", "numba", "msgspec", "rich", "pydantic", "sqlalchemy", "litestar"}
    assert not loaded & {"importlib.metadata", "email", "realms.cli.play", "realms.cli.simulate"}


def test_only_the_command_called_is_loaded(tmp_path: Path) -> None:
    _output, loaded = run_cold(tmp_path, f"score {SEVEN}")
    assert not loaded & {"realms.cli.play", "realms.cli.admin", "realms.cli.data.convert"}
    assert not loaded & {"realms.kernel.compiled.progress", "platformdirs", "importlib.metadata"}


@pytest.mark.skipif(not COMPILED or not is_prepared(), reason="takes rules that are compiled")
def test_what_needs_speed_says_so_and_waits_with_progress(tmp_path: Path) -> None:
    unprepared(tmp_path, "fantasy-games")
    environment = {**os.environ, "REALMS_CACHE": str(tmp_path), "REALMS_LANG": "en"}
    environment.pop("REALMS_COMPILE", None)
    many = ["simulate", "fantasy", "--bots", "random", "--games", "20000", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "realms", *many],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["games"] == 20_000
    begins, ends = done.stderr.splitlines()
    assert begins.startswith("This needs full speed: compiling the rules, once.")
    assert "0 of 1 parts" in begins
    assert "1 of 1 parts" in ends


@pytest.mark.skipif(not COMPILED or not is_prepared(), reason="takes rules that are compiled")
def test_bots_that_take_rules_of_their_own_wait_for_them_before_a_clock_runs(
    tmp_path: Path,
) -> None:
    home = unprepared(tmp_path, "fantasy-learned")
    environment = {**os.environ, "REALMS_CACHE": str(tmp_path), "REALMS_LANG": "es"}
    environment.pop("REALMS_COMPILE", None)
    few = ["tournament", "fantasy", "--bots", "learned,greedy,greedy", "--games", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "realms", *few],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    begins, ends = done.stderr.splitlines()
    assert begins.startswith("Para esto hace falta toda la velocidad")
    assert "0 de 1 partes" in begins
    assert "1 de 1 partes" in ends
    assert (home / f"{MARK}-fantasy-learned").exists()
    assert "learned" in json.loads(done.stdout)["bots"]


def test_what_games_take_as_plain_python_is_told_by_their_bots() -> None:
    assert plain_seconds("fantasy", "random", 10) <= QUICK
    assert plain_seconds("fantasy", None, 10) <= QUICK
    assert plain_seconds("med", "page,steward", 10) <= BEARABLE
    assert plain_seconds("fantasy", "greedy", 100_000) > BEARABLE
    for endless in (("fantasy", "archmage"), ("fantasy", "search:8"), ("chess", "random")):
        assert plain_seconds(*endless, 1) == float("inf")
    assert plain_seconds("fantasy", "random", 1, "cuda") == float("inf")
