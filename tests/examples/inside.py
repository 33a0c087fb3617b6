"""What holds in Python where the example game is installed; `test_goofspiel.py` runs it there."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from goofspiel.game import GAME
from goofspiel.moves import Bid, GoofspielOptions
from pettingzoo.test import api_test, parallel_api_test, seed_test

from realms import arena, research
from realms.bots import bot_named, bots_of
from realms.kernel.game import State
from realms.kernel.packs import game_names

SMALL = GoofspielOptions(players=3, cards=4)


@pytest.fixture(autouse=True)
def known_warnings() -> Iterator[None]:
    """PettingZoo knows by name which environments have masks in their observations."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


def midway() -> State:
    """A position in which two have bid and the third has not."""
    state = GAME.start(SMALL, "midway")
    for seat, card in ((0, 4), (1, 2)):
        state, _ = GAME.play(state, seat, Bid(card))
    return state


def test_it_stands_behind_our_own_games() -> None:
    assert game_names()[-1] == "goofspiel"


@pytest.mark.parametrize("name", ["random", "search:20"])
def test_a_bot_moves_alike_in_every_world_it_cannot_tell_apart(name: str) -> None:
    state, bot = midway(), bot_named(name, "goofspiel")
    made = {
        bot.choose(GAME, GAME.redeal(state, 2, f"world {n}"), 2, "a seed").card for n in range(8)
    }
    assert len(made) == 1


def test_the_search_takes_what_is_sure() -> None:
    """The last but one prize is 3, the other 1: the higher card wins the higher prize."""
    state = GAME.start(GoofspielOptions(players=2, cards=3), "sure")
    state.prizes[:3], state.played, state.stake = (2, 3, 1), 1, 3
    state.hands[:2] = 1 << 1 | 1 << 3, 1 << 1 | 1 << 2
    move = bot_named("search:200", "goofspiel").choose(GAME, state, 0, "a seed")
    assert move == Bid(3)


def test_it_has_the_bots_of_any_game() -> None:
    assert set(bots_of("goofspiel")) >= {"random", "search"}


def test_a_batch_plays_whole_games_as_the_rules_do() -> None:
    batch = arena.batch("goofspiel", SMALL, 8, seed="batch", auto_reset=False)
    states = [GAME.start(SMALL, batch.seed_of(row)) for row in range(8)]
    for _ in range(SMALL.players * SMALL.cards):
        actions = batch.random_actions()
        for row, (seat, action) in enumerate(zip(batch.turns.seat, actions, strict=True)):
            move = GAME.decode(states[row], int(seat), (int(action),))
            states[row], _ = GAME.play(states[row], int(seat), move)
        turns = batch.step(actions)
    assert turns.terminated.all()
    outcomes = [GAME.outcome(state) for state in states]
    assert turns.scores.tolist() == [list(outcome.scores) for outcome in outcomes if outcome]
    assert np.allclose(turns.rewards.sum(axis=1), 0)


def test_what_a_batch_shows_is_the_same_in_every_world_a_seat_cannot_tell_apart() -> None:
    """Nobody's observation tells what another has bid."""
    seen = []
    for card in (1, 4):
        batch = arena.batch("goofspiel", SMALL, 1, seed="secret")
        turns = batch.step(np.array([card]))
        assert int(turns.seat[0]) == 1
        seen.append((turns.observation.copy(), turns.mask.copy()))
    assert (seen[0][0] == seen[1][0]).all()
    assert (seen[0][1] == seen[1][1]).all()


def test_it_is_an_environment_of_pettingzoo() -> None:
    api_test(research.env("goofspiel", players=3, cards=4))
    seed_test(lambda: research.env("goofspiel", players=2, cards=3))
    parallel_api_test(research.parallel_env("goofspiel", players=3, cards=4))


def test_thousands_are_an_environment_of_gymnasium() -> None:
    env = research.BatchEnv("goofspiel", num_envs=16, players=2, cards=3)
    seen, _ = env.reset(seed=1)
    for _ in range(12):
        seen, _, _, _, _ = env.step(seen["action_mask"].argmax(axis=1))
    env.close()


def test_an_environment_is_drawn_in_words() -> None:
    env = research.env("goofspiel", render_mode="ansi", players=2)
    env.reset(seed=1)
    drawn = env.render()
    assert isinstance(drawn, str)
    assert "seat_0" in drawn
    assert "At stake" in drawn
