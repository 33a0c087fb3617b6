"""The learned players: their moves are legal, and the same in worlds they cannot tell apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from realms.arena.games import Plan, play_moves
from realms.arena.seatings import GameKey
from realms.bots import bot_named
from realms.bots.learned.player import judgement_of
from realms.bots.learned.weights import network_of, read_network
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game
from realms.kernel.games import game_named

TABLES = [
    ("fantasy", {"variant": "duel", "players": 2}),
    ("fantasy", {"players": 4}),
    ("fantasy", {"players": 3, "declare": True}),
    ("fantasy", {"variant": "chaos", "players": 3}),
    ("medieval", {"players": 2}),
    ("medieval", {"players": 5, "edition": "es"}),
]
DECISIONS = 6
"""Decisions of each game that are looked at."""


def positions(game: Game, options: Any, bot: str) -> list[tuple[Any, int]]:
    """Positions of a game, and who decides in them, as a bot plays it."""
    state, found = game.start(options, "learned"), []
    player = bot_named(bot, game.name)
    for number in range(DECISIONS):
        if not game.awaiting(state):
            break
        seat = game.awaiting(state)[0]
        found.append((game.redeal(state, seat, f"here {number}"), seat))
        state, _events = game.play(state, seat, player.choose(game, state, seat, f"{number}"))
    return found


@pytest.mark.uncompiled
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_moves_are_legal_and_the_same_in_worlds_that_look_alike(
    name: str, chosen: dict[str, Any]
) -> None:
    game = game_named(name)
    options = game.options_type(**chosen)
    bot = bot_named("learned", name)
    for state, seat in positions(game, options, "random"):
        move = bot.choose(game, state, seat, "a seed")
        game.play(state, seat, move)
        other = game.redeal(state, seat, "elsewhere")
        assert bot.choose(game, other, seat, "a seed") == move


@pytest.mark.uncompiled
@pytest.mark.parametrize(("name", "players"), [("fantasy", 4), ("medieval", 3)])
def test_chances_of_all_seats_add_up_and_no_illegal_action_has_a_logit(
    name: str, players: int
) -> None:
    game, network = game_named(name), network_of(name)
    assert network is not None
    options = game.options_type(players=players)
    for state, seat in positions(game, options, "random"):
        said = judgement_of(network, game, state, seat)
        assert len(said.wins) == len(said.margins) == players
        assert said.wins.sum() == pytest.approx(1)
        assert np.array_equal(said.policy > -np.inf, game.action_mask(state, seat))


@pytest.mark.parametrize(("name", "players"), [("fantasy", 4), ("medieval", 3)])
def test_it_wins_most_games_against_random_play(name: str, players: int) -> None:
    options = game_named(name).options_type(players=players)
    plan = Plan(name, options, (("learned", *["random"] * (players - 1)),), "strong")
    games = [(GameKey(0, deal, 0), tuple(range(players))) for deal in range(12)]
    assert sum(one.share(0) for one in play_moves(plan, games)) >= 9


def test_with_a_temperature_it_plays_otherwise_now_and_then() -> None:
    game = game_named("fantasy")
    state, seat = positions(game, game.options_type(players=4), "random")[5]
    bot = bot_named("learned:temperature=9", "fantasy")
    assert len({repr(bot.choose(game, state, seat, f"{n}")) for n in range(20)}) > 1


def test_a_file_that_is_no_network_is_told_in_a_sentence(tmp_path: Path) -> None:
    game = game_named("fantasy")
    state = game.start(game.options_type(players=4), "no file")
    seat = game.awaiting(state)[0]
    nonsense = tmp_path / "nonsense.npz"
    nonsense.write_bytes(b"PK nonsense")
    for path in (nonsense, tmp_path / "missing.npz"):
        with pytest.raises(Unreadable) as refused:
            bot_named(f"learned:weights={path}", "fantasy").choose(game, state, seat, "x")
        assert refused.value.code == "bot/network"


def test_networks_stay_small() -> None:
    files = [Path(str(p)) for p in Path("src/realms").glob("*/bots/learned.npz")]
    assert len(files) == 2
    assert sum(file.stat().st_size for file in files) < 8_000_000
    for file in files:
        assert read_network(file.read_bytes()).about.decisions > 0
