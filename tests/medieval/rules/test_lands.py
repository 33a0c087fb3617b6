"""Step 3, the lands: who controls them, and what they pay."""

from __future__ import annotations

from typing import Any

import pytest

from realms.medieval.content.content import CONTENT
from realms.medieval.interface import events as e
from realms.medieval.interface.moves import LandForce
from tests.medieval.positions import gains, of_type, placing, revealed, seat_of

pytestmark = pytest.mark.uncompiled


def fought(land: int, players: int = 3, leaders: Any = None, **placements: str) -> e.LandFought:
    """What happened on a land."""
    _, happened = revealed(placing(players, leaders=leaders), **placements)
    (event,) = (event for event in of_type(happened, e.LandFought) if event.land == land)
    found: e.LandFought = event
    return found


def test_a_general_is_worth_two_admirals() -> None:
    """[MR-5] [MR-24]"""
    event = fought(1, Ada="general 1 admiral 2", Bob="general 2 admiral 1")
    assert event.forces == (LandForce(0, 1, 0, 0, 2), LandForce(1, 0, 1, 0, 1))
    assert event.seat == 0
    assert event.paragraph == "MR-24"


def test_mayors_do_not_fight() -> None:
    """[MR-5]"""
    state = placing(leaders={"Ada": "mayor 9", "Bob": "admiral 1", "Cleo": "mayor 1"})
    _, happened = revealed(state, Bob="admiral 1", Ada="goods 9", Cleo="goods")
    assert [event.seat for event in of_type(happened, e.LandFought)] == [1]


def test_strengths_on_a_land_add_up() -> None:
    """[MR-24]"""
    event = fought(
        4,
        leaders={"Ada": "mayor 1, general 1, admiral 3", "Bob": "mayor 1, general 2"},
        Ada="general 4 admiral 4 4 4",
        Bob="general 4 4",
    )
    assert [force.strength for force in event.forces] == [5, 4]
    assert event.seat == 0


def test_a_leader_who_meets_nobody_wins() -> None:
    """[MR-24]"""
    event = fought(3, Ada="admiral 3")
    assert (event.seat, event.forces) == (0, (LandForce(0, 0, 1, 0, 1),))


@pytest.mark.parametrize("land", range(1, 11))
def test_a_land_pays_its_whole_reward(land: int) -> None:
    """[MR-3] [MR-24]"""
    elsewhere = 1 if land == 7 else 7
    before = placing(5)
    others = f"general {elsewhere} admiral {elsewhere}"
    after, happened = revealed(
        before,
        Ada=f"science 4 general {land} admiral {elsewhere}",
        **dict.fromkeys(("Bob", "Cleo", "Dora", "Emil"), others),
    )
    reward = CONTENT.land[land - 1].reward
    fights = [event for event in of_type(happened, e.LandFought) if event.land == land]
    assert fights[0].tokens == reward
    income = gains(before, after, "Ada")
    income["science"] -= 4
    income["goods"] -= 2
    assert {kind: number for kind, number in income.items() if number} == reward


def test_one_more_is_enough_against_everybody() -> None:
    """[MR-24]"""
    event = fought(
        3, 4, Ada="general 3", Bob="general 3 admiral 3", Cleo="general 3", Dora="admiral 3"
    )
    assert [force.strength for force in event.forces] == [2, 3, 2, 1]
    assert event.seat == 1  # the tie below does not matter


def test_a_tie_leaves_the_land_to_nobody() -> None:
    """[MR-25]"""
    event = fought(2, Ada="general 2", Bob="general 2")
    assert (event.seat, event.tokens, event.paragraph) == (None, {}, "MR-25")


def test_a_third_does_not_profit_from_a_tie() -> None:
    """[MR-25]"""
    event = fought(2, Ada="general 2", Bob="general 2", Cleo="admiral 2")
    assert (event.seat, event.tokens) == (None, {})


def test_a_decoy_ties_a_general() -> None:
    """[MR-26]"""
    event = fought(5, 2, Ada="general 5", Bob="decoy 5 6")
    assert (event.seat, event.paragraph) == (None, "MR-25")


def test_a_decoy_loses_to_a_general_and_an_admiral() -> None:
    """[MR-26]"""
    assert fought(5, 2, Ada="general 5 admiral 5", Bob="decoy 5 6").seat == 0


def test_two_decoys_add_up() -> None:
    """[MR-26]"""
    event = fought(5, 2, Ada="general 5 admiral 5", Bob="decoy 5 5")
    assert event.forces == (LandForce(0, 1, 1, 0, 3), LandForce(1, 0, 0, 2, 4))
    assert (event.seat, event.tokens, event.paragraph) == (None, {}, "MR-26")


def test_a_decoy_never_wins() -> None:
    """[MR-26]"""
    for decoys, forces in (("3 3", 4), ("3 4", 2)):
        event = fought(3, 2, Ada=f"decoy {decoys}")
        assert (event.seat, event.forces[0].strength, event.tokens) == (None, forces, {})
    assert fought(3, 2, Ada="decoy 3 4", Bob="admiral 3").seat is None


def test_losing_costs_nothing() -> None:
    """[MR-27]"""
    before = placing(2)
    after, _ = revealed(
        before,
        Ada="science 4 general 1 admiral 2 decoy 3 3",
        Bob="science 4 general 3 admiral 4 decoy 1 1",
    )
    for name in ("Ada", "Bob"):
        assert seat_of(after, name).leaders == seat_of(before, name).leaders
        assert seat_of(after, name).decoys == 2
        assert seat_of(after, name).points == 0
    assert gains(before, after, "Bob") == {"science": 4, "goods": 2, "culture": 1, "battle": 1}


def test_a_land_without_leaders_is_not_fought_for() -> None:
    """[MR-24]"""
    _, happened = revealed(placing(), Ada="general 1 admiral 2")
    assert [event.land for event in of_type(happened, e.LandFought)] == [1, 2, 7]
