"""Content of one's own: effects that no card of ours has, decks that end, clear refusals."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from msgspec import structs

from realms.kernel.errors import Unreadable
from realms.medieval import Get, Options, game
from realms.medieval.content import effects as does
from realms.medieval.content.content import CONTENT
from realms.medieval.content.registry import digest_of, register_content
from realms.medieval.interface import events as e
from tests.medieval.positions import (
    MANY,
    content_with,
    drafted,
    gains,
    has,
    in_order,
    legal,
    of_type,
    placing,
    play,
    play_lines,
    position,
    refused,
    revealed,
    seat_of,
    turn_of,
    view,
)

pytestmark = pytest.mark.uncompiled


# --- Getting a card ---


def library(amount: int = 1, **told_of: Any) -> Any:
    """A position in which Ada can play a Market that gets cards of the panel."""
    content = content_with("market", immediate=(does.GetCard(amount),))
    told_of.setdefault("panel", {1: "gunpowder", 2: "war", 3: "leader-mayor", 12: "university"})
    return position(
        hands={"Ada": f"market, {told_of.pop('hand', '')}"},
        tokens={"Ada": "goods 6"},
        content=content,
        **told_of,
    )


def test_a_card_may_get_another_into_the_hand() -> None:
    """[MR-71]"""
    state = play(library(), "Ada play market")
    assert legal(state, "Ada") == ["get 1", "get 2", "get 12"]  # hole and majority cards
    choice = view(state).choice
    assert choice is not None
    assert (choice.what, choice.card, choice.times, choice.resources) == ("get", "market", 1, ())
    after, happened = play_lines(state, "Ada get 12")
    assert happened == [e.GotCard(0, "university", 12)]
    assert seat_of(after, "Ada").hand == ("university",)
    assert view(after).current[11] is None
    assert has(after, "Ada") == {}  # free of goods, whatever the square
    assert turn_of(after) == "Bob"


def test_an_auction_card_cannot_be_got() -> None:
    """[MR-71]"""
    state = play(library(), "Ada play market")
    assert refused(state, "Ada get 3") == ("move/not_for_hand", "MR-71")
    assert refused(state, "Ada get 4") == ("move/empty_square", "MR-33")
    assert refused(state, "Ada milestone gold") == ("move/meaningless", "MR-31")
    assert refused(state, "Ada tithe gold") == ("move/wrong_step", "MR-16")
    assert refused(state, "Ada pass") == ("move/must_choose", "MR-55")
    assert refused(state, "Bob get 1") == ("move/not_asked_to_choose", "MR-55")


def test_only_what_the_hand_accepts_can_be_got() -> None:
    """[MR-36] [MR-71]"""
    state = play(library(hand="docking-bay"), "Ada play market")
    assert legal(state, "Ada") == ["get 2"]
    assert refused(state, "Ada get 1") == ("move/not_for_hand", "MR-71")


def test_several_cards_are_got_one_after_another() -> None:
    """[MR-71]"""
    state = play(library(2), "Ada play market", "Ada get 1")
    assert legal(state, "Ada") == ["get 2"]  # the other blue card fits no more
    state = play(state, "Ada get 2")
    assert seat_of(state, "Ada").hand == ("gunpowder", "war")
    assert turn_of(state) == "Bob"


def test_what_cannot_be_got_is_forgone() -> None:
    """[MR-71]"""
    state = play(library(3), "Ada play market", "Ada get 1", "Ada get 2")
    assert turn_of(state) == "Bob"
    state = play(library(panel={3: "leader-mayor"}), "Ada play market")
    assert turn_of(state) == "Bob"
    assert seat_of(state, "Ada").realm == ("market",)


def test_no_card_of_ours_gets_another() -> None:
    """[MR-71]"""
    effects = [effect for card in CONTENT.card for effect in card.immediate]
    assert not any(isinstance(effect, does.GetCard) for effect in effects)
    state = position(panel={1: "market"}, tokens={"Ada": MANY})
    assert Get(1) not in game.legal(state, 0)


# --- Other effects ---


def test_a_card_may_do_several_things_at_once() -> None:
    """[MR-7] [MR-49]"""
    content = content_with(
        "war",
        cost=does.Pay("gold", 2),
        immediate=(
            does.GainTokens("raw", 3),
            does.GainLeader("mayor", 2),
            does.GainPoints(11),
            does.ChooseTokens(2, ("gold", "raw")),
        ),
        production=(does.GainTokens("culture", 2), does.GainTokensPerLeader("gold", 1, "general")),
        repetitive=(does.Trigger("black", "science", 2, 3),),
    )
    state = position(
        hands={"Ada": "war"}, realms={"Ada": "war"}, tokens={"Ada": "gold 2"}, content=content
    )
    state, happened = play_lines(state, "Ada play war")
    assert of_type(happened, e.Answered) == [e.Answered(0, "war", 3, {"science": 2})]
    assert seat_of(state, "Ada").points == 14
    assert len(legal(state, "Ada")) == 7
    state = play(state, "Ada milestone gold", "Ada milestone gold")
    assert legal(state, "Ada") == [
        f"tithe {kind}" for kind in ("goods", "science", "culture", "religion", "battle")
    ]
    assert refused(state, "Ada tithe raw") == ("move/excluded", "MR-68")
    state = play(state, "Ada tithe goods")
    assert has(state, "Ada") == {"raw": 3, "goods": 2, "gold": 2, "science": 2}
    assert seat_of(state, "Ada").leaders["mayor"] == 6
    state = play(state, "Bob pass", "Cleo pass", "Ada pass")
    after, _ = revealed(state, Ada="religion 6")
    assert gains(state, after, "Ada") == {"religion": 6, "culture": 4, "gold": 2, "goods": 2}


def test_another_start_is_dealt() -> None:
    """[MR-13] [MR-14]"""
    start = structs.replace(CONTENT.start, tokens={"gold": 7}, leaders={"mayor": 2, "general": 3})
    content = register_content(structs.replace(CONTENT, start=start))
    state = game.start(Options(players=3, content=content), "")
    seat = game.view(state, None).seats[0]
    assert {kind: n for kind, n in seat.tokens.items() if n} == {"gold": 7}
    assert seat.leaders == {"mayor": 2, "general": 3, "admiral": 0}


def test_a_game_without_leaders_is_refused_or_goes_on() -> None:
    """[MR-21]"""
    start = structs.replace(CONTENT.start, leaders={})
    with suppress(Unreadable):
        state = drafted(3, content=register_content(structs.replace(CONTENT, start=start)))
        assert view(state).phase == "acting"  # there is nobody to place


# --- A deck that ends ---


def test_squares_stay_empty_when_the_deck_ends() -> None:
    """[MR-54]"""
    panel = {1: "war", 5: "castle", 9: "market"}
    state = position(
        5, panel=panel, future="tithe, tithe", deck="gunpowder, university, cathedral", left=3
    )
    away = view(state).discards
    after, happened = play_lines(state, *(f"{name} pass" for name in in_order(state)))
    filled = ("castle", "market", "tithe", "tithe", "gunpowder", "university", "cathedral")
    assert view(after).current == (*filled, None, None, None, None, None)
    assert view(after).future == (None,) * 6
    assert view(after).deck == 0
    assert view(after).discards == (*away, "war")  # and never shuffled again
    assert of_type(happened, e.Refilled) == [e.Refilled(filled[4:])]


def test_the_game_goes_on_without_a_deck() -> None:
    """[MR-54]"""
    state = placing(2, panel={12: "market"}, future="", left=0)
    assert view(state).current == ("market", *[None] * 11)
    state, _ = revealed(state)
    state, happened = play_lines(state, *(f"{name} pass" for name in in_order(state)))
    assert of_type(happened, e.Swept) == [e.Swept(("market",))]
    assert of_type(happened, e.Refilled) == []
    assert view(state).phase == "placing"
    assert view(state).current == (None,) * 12


def test_a_future_panel_with_gaps_slides() -> None:
    """[MR-52] [MR-54]"""
    state = position(5, future="tithe, war, castle", left=0)
    after = play(state, *(f"{name} pass" for name in in_order(state)))
    assert view(after).current == ("tithe", "war", "castle", *[None] * 9)
    assert view(after).future == (None,) * 6


def test_our_deck_never_ends() -> None:
    """[MR-54]"""
    state = drafted(2)
    for _ in range(6):
        state, _ = revealed(state)
        state.discards[state.swept : state.swept + 12] = state.current
        state.swept += 12
        state.current[:] = -1  # an empty panel every round is the worst there is
        state = play(state, *(f"{name} pass" for name in in_order(state)))
    assert view(state).round == 7
    assert view(state).deck == 109 - 90


# --- Clear refusals ---


def test_content_that_nobody_knows_is_refused() -> None:
    """[MR-6]"""
    with pytest.raises(Unreadable) as caught:
        game.start(Options(players=3, content="0123456789ab"), "")
    assert caught.value.code == "options/content"


def test_a_deck_may_be_too_small_for_eight_rounds() -> None:
    """[MR-54] [MR-74]"""
    cards = tuple(card for card in CONTENT.card if card.id != "war")
    content = register_content(structs.replace(board(deck=100), card=cards))
    assert game.start(Options(players=2, content=content), "") is not None
    with pytest.raises(Unreadable) as caught:
        game.start(Options(players=2, content=content, rounds=8), "")
    assert caught.value.code == "content/unreadable"


def test_our_content_has_no_digest() -> None:
    assert digest_of(CONTENT) == register_content(CONTENT) == ""
    assert len(content_with("war", count=9, colour="red")) == 12


def board(**changes: Any) -> Any:
    return structs.replace(CONTENT, board=structs.replace(CONTENT.board, **changes))


def start(**changes: Any) -> Any:
    return structs.replace(CONTENT, start=structs.replace(CONTENT.start, **changes))


def card(id_: str, **changes: Any) -> Any:
    cards = (structs.replace(c, **changes) if c.id == id_ else c for c in CONTENT.card)
    return structs.replace(CONTENT, card=tuple(cards))


BROKEN = {
    "more squares cleared than there are": board(discards={2: 13, 3: 3, 4: 2, 5: 1}),
    "a price beyond reason": board(prices=(1, 2, 200)),
    "decoys beyond reason": start(decoys={2: 200, 3: 0, 4: 0, 5: 0}),
    "decoys too strong": start(decoy_combat=200),
    "leaders beyond reason": start(leaders={"mayor": 200, "admiral": 1, "general": 1}),
    "a card with leaders beyond reason": card(
        "university", immediate=(does.GainLeader("mayor", 200),)
    ),
    "a majority of leaders": card("war", cost=does.GiveUp("admiral")),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_content_that_cannot_be_played_is_refused_in_one_sentence(content: Any) -> None:
    """[MR-6] [MR-54]"""
    options = Options(players=2, content=register_content(content))
    with pytest.raises(Unreadable) as caught:
        game.start(options, "")
    assert caught.value.code == "content/unreadable"
    assert "\n" not in str(caught.value)
