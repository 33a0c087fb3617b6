"""Step 6, majority cards: the activator pays, the richest candidate gets the card."""

from __future__ import annotations

from typing import Any

import pytest

from realms.medieval.content import effects as does
from realms.medieval.interface import events as e
from tests.medieval.positions import (
    NAMES,
    content_with,
    events,
    has,
    legal,
    of_type,
    play,
    position,
    refused,
    seat_of,
    turn_of,
    view,
)

pytestmark = pytest.mark.uncompiled

FULL = "market, gunpowder, tithe, city-red"


def war(*battle: int, **fields: Any) -> Any:
    """A War on square 5, and so much battle in each manor; Ada has the goods for it."""
    fields.setdefault("turn", "Ada")
    tokens = {name: f"battle {n}" for name, n in zip(NAMES, battle, strict=False)}
    tokens["Ada"] += ", goods 2"
    return position(len(battle), panel={5: "war"}, tokens=tokens, **fields)


def recipient(state: Any) -> str | None:
    """Who gets the War when Ada activates it."""
    received = of_type(events(state, "Ada activate 5"), e.Received)
    return NAMES[received[0].seat] if received else None


def test_the_activator_pays_the_price_of_the_square() -> None:
    """[MR-37]"""
    state = war(0, 3, 1)
    assert events(state, "Ada activate 5") == [
        e.Activated(0, "war", 5, 2),
        e.Received(1, "war", "battle", 3, 0),
    ]
    after = play(state, "Ada activate 5")
    assert has(after, "Ada") == {}
    assert has(after, "Bob") == {"battle": 3}  # who has most pays nothing
    assert turn_of(after) == "Bob"


def test_without_the_price_nobody_activates_it() -> None:
    """[MR-37]"""
    state = position(panel={5: "war"}, tokens={"Ada": "goods 1, battle 9"})
    assert refused(state, "Ada activate 5") == ("move/too_few_goods", "MR-34")


def test_most_tokens_of_the_cost_decide() -> None:
    """[MR-38]"""
    assert recipient(war(1, 3, 2)) == "Bob"
    assert recipient(war(4, 3, 2)) == "Ada"
    state = position(
        panel={5: "castle"},
        tokens={"Ada": "goods 2, raw 1", "Bob": "battle 9, gold 9", "Cleo": "raw 2"},
    )
    assert recipient(state) == "Cleo"  # a Castle asks raw


def test_who_passed_is_a_candidate_too() -> None:
    """[MR-38] [MR-50]"""
    assert recipient(war(1, 3, 2, passed="Bob Cleo")) == "Bob"


def test_a_full_hand_is_no_candidate() -> None:
    """[MR-38]"""
    assert recipient(war(1, 3, 2, hands={"Bob": FULL})) == "Cleo"


def test_a_hand_with_the_colour_is_no_candidate() -> None:
    """[MR-38]"""
    assert recipient(war(1, 3, 2, hands={"Bob": "war"})) == "Cleo"
    assert recipient(war(1, 3, 2, realms={"Bob": "war"})) == "Bob"  # in play does not matter


def test_the_activator_wins_a_tie() -> None:
    """[MR-39]"""
    assert recipient(war(3, 3, 3, order="Cleo Bob Ada")) == "Ada"


def test_otherwise_the_first_of_the_tied_on_the_track_gets_it() -> None:
    """[MR-39]"""
    assert recipient(war(1, 3, 3, order="Ada Cleo Bob")) == "Cleo"
    assert recipient(war(1, 3, 3, order="Bob Cleo Ada")) == "Bob"


@pytest.mark.parametrize("hand", [FULL, "war"])
def test_an_activator_who_cannot_take_it_does_not_win_a_tie(hand: str) -> None:
    """[MR-39] [MR-40]"""
    state = war(3, 3, 3, order="Cleo Bob Ada", hands={"Ada": hand})
    assert recipient(state) == "Cleo"


def test_the_activator_need_not_be_a_candidate() -> None:
    """[MR-41]"""
    state = war(9, 0, 0, hands={"Ada": FULL})
    assert "activate 5" in legal(state, "Ada")
    assert recipient(state) == "Bob"


def test_no_tokens_at_all_can_win() -> None:
    """[MR-41]"""
    state = war(3, 0, 0, hands={"Ada": "war"}, order="Cleo Ada Bob")
    assert recipient(state) == "Cleo"
    assert recipient(war(0, 0, 0)) == "Ada"


def test_nobody_can_refuse_a_card_or_needs_to_afford_it() -> None:
    """[MR-41]"""
    after = play(war(0, 1, 0), "Ada activate 5")
    assert seat_of(after, "Bob").hand == ("war",)
    assert "play war" not in legal(after, "Bob")


def test_tokens_are_counted_after_the_price_is_paid() -> None:
    """[MR-41]"""
    content = content_with("war", cost=does.Pay("goods", 3))  # no card of ours asks goods
    state = position(
        panel={12: "war"}, tokens={"Ada": "goods 5", "Bob": "goods 3"}, content=content
    )
    received = of_type(events(state, "Ada activate 12"), e.Received)
    assert [(event.seat, event.amount) for event in received] == [(1, 3)]


def test_a_card_that_nobody_can_take_is_discarded() -> None:
    """[MR-42]"""
    state = war(5, 5, hands={"Ada": FULL, "Bob": "war"})
    before = view(state).discards
    assert events(state, "Ada activate 5") == [e.Activated(0, "war", 5, 2), e.Unclaimed("war")]
    after = play(state, "Ada activate 5")
    assert view(after).discards == (*before, "war")
    assert has(after, "Ada") == {"battle": 5}  # the price is not given back [MR-41]
    assert turn_of(after) == "Bob"
