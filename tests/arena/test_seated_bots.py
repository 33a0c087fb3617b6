"""Bots on chosen seats of chosen rows of a batch, and what the other seats may expect."""

from __future__ import annotations

import numpy as np
import pytest

from realms import arena, fantasy, medieval
from realms.arena.batches.batch import SKIP, Batch
from realms.arena.batches.seated_bots import SeatedBots, all_but
from realms.kernel.errors import Unreadable

ROWS, PLAYERS = 6, 3
GAMES = {"fantasy": fantasy.Options(players=PLAYERS), "medieval": medieval.Options(players=PLAYERS)}


def opened(game: str, auto_reset: bool = True) -> Batch:
    return arena.batch(game, GAMES[game], ROWS, seed="seats", jobs=1, auto_reset=auto_reset)


def mask(*seats_by_row: tuple[int, ...]) -> np.ndarray:
    plays = np.zeros((ROWS, PLAYERS), np.bool_)
    for row, seats in enumerate(seats_by_row):
        plays[row, list(seats)] = True
    return plays


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_the_seats_of_its_mask_and_no_other(game: str) -> None:
    """No seat of some rows, one of others, two of the last: compiled as one by one."""
    plays = mask((), (), (0,), (1,), (0, 1), (1, 2))
    by_way = []
    for is_compiled in (True, False):
        batch = opened(game)
        bots = SeatedBots(batch, "greedy", plays)
        bots._loop = bots._loop if is_compiled else None
        chance, shown = np.random.default_rng(5), []
        for _step in range(30):
            bots.play()
            seats = batch.turns.seat.copy()
            assert not plays[np.arange(ROWS), seats].any()
            shown.append((seats.tolist(), batch.turns.observation.tobytes()))
            legal = [np.flatnonzero(row) for row in batch.turns.mask]
            batch.step(np.array([chance.choice(row) for row in legal]))
        by_way.append(shown)
    assert by_way[0] == by_way[1]


def test_several_bots_may_share_a_batch() -> None:
    """Row by row one of two bots has all seats: each plays its own games to their ends."""
    batch = opened("fantasy", auto_reset=False)
    first = np.repeat(np.arange(ROWS) < 2, PLAYERS).reshape(ROWS, PLAYERS)
    one, other = SeatedBots(batch, "greedy", first), SeatedBots(batch, "random", ~first)
    ended = one.play()[1].copy()
    assert ended.tolist() == [True, True, False, False, False, False]
    assert other.play()[1].tolist() == (~ended).tolist()
    assert (batch.turns.seat == SKIP).all()
    scores = batch.turns.scores.mean(axis=1)
    assert scores[:2].min() > scores[2:].max()


def test_a_mask_of_another_shape_and_a_bot_that_would_never_stop_are_refused() -> None:
    batch = opened("fantasy")
    with pytest.raises(Unreadable) as refused:
        SeatedBots(batch, "greedy", np.ones((ROWS, 2), np.bool_))
    assert refused.value.code == "batch/bot_seats"
    with pytest.raises(Unreadable) as refused:
        SeatedBots(batch, "greedy", mask((0, 1, 2)))
    assert refused.value.code == "batch/bots_alone"


def test_the_mask_may_change_between_games() -> None:
    batch = opened("fantasy", auto_reset=False)
    bots = SeatedBots(batch, "greedy", all_but(np.zeros(ROWS, np.int64), PLAYERS))
    bots.play()
    assert set(batch.turns.seat.tolist()) == {0}
    bots.plays[:] = all_but(np.full(ROWS, 2), PLAYERS)
    bots.play()
    assert set(batch.turns.seat.tolist()) == {2}
