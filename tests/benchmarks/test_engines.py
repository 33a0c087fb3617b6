"""The field: everybody in turn, who cannot be had is left out, and ratios are of pairs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.engines import installation, rounds
from benchmarks.engines.catalogue import Engine, EngineGame, engines
from benchmarks.engines.process import Sample
from benchmarks.engines.rounds import (
    Contender,
    measure_in_turn,
    memory_figures,
    our_worker,
    ratio,
    ratios,
)

QUIET = {"REALMS_COMPILE": "0"}


class Spoken:
    """A worker that answers what it is told to, and writes down who was asked."""

    def __init__(self, speeds: dict[str, float], asked: list[str]) -> None:
        self.speeds, self.asked = speeds, asked

    def ask(self, game: str, seconds: float) -> Sample:
        self.asked.append(game)
        speed = self.speeds[game]
        if speed < 0:
            return Sample(error="Fault: none of this")
        return Sample(int(speed * seconds * 1000), seconds * 1000, memory=len(game) << 20)


def entries(asked: list[str], **speeds: float) -> list[Contender]:
    worker: Any = Spoken(speeds, asked)
    kinds = {"fantasy": "ours", "medieval": "ours", "toy": "toy"}
    return [
        Contender("realms" if game in kinds and game != "toy" else "other", game, kind, worker)
        for game in speeds
        for kind in [kinds.get(game, "table")]
    ]


def test_all_are_asked_in_turn_and_who_fails_is_left_out() -> None:
    asked: list[str] = []
    notes: list[tuple[str, Any]] = []
    there = measure_in_turn(
        entries(asked, medieval=50.0, broken=-1.0, hearts=5.0),
        2,
        1.0,
        lambda key, **fields: notes.append((key, fields)),
    )
    assert asked == ["medieval", "broken", "hearts", *["medieval", "hearts"] * 2]
    assert [entry.game for entry in there] == ["medieval", "hearts"]
    assert (
        "field.failed",
        {"name": "field/other/broken", "reason": "Fault: none of this"},
    ) in notes


def test_ratios_are_of_the_best_table_game_and_toys_stand_apart() -> None:
    found = measure_in_turn(
        entries([], medieval=50.0, hearts=5.0, spades=4.0, toy=100.0), 3, 1.0, lambda *_, **__: None
    )
    values = {figure.name: figure.value for figure in ratios(found)}
    assert values == {
        "ratio/medieval/other": 10.0,
        "ratio/medieval/best": 10.0,
        "ratio/medieval/best-toy": 0.5,
    }
    assert {f.name: f.value for f in memory_figures(found)} == {
        "memory/realms": 8.0,
        "memory/other": 6.0,
    }


def test_our_environments_are_set_beside_those_of_pettingzoo() -> None:
    found = entries([], medieval=50.0, hanabi=4.0, spades=8.0)
    found.append(Contender("realms", "fantasy-aec", "ours", found[0].worker))
    found[1].engine = "pettingzoo"
    found[-1].worker.speeds["fantasy-aec"] = 12.0  # type: ignore[attr-defined]
    values = {
        f.name: f.value for f in ratios(measure_in_turn(found, 2, 1.0, lambda *_, **__: None))
    }
    assert values["ratio/fantasy-aec/pettingzoo"] == 3.0


def test_a_ratio_is_taken_round_by_round() -> None:
    assert ratio([10.0, 5.0], [2.0, 1.0]) == [5.0, 5.0]


def test_the_file_of_engines_pins_every_version() -> None:
    assert [engine.id for engine in engines()] == [
        "catanatron", "rlcard", "openspiel", "pgx", "pettingzoo",
    ]  # fmt: skip
    for engine in engines():
        assert all("==" in package for package in engine.packages)
        assert any(game.kind == "table" for game in engine.games)
        home = Path(rounds.__file__).parent / "players" / f"play_{engine.id}.py"
        assert home.exists()


def test_an_engine_that_cannot_be_installed_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REALMS_CACHE", str(tmp_path))
    monkeypatch.setenv("REALMS_COMPILE", "0")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    none = Engine("none", "None", ("realms-no-such-engine==1",), (EngineGame("x", "X", "toy"),))
    assert installation.install(none) is None
    assert not installation.home(none).exists()
    monkeypatch.setattr(rounds, "engines", lambda: (none,))
    monkeypatch.setattr(rounds, "OURS", ("medieval",))
    monkeypatch.setattr(rounds, "PLAYED", ())
    monkeypatch.setattr(rounds, "AEC", ())
    notes: list[str] = []
    found = [*rounds.figures(1, 0.01, lambda key, **_: notes.append(key))]
    assert [figure.name for figure in found] == [
        "field/realms/medieval",
        "field/realms/hands-plain",
        "field/realms/hands-reference",
        "ratio/hands/reference",
        "memory/realms",
    ]
    assert notes[:2] == ["field.installing", "field.left_out"]


def test_our_own_games_are_played_by_the_same_worker() -> None:
    with our_worker(**QUIET) as worker:
        for game in ("fantasy-plain", "fantasy-aec", "medieval", "hands-reference"):
            answer = worker.ask(game, 0.01)
            assert answer.error == ""
            assert answer.decisions > 0
            assert answer.speed > 0
            assert answer.memory > 1 << 20
        assert "KeyError" in worker.ask("chess", 0.01).error


def test_a_worker_that_ended_says_so() -> None:
    with our_worker() as worker:
        worker._process.kill()
        worker._process.wait()
        assert worker.ask("fantasy", 0.01).error == "ended"


def test_a_process_tells_its_own_memory() -> None:
    """Not that of the one who began it, which a fork would hand down."""
    held = bytearray(300 << 20)
    held[:: 1 << 12] = b"x" * len(held[:: 1 << 12])
    code = "import sys; sys.path.insert(0, sys.argv[1]); import worker; print(worker.peak_memory())"
    players = str(Path(rounds.__file__).parent / "players")
    asked = [sys.executable, "-c", code, players]
    ran = subprocess.run(asked, capture_output=True, text=True, check=True, env={**os.environ})
    if Path("/proc/self/status").exists():
        assert json.loads(ran.stdout) < 200 << 20
    assert held
