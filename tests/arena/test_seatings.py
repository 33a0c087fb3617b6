"""Every deal is played from every seat, and by nobody twice."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import numpy as np
import pytest

from realms.arena.seatings import draw_order, pairings, rotations, sittings
from realms.kernel.chance import branch, rng_state_from

WORD = rng_state_from("pairing")
TABLES = [("a", "b", "b", "b"), ("a", "b", "c", "d"), ("a", "a", "b", "b"), ("a", "a", "a", "a")]


@pytest.mark.parametrize("bots", TABLES, ids="".join)
def test_every_bot_sits_on_every_seat_equally_often(bots: tuple[str, ...]) -> None:
    for _deal, games in groupby(sittings([bots], 60, WORD), key=lambda seated: seated[0].deal):
        seatings = [seating for _, seating in games]
        for seat in range(4):
            held = Counter(bots[seating[seat]] for seating in seatings)
            assert {name: held[name] / len(seatings) for name in bots} == {
                name: bots.count(name) / 4 for name in bots
            }


@pytest.mark.parametrize("bots", TABLES, ids="".join)
def test_no_game_is_played_twice(bots: tuple[str, ...]) -> None:
    played = [
        (sitting.deal, tuple(bots[place] for place in seating))
        for sitting, seating in sittings([bots], 60, WORD)
    ]
    assert len(set(played)) == len(played) >= 60


def test_more_games_begin_with_the_same_ones() -> None:
    few, many = (list(sittings([TABLES[1]], games, WORD)) for games in (40, 400))
    assert many[: len(few)] == few
    assert len(many) == 400


def test_all_orders_of_a_table_come_up_equally_often() -> None:
    orders = Counter(draw_order(np.uint64(branch(WORD, deal)), 3) for deal in range(3_000))
    assert len(orders) == 6
    assert all(420 < times < 580 for times in orders.values())


def test_a_turn_moves_everybody_one_seat_on() -> None:
    first, second, *_ = rotations(TABLES[1], (2, 0, 3, 1))
    assert first == (2, 0, 3, 1)
    assert second == (1, 2, 0, 3)


def test_a_round_robin_plays_every_pairing_both_ways_round() -> None:
    tables = pairings(["a", "b", "c", "a"], 4)
    assert len(tables) == 6
    assert ("c", "a", "a", "a") in tables
    assert ("a", "c", "c", "c") in tables
