"""The ladder: what is measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from realms.arena import ladder as arena
from realms.arena.game_parts import ladder_tables
from realms.arena.ladder import amount, rung, rungs_to_measure, time_thinking
from realms.bots import bots_of, levels_of
from realms.bots.strength import FILE, read_ladder, read_ladders
from realms.kernel.packs import game_names


def test_every_table_has_every_rung() -> None:
    for game in game_names():
        wanted = list(rungs_to_measure(game))
        rungs = len(bots_of(game)) - 1 + max(0, len(levels_of(game)) - 1)
        assert len(wanted) == rungs * len(ladder_tables(game).tables)
        assert {options["players"] for options, _, _ in wanted} >= {2, 3, 4, 5}
    assert amount() == sum(amount(game) for game in game_names())


def test_a_rung_is_measured_on_paired_deals() -> None:
    options = {"variant": "standard", "players": 3}
    found = rung("fantasy", options, "greedy", "random", (60, 3), "rung", 1)
    assert found.games == 60
    assert found.low > 1 / 3
    assert found.chance < 0.01
    assert found.score > found.score_below
    assert found.command == (
        "realms tournament fantasy --bots greedy,random,random --games 60 --seed rung"
    )


def test_a_rung_between_levels_that_could_be_luck_is_played_on(tmp_path: Path) -> None:
    options = {"variant": "standard", "players": 3}
    asked = ("fantasy", options, "squire", "squire", (30, 6), "equals", 1, str(tmp_path))
    found = rung(*asked)
    assert found.games == 24
    assert found.command.endswith("--games 24 --seed equals")
    assert rung(*asked) == found
    assert rung("fantasy", options, "random", "random", (30, 6), "equals", 1).games == 30


def test_thinking_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "THOUGHTS", 12)
    found = time_thinking("fantasy", "random", "time")
    assert found.moves >= 11
    assert 0 < found.mean <= 0.3


def test_what_comes_with_the_bots_can_be_read() -> None:
    for game in game_names():
        assert read_ladder(game).rungs
        assert read_ladders().of_game(game) == read_ladder(game)
    assert FILE.endswith(".json")
