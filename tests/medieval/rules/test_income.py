"""Steps 3 and 4: mayors, lands and cards pay, and everybody gets two goods."""

from __future__ import annotations

import pytest

from realms.medieval.interface import events as e
from tests.medieval.positions import gains, in_order, of_type, placing, play, revealed, view

pytestmark = pytest.mark.uncompiled


def test_each_mayor_makes_a_token_of_its_square() -> None:
    """[MR-19] [MR-23]"""
    state = placing()
    after, happened = revealed(state, Ada="culture 2 raw goods")
    assert e.Produced(0, {"goods": 1, "culture": 2, "raw": 1}) in happened
    assert gains(state, after, "Ada") == {"goods": 3, "culture": 2, "raw": 1}


def test_all_sources_pay_in_one_step() -> None:
    """[MR-23]"""
    state = placing(realms={"Ada": "castle, scidev-gold"}, tokens={"Ada": "gold 1"})
    after, happened = revealed(state, Ada="gold raw 3 general 6 admiral 8")
    assert of_type(happened, e.CardProduced) == [
        e.CardProduced(0, "castle", {"battle": 1}),
        e.CardProduced(0, "scidev-gold", {"gold": 4}),
    ]
    # mayors: gold 1, raw 3; lands: gold and battle, goods and gold and battle; step 4: goods 2
    assert gains(state, after, "Ada") == {"gold": 1 + 1 + 1 + 4, "raw": 3, "battle": 3, "goods": 3}


def test_everybody_has_income_at_once() -> None:
    """[MR-23]"""
    state = placing(realms={"Cleo": "castle"})
    after, happened = revealed(state, Ada="gold 4", Bob="raw 4", Cleo="culture 4")
    kinds = [type(event) for event in happened if not isinstance(event, e.Placed)]
    assert kinds == [
        e.Revealed,
        *[e.Produced] * 3,
        e.LandFought,
        e.CardProduced,
        e.GoodsGiven,
        e.OrderSet,
    ]
    assert view(after).phase == "acting"


def test_a_castle_makes_battle() -> None:
    """[MR-58]"""
    state = placing(realms={"Ada": "castle, castle", "Bob": "castle"})
    after, _ = revealed(state)
    assert gains(state, after, "Ada") == {"science": 4, "goods": 2, "battle": 2}
    assert gains(state, after, "Bob") == {"science": 4, "goods": 2, "battle": 1}


def test_a_scientific_development_makes_a_token_for_each_mayor_owned() -> None:
    """[MR-66]"""
    state = placing(realms={"Ada": "scidev-raw"}, leaders={"Ada": "mayor 6, admiral 1"})
    after, _ = revealed(state, Ada="gold 6")  # wherever they stand
    assert gains(state, after, "Ada") == {"gold": 6, "raw": 6, "goods": 2}


def test_production_comes_every_round() -> None:
    """[MR-7] [MR-23]"""
    state = placing(realms={"Ada": "castle"})
    for battle in (1, 2, 3):
        state, _ = revealed(state)
        assert view(state).seats[0].tokens["battle"] == battle
        state = play(state, *(f"{name} pass" for name in in_order(state)))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_gets_two_goods(players: int) -> None:
    """[MR-28]"""
    state = placing(players)
    same = "science 4 general 7 admiral 7"
    after, happened = revealed(state, Ada=same)
    assert of_type(happened, e.GoodsGiven) == [e.GoodsGiven(2)]
    for name in ("Ada", "Bob"):
        assert gains(state, after, name)["goods"] == 2


def test_the_goods_of_step_four_count_for_the_turn_order() -> None:
    """[MR-28] [MR-29]"""
    _, happened = revealed(placing(tokens={"Bob": "goods 1"}))
    (order,) = of_type(happened, e.OrderSet)
    assert order == e.OrderSet((1, 2, 0), (3, 2, 2))
