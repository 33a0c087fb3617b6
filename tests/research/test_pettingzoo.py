"""PettingZoo's own tests, at every variant and number of players, and what we promise beside."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from realms.fantasy import fantasy_v0
from realms.kernel.errors import RealmsError
from realms.medieval import medieval_v0

TABLES: dict[str, tuple[Any, dict[str, Any]]] = {
    **{f"fantasy-{n}": (fantasy_v0, {"players": n}) for n in (3, 4, 5, 6)},
    "duel": (fantasy_v0, {"players": 2, "variant": "duel"}),
    "declare": (fantasy_v0, {"players": 3, "declare": True}),
    **{
        f"chaos-{n}": (fantasy_v0, {"players": n, "variant": "chaos", "rounds": 4})
        for n in (3, 4, 5, 6, 7)
    },
    **{f"medieval-{n}": (medieval_v0, {"players": n}) for n in (2, 3, 4, 5)},
}
every_table = pytest.mark.parametrize("table", TABLES)


@pytest.fixture(autouse=True)
def known_warnings() -> Iterator[None]:
    """PettingZoo knows by name which environments have masks in their observations."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


@every_table
def test_the_api(table: str) -> None:
    module, options = TABLES[table]
    api_test(module.env(**options))
    api_test(module.raw_env(**options))


@every_table
def test_seeds(table: str) -> None:
    module, options = TABLES[table]
    seed_test(lambda: module.env(**options))


@every_table
def test_the_parallel_api(table: str) -> None:
    module, options = TABLES[table]
    parallel_api_test(module.parallel_env(**options))


@every_table
def test_parallel_seeds(table: str) -> None:
    module, options = TABLES[table]
    parallel_seed_test(lambda: module.parallel_env(**options))


@pytest.mark.parametrize("table", ["fantasy-4", "chaos-3", "medieval-3"])
def test_tables_are_drawn_in_words(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    module, options = TABLES[table]
    render_test(lambda **how: module.env(**options, **how))
    assert "seat_1" in capsys.readouterr().out
    env = module.env(render_mode="ansi", **options)
    env.reset(seed=1)
    assert "seat_0" in env.render()
    assert module.parallel_env(**options).render() is None
    with pytest.raises(RealmsError, match="rgb_array"):
        module.env(render_mode="rgb_array", **options)


def played_out(env: Any, seed: int) -> dict[str, float]:
    """The rewards of a game played at random."""
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    chance = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, reward, terminated, _truncated, info = env.last()
        totals[agent] += reward
        if terminated:
            assert info["score"] is not None
            env.step(None)
        else:
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return totals


@every_table
def test_rewards_add_up_to_nought_and_the_winner_has_more(table: str) -> None:
    module, options = TABLES[table]
    totals = list(played_out(module.env(**options), 3).values())
    assert sum(totals) == pytest.approx(0, abs=1e-6)
    assert max(totals) > 0


@every_table
def test_an_illegal_action_loses_and_ends_the_game(
    table: str, caplog: pytest.LogCaptureFixture
) -> None:
    module, options = TABLES[table]
    env = module.env(**options)
    env.reset(seed=0)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert "Illegal move" in caplog.text
    assert all(env.terminations.values())
    assert env.rewards == {**dict.fromkeys(env.possible_agents, 0), agent: -1}


def test_all_leaders_are_placed_at_once() -> None:
    """In one step of the parallel environment everybody places a leader. [MR-18]"""
    env = medieval_v0.parallel_env(players=4)
    seen, _infos = env.reset(seed=5)
    wait = env.playing.wait
    acting: list[int] = []
    while len(acting) < 12:
        awaited = [agent for agent in env.agents if not seen[agent]["action_mask"][wait]]
        acting.append(len(awaited))
        actions = {a: int(np.argmax(seen[a]["action_mask"])) for a in env.agents}
        seen, *_arguments = env.step(actions)
    assert acting[:4] == [1, 1, 1, 1]  # the draft
    assert acting[4:9] == [4, 4, 4, 4, 4]


def test_who_owes_no_decision_waits_and_is_not_looked_at() -> None:
    env = fantasy_v0.parallel_env(players=3)
    seen, _infos = env.reset(seed=5)
    for agent in env.agents:
        mask = seen[agent]["action_mask"]
        assert bool(mask[-1]) == (agent != env.playing.acting)
        assert mask[-1] == 0 or mask.sum() == 1
    before = env.playing.acting
    env.step({agent: 0 if agent == before else 7 for agent in env.agents})
    assert env.agents


def test_an_illegal_action_ends_a_parallel_game_too() -> None:
    env = fantasy_v0.parallel_env(players=3)
    env.reset(seed=5)
    loser = env.playing.acting
    _seen, rewards, ended, _never, _infos = env.step(dict.fromkeys(env.agents, 100))
    assert rewards == {**dict.fromkeys(env.possible_agents, 0.0), loser: -1.0}
    assert all(ended.values())
    assert env.agents == []


def test_both_ways_play_the_same_game() -> None:
    """What one after another place, all place at once: the same table comes of it."""
    turns, together = medieval_v0.raw_env(players=3), medieval_v0.parallel_env(players=3)
    turns.reset(seed=2)
    seen, _infos = together.reset(seed=2)
    for _step in range(200):
        choice = {a: int(np.argmax(seen[a]["action_mask"])) for a in together.agents}
        seen, _rewards, ended, *_rest = together.step(choice)
        if any(ended.values()):
            break
    while not all(turns.terminations.values()):
        turns.step(int(np.argmax(turns.observe(turns.agent_selection)["action_mask"])))
    assert turns.playing.batch.states.tobytes() == together.playing.batch.states.tobytes()
