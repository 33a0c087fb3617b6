"""Ratings follow strength, for tables of any size."""

from __future__ import annotations

import numpy as np
import pytest

from realms.arena.ratings import places, rate_players


def test_winners_come_in_first_and_the_others_by_their_scores() -> None:
    assert places((70, 90, 90, 20), 0b0100) == [3, 2, 1, 4]
    assert places((90, 90, 10), 0b011) == [1, 1, 3]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_stronger_are_rated_higher(players: int) -> None:
    chance = np.random.default_rng(players)
    strength = {"low": 0.0, "middle": 0.7, "high": 1.4}
    games = []
    for _ in range(600):
        bots = [str(name) for name in chance.choice(list(strength), players)]
        drawn = np.array([strength[bot] for bot in bots]) + chance.normal(size=players)
        games.append((bots, [float(1 + (drawn > mine).sum()) for mine in drawn]))
    rating = rate_players(games)
    assert rating["low"].value < rating["middle"].value < rating["high"].value
    assert all(one.error < 3 for one in rating.values())


def test_equals_stay_equal() -> None:
    games = [(["a", "b"], [1.0, 2.0]), (["a", "b"], [2.0, 1.0])] * 100
    rating = rate_players(games)
    assert rating["a"].value == pytest.approx(rating["b"].value, abs=1.5)
    assert rate_players([]) == {}
