"""Step 5: goods decide the turn order."""

from __future__ import annotations

from itertools import product

import pytest

from realms.kernel.game import State
from realms.medieval.content.rule_tables import GOODS
from realms.medieval.interface import events as e
from realms.medieval.rules.turn_order import set_turn_order
from tests.medieval.positions import (
    NAMES,
    drafted,
    in_order,
    of_type,
    placing,
    play,
    position,
    revealed,
    turn_of,
    view,
)

pytestmark = pytest.mark.uncompiled


def ordered(goods: list[int], before: str) -> list[str]:
    """The turn order when seats have so many goods, after one in which `before` came first."""
    others = [name for name in NAMES[: len(goods)] if name != before]
    tokens = {name: f"goods {number}" for name, number in zip(NAMES, goods, strict=False)}
    state = placing(len(goods), order=" ".join([before, *others]), tokens=tokens)
    return in_order(revealed(state)[0])


def test_most_goods_come_first() -> None:
    """[MR-29] [MR-30]"""
    assert ordered([1, 4, 3, 2], "Ada") == ["Bob", "Cleo", "Dora", "Ada"]


def test_the_previous_initial_player_keeps_the_place_when_tied() -> None:
    """[MR-29]"""
    for name in NAMES[:4]:
        assert ordered([3, 3, 3, 3], name)[0] == name


def test_a_tie_for_first_goes_clockwise_from_the_previous_initial_player() -> None:
    """[MR-29]"""
    assert ordered([5, 0, 0, 5], "Cleo")[0] == "Dora"
    assert ordered([5, 5, 0, 0], "Cleo")[0] == "Ada"
    assert ordered([5, 5, 0, 0], "Bob")[0] == "Bob"


def test_other_ties_go_clockwise_from_the_new_initial_player() -> None:
    """[MR-30]"""
    assert ordered([2, 2, 2, 9], "Bob") == ["Dora", "Ada", "Bob", "Cleo"]
    assert ordered([2, 9, 2, 2], "Dora") == ["Bob", "Cleo", "Dora", "Ada"]


def test_in_the_first_round_the_drawn_initial_player_is_the_previous_one() -> None:
    """[MR-12] [MR-29]"""
    for order in ("Cleo Ada Bob", "Bob Ada Cleo"):
        state, _ = revealed(drafted(order=order))  # everybody has as many goods
        assert in_order(state)[0] == order.split()[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_order_of_goods(players: int) -> None:
    """[MR-29] [MR-30]"""
    state = position(players)
    seats = range(players)
    for goods in product(range(3), repeat=players):
        for previous in seats:
            state.tokens[:players, GOODS] = goods
            state.order[0] = previous
            set_turn_order(state)
            first = min(seats, key=lambda s: (-goods[s], (s - previous) % players))
            others = sorted(seats, key=lambda s: (s != first, -goods[s], (s - first) % players))
            assert state.order[:players].tolist() == others


def test_the_order_lasts_until_the_next_round() -> None:
    """[MR-29]"""
    state = position(order="Cleo Ada Bob", panel={1: "market"}, tokens={"Cleo": "goods 1"})
    state = play(state, "Cleo activate 1")  # poorer than before
    assert in_order(state) == ["Cleo", "Ada", "Bob"]


def rounds_of(state: State) -> list[str]:
    """Who acts, one after another, when nobody can do anything but pass."""
    actors = []
    while view(state).phase == "acting":
        actors.append(turn_of(state))
        state = play(state, f"{actors[-1]} pass")
    return actors


def test_the_order_is_told_with_the_goods_it_rests_on() -> None:
    """[MR-30]"""
    after, happened = revealed(placing(tokens={"Ada": "goods 1", "Cleo": "goods 4"}))
    assert of_type(happened, e.OrderSet) == [e.OrderSet((2, 0, 1), (6, 3, 2))]
    assert rounds_of(after) == ["Cleo", "Ada", "Bob"]
