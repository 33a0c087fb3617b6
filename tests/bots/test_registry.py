"""Bots by name: parameters, levels, other packages; and what every bot is held to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from realms import fantasy
from realms.bots import (
    GENERAL_BOTS,
    Advice,
    AdviceReason,
    Budget,
    BuiltIn,
    bot_named,
    bots_of,
    levels_of,
    offered_name,
    sentence_of,
    title_of,
)
from realms.bots import (
    registry as naming,
)
from realms.bots.budget import read_budget
from realms.bots.external import GROUP
from realms.bots.game_parts import bot_set
from realms.kernel.errors import RealmsError
from realms.kernel.packs import game_names
from tests.bots.packages import install_unruly, path_with


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("greedy", Budget()),
        ("greedy:2000", Budget(playouts=2000)),
        ("greedy:0.5s", Budget(seconds=0.5)),
        ("greedy:250ms", Budget(seconds=0.25)),
        ("gre : 1s : cores=4", Budget(seconds=1, settings=(("cores", "4"),))),
        ("greedy:weights=own.toml", Budget(settings=(("weights", "own.toml"),))),
    ],
)
def test_a_name_with_parameters(text: str, budget: Budget) -> None:
    bot = bot_named(text)
    assert bot.budget == budget
    assert bot_named(bot.name).budget == budget


def test_parameters_are_told_by_name() -> None:
    budget = read_budget("temperature=1.5:weights=own.toml")
    assert budget.number("temperature", 0) == 1.5
    assert budget.number("cores", 1) == 1
    assert budget.weights == "own.toml"
    assert budget.is_counted
    assert not Budget(seconds=1).is_counted


@pytest.mark.parametrize("rest", ["0", "-5", "0s", "fast", "1h", "cores=many", "cores=nan", "=1"])
def test_what_is_no_parameter_is_refused(rest: str) -> None:
    with pytest.raises(RealmsError, match="is no parameter of a bot"):
        bot_named(f"greedy:{rest}")


def test_at_tables_bots_are_seated_by_name_alone() -> None:
    assert offered_name("gree", "fantasy") == "greedy"
    with pytest.raises(RealmsError, match="by their name alone"):
        offered_name("greedy:9999s", "fantasy")


@pytest.mark.parametrize("game", game_names())
def test_the_catalogue_is_what_the_game_brings(game: str) -> None:
    brought = bot_set(game)
    assert tuple(brought.players) == bots_of(game)
    assert set(brought.numbers) <= set(brought.players)
    assert set(brought.advisers) <= set(brought.players)
    assert set(GENERAL_BOTS) <= set(bots_of(game))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", game_names())
def test_every_bot_and_level_is_described(game: str, language: str) -> None:
    for name in (*bots_of(game), *(level.name for level in levels_of(game))):
        assert sentence_of(game, name, language).endswith(".")
    for level in levels_of(game):
        assert title_of(game, level.name, language) != level.name
        assert bot_named(level.name, game).played_by(game).name == bot_named(level.bot).name


def test_a_bot_of_one_game_does_not_play_another() -> None:
    state = fantasy.game.start(fantasy.Options(players=3), "x")
    with pytest.raises(RealmsError, match="does not play Fantasy Realms"):
        BuiltIn("nobody").choose(fantasy.game, state, 0, "x")


def test_a_bot_without_more_to_tell_advises_its_move() -> None:
    game = fantasy.game
    state = game.start(fantasy.Options(players=3), "advice")
    seat = game.awaiting(state)[0]
    bot = bot_named("greedy")
    assert bot.advise(game, state, seat, "x") == [Advice(bot.choose(game, state, seat, "x"))]
    assert AdviceReason("key", {"n": 1}).fields == {"n": 1}


class Last:
    """A bot of another package: makes the last of the legal moves."""

    name = "last"
    sentence = "Makes the last legal move."

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, game: Any, position: Any, seat: int, seed: str) -> Any:
        return game.legal(position, seat)[-1]


@pytest.fixture
def other_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that registers a bot."""
    point = EntryPoint("last", f"{__name__}:Last", GROUP)
    naming._names.cache_clear()
    monkeypatch.setattr(naming, "others", lambda: {"last": point})
    yield
    naming._names.cache_clear()


@pytest.mark.usefixtures("other_package")
def test_a_bot_of_another_package_is_found_by_name_and_plays() -> None:
    from realms.arena.games import Plan
    from realms.arena.tournament import tournament

    bot = bot_named("last:20")
    assert bot.budget.playouts == 20
    assert sentence_of("fantasy", "last", "en") == Last.sentence
    plan = Plan("fantasy", fantasy.Options(players=3), (("last", "random", "greedy"),), "others")
    assert tournament(plan, 3, 1).bots["last"].seats == 3


def test_one_broken_package_does_not_hide_the_others(tmp_path: Path) -> None:
    install_unruly(tmp_path)
    result = subprocess.run(
        [sys.executable, "-m", "realms", "bots", "fantasy", "--lang", "en"],
        env={**os.environ, "PYTHONPATH": path_with(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stderr == ""
    lines = dict(line.split(maxsplit=1) for line in result.stdout.splitlines() if line.strip())
    assert lines["raises"] == "Misbehaves."
    missing = "The bot missing of the package unruly 1.0 cannot be loaded (ModuleNotFoundError)."
    assert lines["missing"] == missing
    assert "greedy" in lines


def test_a_bot_that_fails_in_a_tournament_costs_one_sentence(tmp_path: Path) -> None:
    install_unruly(tmp_path)
    asked = ["simulate", "fantasy", "--bots", "raises", "--games", "1", "--jobs", "1"]
    result = subprocess.run(
        [sys.executable, "-m", "realms", *asked, "--players", "3", "--lang", "en"],
        env={**os.environ, "PYTHONPATH": path_with(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    sentence = "The bot raises of the package unruly 1.0 made an error (ZeroDivisionError)."
    assert result.stderr.strip() == sentence
