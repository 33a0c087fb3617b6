"""One seat against bots, as Gymnasium has it: its own checks, masks, registered ids."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from realms.kernel.errors import Unreadable
from realms.research import SeatEnv
from realms.research.registration import register_environments

IDS: dict[str, dict[str, Any]] = {
    "realms/Fantasy-v0": {"players": 3},
    "realms/Medieval-v0": {"players": 2},
}


def play(env: Any, seed: int, most: int = 400) -> tuple[list[float], dict[str, Any]]:
    """A game of legal actions at random: its rewards, and what was told at its end."""
    chance = np.random.default_rng(seed)
    _seen, info = env.reset(seed=seed)
    rewards = []
    for _step in range(most):
        legal = np.flatnonzero(env.unwrapped.action_masks())
        _seen, reward, over, _cut, info = env.step(int(chance.choice(legal)))
        rewards.append(reward)
        if over:
            return rewards, info
    raise AssertionError("it does not end")


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_has_no_complaint(name: str) -> None:
    register_environments()
    env = gymnasium.make(name, others="random", **IDS[name])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*different from the unwrapped.*")
        warnings.filterwarnings("ignore", message=".*render modes.*")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", IDS)
def test_a_game_ends_with_what_it_was_worth_and_follows_from_its_seed(name: str) -> None:
    register_environments()
    env = gymnasium.make(name, others="random", **IDS[name])
    rewards, info = play(env, 3)
    assert not any(rewards[:-1])
    best = max(info["scores"]) == info["scores"][info["seat"]]
    assert (rewards[-1] > 0) == best
    assert not info["action_mask"].any()
    assert play(env, 3)[0] == rewards
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(12)}
    assert seats == set(range(IDS[name]["players"]))


def test_an_illegal_action_ends_the_game_and_costs_more_than_a_loss() -> None:
    env = SeatEnv("fantasy", others="random", seat=1, players=3)
    _seen, info = env.reset(seed=1)
    assert info["seat"] == env.seat == 1
    wrong = int(np.flatnonzero(~info["action_mask"])[0])
    _seen, reward, over, _cut, _info = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert env.step(int(np.flatnonzero(info["action_mask"])[0]))[2], "it stays over"


def test_a_seat_or_render_mode_that_there_is_not_is_refused() -> None:
    with pytest.raises(Unreadable):
        SeatEnv("fantasy", seat=3, players=3)
    with pytest.raises(Unreadable):
        SeatEnv("fantasy", render_mode="film", players=3)


def test_the_table_is_rendered_as_a_spectator_sees_it() -> None:
    env = SeatEnv("fantasy", others="random", render_mode="ansi", players=3)
    env.reset(seed=1)
    assert "seat_0" in env.render()
