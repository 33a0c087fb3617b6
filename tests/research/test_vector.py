"""The vector environment: Gymnasium's way over a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from realms.kernel.errors import Unreadable
from realms.research.spaces import Observation
from realms.research.vector import BatchEnv


def first_legal(seen: Observation) -> NDArray[Any]:
    chosen: NDArray[Any] = seen["action_mask"].argmax(axis=1)
    return chosen


def random_legal(chance: np.random.Generator, seen: Observation) -> NDArray[Any]:
    mask = seen["action_mask"]
    chosen: NDArray[Any] = (chance.random(mask.shape) * mask).argmax(axis=1)
    return chosen


@pytest.mark.parametrize("game", ["fantasy", "medieval"])
def test_self_play_gives_each_seat_its_turn_and_its_reward(game: str) -> None:
    env, chance = BatchEnv(game, 32, players=3), np.random.default_rng(1)
    seen, infos = env.reset(seed=1)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert env.observation_space.contains(seen)
    seats, ended = set(infos["seat"].tolist()), 0
    for _step in range(400):
        before = infos["seat"]
        seen, rewards, terminated, truncated, infos = env.step(random_legal(chance, seen))
        seats |= set(infos["seat"].tolist())
        ended += terminated.sum()
        assert (rewards == infos["rewards"][np.arange(32), before]).all()
        assert not truncated.any()
    assert env.observation_space.contains(seen)
    assert seats == {0, 1, 2}
    assert ended > 0
    env.close()


def test_with_others_the_caller_has_one_seat_in_each_game() -> None:
    """The caller always draws, and discards the first card, and beats who does anything."""
    chance = np.random.default_rng(1)
    env = BatchEnv("fantasy", 16, others=lambda seen, _: random_legal(chance, seen), players=4)
    seen, infos = env.reset(seed=1)
    total, ended = 0.0, 0
    for _step in range(200):
        assert (infos["seat"] == env.own).all()
        seen, rewards, terminated, _truncated, infos = env.step(first_legal(seen))
        assert not rewards[~terminated].any()
        assert np.allclose(infos["rewards"].sum(axis=1), 0, atol=1e-6)
        total += rewards.sum()
        ended += terminated.sum()
    assert ended > 16
    assert total > 0


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = BatchEnv("medieval", 8, players=2), BatchEnv("medieval", 8, players=2)
    assert (one.reset(seed=4)[0]["observation"] == other.reset(seed=4)[0]["observation"]).all()
    first = one.reset()[0]["observation"].copy()
    assert not (first == other.reset(seed=4)[0]["observation"]).all()
    assert (first == other.reset()[0]["observation"]).all()


@pytest.mark.parametrize(
    ("game", "bot", "options"),
    [
        ("fantasy", "planner", {"players": 3}),
        ("fantasy", "greedy", {"players": 3, "variant": "chaos", "rounds": 2}),
        ("medieval", "steward", {"players": 3}),
        ("medieval", "random", {"players": 2}),
    ],
)
def test_a_bot_on_the_other_seats_plays_in_the_loop_as_move_by_move(
    game: str, bot: str, options: dict[str, Any]
) -> None:
    """The compiled loop and one decision at a time, on re-deals, come to the same games."""
    envs = [BatchEnv(game, 5, others=bot, jobs=1, **options) for _way in range(2)]
    assert envs[1]._bots is not None
    envs[1]._bots._loop = None
    chance = [np.random.default_rng(3), np.random.default_rng(3)]
    answers = [env.reset(seed=5) for env in envs]
    for _step in range(8):
        shown = [(seen["observation"].copy(), infos["seat"]) for seen, infos in answers]
        assert (shown[0][0] == shown[1][0]).all()
        assert (shown[0][1] == envs[0].own).all()
        assert (shown[0][1] == shown[1][1]).all()
        steps = [
            env.step(random_legal(mine, seen))
            for env, mine, (seen, _infos) in zip(envs, chance, answers, strict=True)
        ]
        assert (steps[0][1] == steps[1][1]).all()
        assert (steps[0][2] == steps[1][2]).all()
        answers = [(step[0], step[4]) for step in steps]


def test_games_against_a_bot_end_begin_anew_and_do_not_depend_on_threads() -> None:
    seen_by = []
    for jobs in (1, 2):
        env, chance = BatchEnv("fantasy", 512, "random", jobs, players=3), np.random.default_rng(1)
        seen, infos = env.reset(seed=2)
        ended, digest = 0, []
        for _step in range(24):
            seen, rewards, terminated, _truncated, infos = env.step(random_legal(chance, seen))
            ended += int(terminated.sum())
            assert not rewards[~terminated].any()
            assert (infos["seat"] == env.own).all()
            digest.append(hash(seen["observation"].tobytes()))
        assert ended > 100
        seen_by.append(digest)
        env.close()
    assert seen_by[0] == seen_by[1]


def test_any_bot_may_sit_there_and_one_that_there_is_not_is_refused() -> None:
    env = BatchEnv("fantasy", 2, others="search:1", players=3)
    seen, _infos = env.reset(seed=1)
    seen, *_rest = env.step(first_legal(seen))
    assert env.observation_space.contains(seen)
    with pytest.raises(Unreadable):
        BatchEnv("fantasy", 2, others="nobody", players=3)
