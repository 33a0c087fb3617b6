"""Step 6: one action after another until all have passed; hole cards, and playing cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from realms.medieval import Activate, Get, Play, game
from realms.medieval.interface import events as e
from realms.medieval.rules.reports import REFUSALS
from tests.medieval.positions import (
    MANY,
    events,
    has,
    legal,
    play,
    position,
    refused,
    refused_move,
    seat_of,
    turn_of,
    view,
)

pytestmark = pytest.mark.uncompiled

FULL = "market, gunpowder, tithe, city-red"
"""A hand of four, with a red, a blue, a white and a green card."""


# --- Turns ---


def test_players_act_in_turn_order_one_action_each() -> None:
    """[MR-31]"""
    state = position(
        panel={1: "market", 2: "city-red", 3: "market", 4: "city-blue"},
        tokens={"Ada": "goods 2", "Bob": "goods 2", "Cleo": "goods 2"},
        order="Bob Cleo Ada",
    )
    actors = []
    for square in (1, 2, 3, 4):
        actors.append(turn_of(state))
        state = play(state, f"{actors[-1]} activate {square}")
    assert actors == ["Bob", "Cleo", "Ada", "Bob"]


def test_the_turn_skips_those_who_passed() -> None:
    """[MR-31] [MR-50]"""
    state = play(position(order="Bob Cleo Ada"), "Bob pass")
    assert seat_of(state, "Bob").passed
    state = play(state, "Cleo pass")
    assert turn_of(state) == "Ada"


def test_the_last_one_in_may_go_on_alone() -> None:
    """[MR-31]"""
    state = position(
        panel={1: "market", 2: "city-red"}, tokens={"Ada": "goods 2"}, passed="Bob Cleo"
    )
    state = play(state, "Ada activate 1", "Ada activate 2")
    assert turn_of(state) == "Ada"
    assert view(play(state, "Ada pass")).phase == "placing"


def test_others_wait_for_their_turn() -> None:
    """[MR-31]"""
    state = position(panel={1: "market"}, hands={"Bob": "city-red"}, tokens={"Bob": MANY})
    assert legal(state, "Bob") == []
    for line in ("pass", "activate 1", "play city-red"):
        assert refused(state, f"Bob {line}") == ("move/not_your_turn", "MR-31")


def test_a_move_that_means_nothing_is_refused() -> None:
    """[MR-31]"""
    state = position(tokens={"Ada": MANY})
    for move in (Activate(0), Activate(13), Activate(1, -1), Activate(1, 1000), Play("fish")):
        assert refused_move(state, "Ada", move) == ("move/meaningless", "MR-31")


def test_who_can_do_nothing_else_must_pass() -> None:
    """[MR-32]"""
    state = position(panel={1: "market", 2: "leader-mayor", 3: "war"}, hands={"Ada": "castle"})
    assert legal(state, "Ada") == ["pass"]


def test_passing_is_always_legal() -> None:
    """[MR-32]"""
    state = position(panel={1: "market"}, hands={"Ada": "castle"}, tokens={"Ada": MANY})
    assert legal(state, "Ada") == ["activate 1", "play castle", "pass"]
    assert events(state, "Ada pass") == [e.PassedRound(0)]


def test_every_other_action_uses_up_a_card() -> None:
    """[MR-32]"""
    state = position(
        panel={1: "market", 2: "war", 3: "leader-mayor"},
        hands={"Ada": "castle"},
        tokens={"Ada": MANY},
        passed="Bob Cleo",
    )

    def cards_left() -> int:
        return sum(card is not None for card in view(state).current) + len(
            seat_of(state, "Ada").hand
        )

    for line, left in (
        ("activate 1", 4),  # from the panel to the hand: one fewer to activate
        ("activate 2", 4),
        ("activate 3 bid 1", 3),
        ("play castle", 2),
        ("play market", 1),
        ("play war", 0),
    ):
        state = play(state, f"Ada {line}")
        while view(state).phase == "choosing":
            state = play(state, "Ada milestone gold")
        assert cards_left() == left
    assert legal(state, "Ada") == ["pass"]


# --- Hole cards ---


@pytest.mark.parametrize(("square", "price"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (12, 3)])
def test_a_hole_card_is_paid_by_its_square(square: int, price: int) -> None:
    """[MR-33]"""
    state = position(panel={square: "market"}, tokens={"Ada": f"goods {price}"})
    assert events(state, f"Ada activate {square}") == [e.TookCard(0, "market", square, price)]
    after = play(state, f"Ada activate {square}")
    assert has(after, "Ada") == {}
    assert seat_of(after, "Ada").hand == ("market",)
    assert view(after).current == (None,) * 12


def test_there_is_nothing_to_take_from_an_empty_square() -> None:
    """[MR-33]"""
    state = position(panel={1: "market"}, tokens={"Ada": MANY})
    assert refused(state, "Ada activate 2") == ("move/empty_square", "MR-33")
    assert refused(state, "Ada activate 2 bid 1") == ("move/empty_square", "MR-33")


@pytest.mark.parametrize(("square", "goods"), [(1, 0), (5, 1), (12, 2)])
def test_too_few_goods_bar_a_hole_card(square: int, goods: int) -> None:
    """[MR-34]"""
    state = position(panel={square: "market"}, tokens={"Ada": f"goods {goods}, gold 9"})
    assert refused(state, f"Ada activate {square}") == ("move/too_few_goods", "MR-34")


def test_a_full_hand_bars_a_hole_card() -> None:
    """[MR-34]"""
    state = position(panel={1: "island-blue2"}, hands={"Ada": FULL}, tokens={"Ada": "goods 9"})
    assert refused(state, "Ada activate 1") == ("move/hand_full", "MR-34")


def test_a_card_of_the_colour_in_hand_bars_a_hole_card() -> None:
    """[MR-34]"""
    state = position(
        panel={1: "university", 2: "city-red"},
        hands={"Ada": "gunpowder"},
        realms={"Ada": "city-blue"},
        tokens={"Ada": "goods 9"},
    )
    assert refused(state, "Ada activate 1") == ("move/same_colour", "MR-34")
    assert "activate 2" in legal(state, "Ada")  # in play does not matter


def test_a_hole_card_may_be_taken_without_the_means_to_play_it() -> None:
    """[MR-35]"""
    state = position(panel={1: "market", 2: "island-blue2"}, tokens={"Ada": "goods 2"},
                     leaders={"Ada": "mayor 4"}, passed="Bob Cleo")  # fmt: skip
    state = play(state, "Ada activate 1", "Ada activate 2")
    assert seat_of(state, "Ada").hand == ("market", "island-blue2")
    assert legal(state, "Ada") == ["pass"]


def test_hands_are_open_and_hold_four_cards_of_four_colours() -> None:
    """[MR-36]"""
    state = position(
        panel={1: "market", 2: "gunpowder", 3: "tithe", 4: "city-red", 5: "island-blue2"},
        tokens={"Ada": MANY},
        passed="Bob Cleo",
    )
    state = play(state, *(f"Ada activate {square}" for square in (1, 2, 3, 4)))
    for viewer in ("Ada", "Bob", None):
        assert view(state, viewer).seats[0].hand == ("market", "gunpowder", "tithe", "city-red")
    assert refused(state, "Ada activate 5") == ("move/hand_full", "MR-34")


def test_a_hand_card_is_never_discarded() -> None:
    """[MR-36]"""
    state = position(hands={"Ada": FULL})
    assert legal(state, "Ada") == ["pass"]
    state = play(state, "Ada pass", "Bob pass", "Cleo pass")
    assert seat_of(state, "Ada").hand == ("market", "gunpowder", "tithe", "city-red")


# --- Playing a card ---


def test_playing_pays_the_cost_and_puts_the_card_in_play() -> None:
    """[MR-48]"""
    state = position(hands={"Ada": "market, tithe"}, tokens={"Ada": "goods 7, gold 2"})
    assert events(state, "Ada play market") == [e.CardPlayed(0, "market", {"goods": 6}, {})]
    after = play(state, "Ada play market")
    assert has(after, "Ada") == {"goods": 1, "gold": 2}
    assert seat_of(after, "Ada").hand == ("tithe",)
    assert seat_of(after, "Ada").realm == ("market",)


def test_the_cost_must_be_in_the_manor() -> None:
    """[MR-48]"""
    state = position(hands={"Ada": "market"}, tokens={"Ada": "goods 5, gold 9"})
    assert refused(state, "Ada play market") == ("move/too_few_tokens", "MR-48")


def test_resources_do_not_stand_in_for_one_another() -> None:
    """[MR-49]"""
    state = position(hands={"Ada": "castle"}, tokens={"Ada": "goods 9, gold 9, battle 9, raw 5"})
    assert refused(state, "Ada play castle") == ("move/too_few_tokens", "MR-48")


@pytest.mark.parametrize("hand", ["", "market", FULL])
def test_only_cards_of_the_own_hand_are_played(hand: str) -> None:
    """[MR-48]"""
    state = position(hands={"Ada": hand, "Bob": "war"}, tokens={"Ada": MANY})
    assert refused(state, "Ada play war") == ("move/not_in_your_hand", "MR-48")


def test_a_card_taken_this_round_may_be_played_this_round() -> None:
    """[MR-49]"""
    state = position(panel={1: "market"}, tokens={"Ada": "goods 7"}, passed="Bob Cleo")
    assert seat_of(play(state, "Ada activate 1", "Ada play market"), "Ada").realm == ("market",)


def test_a_hand_closes_up_when_a_card_is_played() -> None:
    """[MR-36] [MR-48]"""
    state = position(hands={"Ada": FULL}, tokens={"Ada": "science 4"})
    assert seat_of(play(state, "Ada play gunpowder"), "Ada").hand == ("market", "tithe", "city-red")


# --- Passing ---


def test_who_passed_acts_no_more_this_round() -> None:
    """[MR-50]"""
    state = position(panel={1: "market"}, tokens={"Ada": MANY, "Bob": "goods 1"})
    state = play(state, "Ada pass", "Bob activate 1", "Cleo pass")
    assert turn_of(state) == "Bob"
    assert refused(state, "Ada pass") == ("move/not_your_turn", "MR-31")


def test_a_pass_lasts_one_round() -> None:
    """[MR-50]"""
    state = play(position(), "Ada pass", "Bob pass", "Cleo pass")
    assert [seat.passed for seat in view(state).seats] == [False, False, False]


# --- Moves of other steps ---


def test_nobody_is_asked_for_what_is_not_due() -> None:
    """[MR-45] [MR-55]"""
    state = position(panel={1: "market"}, tokens={"Ada": MANY})
    assert refused(state, "Ada bid 1") == ("move/not_asked_to_bid", "MR-45")
    assert refused(state, "Ada pass bid") == ("move/not_asked_to_bid", "MR-45")
    assert refused(state, "Ada milestone gold") == ("move/not_asked_to_choose", "MR-55")
    assert refused(state, "Ada tithe gold") == ("move/not_asked_to_choose", "MR-55")
    assert refused_move(state, "Ada", Get(1)) == ("move/not_asked_to_choose", "MR-55")


def test_every_refusal_is_met_in_these_tests() -> None:
    texts = "".join(
        path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py")
    )
    flat = " ".join(texts.split()).replace("( ", "(").replace(", )", ")")
    missing = {pair for pair in REFUSALS.values() if f'("{pair[0]}", "{pair[1]}")' not in flat}
    assert missing == set()


def test_an_action_leaves_the_state_it_was_given() -> None:
    """[MR-31]"""
    state = position(panel={1: "market"}, tokens={"Ada": "goods 1"})
    kept = state.tobytes()
    game.play(state, 0, Activate(1))
    assert state.tobytes() == kept
