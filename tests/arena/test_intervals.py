"""Intervals hold what they promise, on data whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from realms.arena.intervals import chance_above, mean_of, share_of, student, wilson


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.71), (7, 2.365), (20, 2.086)])
def test_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.01)


def test_wilson_stays_between_nought_and_one() -> None:
    assert wilson(0.0, 10)[0] == 0
    assert wilson(1.0, 10)[1] == pytest.approx(1)
    assert wilson(0.3, 0) == (0, 1)


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5])
@pytest.mark.parametrize("deals", [12, 100])
@pytest.mark.parametrize("alike", [0.0, 0.6], ids=["apart", "alike"])
def test_the_interval_of_a_share_holds_the_truth(share: float, deals: int, alike: float) -> None:
    """Games of one deal may be alike; nineteen intervals of twenty hold the truth anyway."""
    chance = np.random.default_rng(19)
    held = 0
    for _ in range(600):
        # With probability `alike` the four games of a deal all end as the first does.
        games = chance.random((deals, 4)) < share
        same = chance.random(deals) < alike
        games[same] = games[same, :1]
        found = share_of(games.sum(axis=1), np.full(deals, 4))
        held += found.low <= share <= found.high
    assert held / 600 >= 0.93


def test_pairing_makes_intervals_narrow() -> None:
    """Where luck cancels out within a deal, fewer games decide."""
    chance = np.random.default_rng(3)
    apart = chance.random((200, 4)) < 0.25
    together = np.zeros((200, 4), bool)
    together[np.arange(200), chance.integers(0, 4, 200)] = True
    wide = share_of(apart.sum(axis=1), np.full(200, 4))
    narrow = share_of(together.sum(axis=1), np.full(200, 4))
    assert narrow.value == 0.25
    assert narrow.high - narrow.low < (wide.high - wide.low) / 4


def test_a_handful_of_deals_that_agree_is_not_certain() -> None:
    few = share_of([1, 1], [4, 4])
    assert few.low < 0.15
    assert few.high > 0.4
    assert share_of([4, 4, 4], [4, 4, 4]).low < 0.75
    assert share_of([], []).low == 0


@pytest.mark.parametrize("deals", [8, 60])
def test_the_interval_of_a_mean_holds_the_truth(deals: int) -> None:
    chance = np.random.default_rng(5)
    held = 0
    for _ in range(600):
        scores = chance.normal(100, 30, (deals, 4)) + chance.normal(0, 20, (deals, 1))
        found = mean_of(scores.sum(axis=1), np.full(deals, 4))
        held += found.low <= 100 <= found.high
    assert 0.93 <= held / 600 <= 0.98


def test_luck_is_told_as_a_chance() -> None:
    even = share_of([2, 1, 3, 2], [4, 4, 4, 4])
    assert chance_above(even, 0.5) == pytest.approx(0.5)
    assert chance_above(share_of([3] * 50 + [4] * 50, [4] * 100), 0.5) < 1e-6
