"""Step 6, auction cards: bids go round until one is left, who pays and plays the card."""

from __future__ import annotations

from typing import Any

import pytest

from realms.kernel.game import State
from realms.medieval.interface import events as e
from tests.medieval.positions import (
    NAMES,
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


def leader(*gold: int, **fields: Any) -> State:
    """A Realm Leader on square 12, and so much gold in each manor; Ada's turn."""
    tokens = {name: f"gold {n}" for name, n in zip(NAMES, gold, strict=False)}
    fields.setdefault("turn", "Ada")
    return position(len(gold), panel={12: "leader-mayor"}, tokens=tokens, **fields)


def test_an_auction_costs_no_goods() -> None:
    """[MR-43]"""
    assert legal(leader(2, 0, 0), "Ada") == ["activate 12 bid 1", "activate 12 bid 2", "pass"]


@pytest.mark.parametrize(
    ("card", "resource"), [("leader-general", "gold"), ("territory-raw", "battle")]
)
def test_leaders_are_bid_for_in_gold_and_territories_in_battle(card: str, resource: str) -> None:
    """[MR-43]"""
    state = position(panel={1: card}, tokens={"Ada": "gold 1, battle 2, goods 5"})
    after = play(state, "Ada activate 1 bid 1")
    left = {"goods": 5, "gold": 1, "battle": 2}
    left[resource] -= 1
    if card == "territory-raw":
        left["raw"] = 5
    assert has(after, "Ada") == {kind: number for kind, number in left.items() if number}
    (opened,) = of_type(events(state, "Ada activate 1 bid 1"), e.Opened)
    assert opened == e.Opened(0, card, 1, 1, resource)


def test_only_auction_cards_are_bid_for() -> None:
    """[MR-43]"""
    state = position(panel={1: "market", 2: "war"}, tokens={"Ada": "goods 9, gold 9, battle 9"})
    for square in (1, 2):
        assert refused(state, f"Ada activate {square} bid 1") == ("move/no_auction", "MR-43")


def test_an_auction_card_asks_for_a_bid() -> None:
    """[MR-44]"""
    assert refused(leader(2, 0, 0), "Ada activate 12") == ("move/asks_a_bid", "MR-44")


def test_the_opening_bid_is_at_least_one() -> None:
    """[MR-44]"""
    assert refused(leader(2, 0, 0), "Ada activate 12 bid 0") == ("move/bid_too_low", "MR-44")


def test_who_has_none_of_it_cannot_open() -> None:
    """[MR-44]"""
    state = leader(0, 5, 5)
    assert legal(state, "Ada") == ["pass"]
    assert refused(state, "Ada activate 12 bid 1") == ("move/bid_too_high", "MR-45")
    assert view(play(state, "Ada pass")).current[11] == "leader-mayor"


def test_bids_go_clockwise_by_seat() -> None:
    """[MR-45]"""
    state = leader(9, 9, 9, 9, order="Dora Bob Ada Cleo", turn="Bob")
    asked = []
    state = play(state, "Bob activate 12 bid 1")
    for bid in range(2, 9):
        asked.append(turn_of(state))
        state = play(state, f"{asked[-1]} bid {bid}")
    assert asked == ["Cleo", "Dora", "Ada", "Bob", "Cleo", "Dora", "Ada"]


def test_a_bid_is_higher_or_one_passes() -> None:
    """[MR-45]"""
    state = play(leader(5, 4, 5), "Ada activate 12 bid 2")
    assert legal(state, "Bob") == ["bid 3", "bid 4", "pass bid"]
    for bid in (0, 1, 2):
        assert refused(state, f"Bob bid {bid}") == ("move/not_higher", "MR-45")
    assert refused(state, "Bob bid 5") == ("move/bid_too_high", "MR-45")


def test_a_bid_is_covered_by_the_manor() -> None:
    """[MR-45]"""
    assert refused(leader(2, 0, 0), "Ada activate 12 bid 3") == ("move/bid_too_high", "MR-45")


def test_who_left_an_auction_is_out_of_it() -> None:
    """[MR-45]"""
    state = play(
        leader(5, 5, 5), "Ada activate 12 bid 1", "Bob pass bid", "Cleo bid 2", "Ada bid 3"
    )
    assert turn_of(state) == "Cleo"
    assert refused(state, "Bob bid 4") == ("move/not_asked_to_bid", "MR-45")
    auction = view(state).auction
    assert auction is not None
    assert (auction.card, auction.resource, auction.bid) == ("leader-mayor", "gold", 3)
    assert (auction.bidder, auction.asked, auction.inside, auction.purse) == (0, 2, (0, 2), 5)


def test_who_cannot_raise_is_not_asked() -> None:
    """[MR-45]"""
    happened = events(leader(5, 2, 5), "Ada activate 12 bid 2")
    assert happened[1:] == [e.LeftAuction(1, had_to=True)]
    state = play(leader(5, 2, 5), "Ada activate 12 bid 2")
    assert turn_of(state) == "Cleo"
    assert events(state, "Cleo pass bid")[0] == e.LeftAuction(2, had_to=False)


def test_who_passed_the_round_may_bid() -> None:
    """[MR-45] [MR-50]"""
    state = play(leader(5, 5, 5, passed="Bob Cleo"), "Ada activate 12 bid 1")
    assert turn_of(state) == "Bob"
    after = play(state, "Bob bid 2", "Cleo pass bid", "Ada pass bid")
    assert seat_of(after, "Bob").realm == ("leader-mayor",)
    assert turn_of(after) == "Ada"  # Bob still acts no more


def test_while_bidding_nothing_else_is_done() -> None:
    """[MR-45]"""
    state = play(leader(5, 5, 5, hands={"Bob": "market"}), "Ada activate 12 bid 1")
    for line in ("pass", "activate 1", "play market"):
        assert refused(state, f"Bob {line}") == ("move/must_bid_or_pass", "MR-45")
    assert refused(state, "Cleo pass bid") == ("move/not_asked_to_bid", "MR-45")
    assert refused(state, "Bob milestone gold") == ("move/not_asked_to_choose", "MR-55")


def test_the_winner_alone_pays_and_puts_the_card_in_play() -> None:
    """[MR-46]"""
    state = leader(5, 5, 5)
    lines = ("Ada activate 12 bid 1", "Bob bid 3", "Cleo bid 4", "Ada pass bid", "Bob pass bid")
    after = play(state, *lines)
    assert [has(after, name)["gold"] for name in NAMES[:3]] == [5, 5, 1]
    assert seat_of(after, "Cleo").realm == ("leader-mayor",)
    assert seat_of(after, "Cleo").hand == ()
    assert seat_of(after, "Cleo").leaders["mayor"] == 5
    assert events(state, *lines)[-2:] == [
        e.Won(2, "leader-mayor", 4, "gold"),
        e.Gained(2, "leader-mayor", 0, {}, {"mayor": 1}),
    ]


def test_nobody_raises_and_the_opener_pays_the_opening_bid() -> None:
    """[MR-46]"""
    after = play(leader(5, 5), "Ada activate 12 bid 3", "Bob pass bid")
    assert has(after, "Ada") == {"gold": 2}
    assert view(after).auction is None


def test_hand_limits_do_not_bar_a_winner() -> None:
    """[MR-46]"""
    hand = "market, gunpowder, tithe, city-red"
    after = play(leader(5, 0, 0, hands={"Ada": hand}), "Ada activate 12 bid 1")
    assert seat_of(after, "Ada").realm == ("leader-mayor",)
    assert len(seat_of(after, "Ada").hand) == 4


def test_the_turn_goes_on_after_the_activator() -> None:
    """[MR-47]"""
    state = leader(5, 5, 5, order="Cleo Ada Bob")
    state = play(state, "Ada activate 12 bid 1", "Bob pass bid", "Cleo bid 2", "Ada pass bid")
    assert seat_of(state, "Cleo").realm == ("leader-mayor",)
    assert turn_of(state) == "Bob"
