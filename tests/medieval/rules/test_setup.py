"""Setting up: the boards, the deal, the capital, and the draft of two extra tokens."""

from __future__ import annotations

from typing import Any

import pytest

from realms.kernel.errors import IllegalMove, Unreadable
from realms.medieval import Draft, Options, Place, game
from realms.medieval.content.content import CONTENT
from realms.medieval.interface import events as e
from tests.medieval.positions import (
    NAMES,
    drafted,
    events,
    gains,
    has,
    in_order,
    legal,
    play,
    refused,
    refused_move,
    seat_of,
    started,
    turn_of,
    view,
)

pytestmark = pytest.mark.uncompiled

each_table = pytest.mark.parametrize("players", [2, 3, 4, 5])


# --- The boards ---


@each_table
def test_two_to_five_play(players: int) -> None:
    """[MR-1]"""
    assert len(view(started(players)).seats) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_fewer_or_more_cannot_play(players: int) -> None:
    """[MR-1]"""
    with pytest.raises(IllegalMove) as caught:
        game.start(Options(players=players), "")
    assert (caught.value.code, caught.value.paragraph) == ("options/medieval_players", "MR-1")


def test_nobody_else_sits_at_the_table() -> None:
    """[MR-1]"""
    with pytest.raises(IllegalMove) as caught:
        game.play(started(3), 3, Draft(("gold", "raw")))
    assert (caught.value.code, caught.value.paragraph) == ("move/no_such_seat", "MR-1")


@pytest.mark.parametrize("options", [{"players": "3"}, {"edition": "fr"}, {"rounds": 9}])
def test_options_that_cannot_be_read(options: dict[str, Any]) -> None:
    """[MR-1]"""
    with pytest.raises(Unreadable):
        game.start(Options(**options), "")


def test_the_board_has_two_panels_a_deck_and_three_tracks() -> None:
    """[MR-2]"""
    seen = view(started(4))
    assert (len(seen.current), len(seen.future), seen.deck) == (12, 6, 109 - 18)
    assert seen.discards == ()
    assert (seen.round, seen.rounds, len(seen.order)) == (1, 7, 4)
    assert [seen.prices[row] for row in (0, 4, 8)] == [1, 2, 3]  # rows of four squares


@each_table
def test_a_board_has_a_manor_a_zone_and_a_map(players: int) -> None:
    """[MR-3]"""
    seen = view(drafted(players))
    assert seen.lands == tuple(range(1, 11 if players == 5 else 9))
    steps = game.legal(drafted(players), 0).codes
    assert len(steps) == 6  # squares where the first mayor may go
    assert Place({"battle": 4}, (1,), (1,)) not in game.legal(drafted(players), 0)


def test_the_supply_has_no_end() -> None:
    """[MR-4]"""
    state = started(2)
    state.tokens[0] = 900
    pair = f"{turn_of(state)} draft gold raw"
    assert list(seat_of(state, "Ada").tokens) == [
        "goods", "science", "culture", "religion", "gold", "raw", "battle",
    ]  # fmt: skip
    after = play(state, pair)
    assert gains(state, after, turn_of(state)) == {"gold": 1, "raw": 1}


def test_the_deck_has_every_card_of_the_box() -> None:
    """[MR-6]"""
    _, deck = game.deal_order(game.start(Options(players=3), "the whole deck"))
    assert len(deck) == 109
    assert {card.id: deck.count(card.id) for card in CONTENT.card} == {
        card.id: card.count for card in CONTENT.card
    }
    assert len({card.colour for card in CONTENT.card}) == 10
    assert {card.type for card in CONTENT.card} == {"hole", "majority", "auction"}


def test_all_is_open_but_the_deck() -> None:
    """[MR-8]"""
    state = started(3)
    seen = [view(state, name) for name in NAMES[:3]]
    assert seen[0].seats == seen[1].seats == seen[2].seats == view(state).seats
    assert seen[0].current == seen[2].current
    assert seen[0].future == seen[2].future
    assert None not in (*seen[0].current, *seen[0].future)
    other = game.redeal(state, 0, "another deck")
    assert view(other, "Ada") == view(state, "Ada")
    assert game.hidden(other) != game.hidden(state)


def test_markers_stand_on_nothing_and_the_round_on_one() -> None:
    """[MR-9]"""
    state = started(4)
    assert [seat.points for seat in view(state).seats] == [0, 0, 0, 0]
    assert view(state).round == view(drafted(4)).round == 1


def test_drawn_cards_fill_the_current_panel_then_the_future_panel() -> None:
    """[MR-10]"""
    options = Options(players=3)
    _, deck = game.deal_order(game.start(options, "a deal"))
    seen = view(game.start(options, "a deal"))
    assert seen.current == tuple(deck[:12])
    assert seen.future == tuple(deck[12:18])
    assert seen.deck == len(deck[18:])


def test_the_deck_is_shuffled() -> None:
    """[MR-10]"""
    decks = {tuple(game.deal_order(game.start(Options(players=3), seed))[1]) for seed in "abcdef"}
    assert len(decks) == 6
    first = {view(game.start(Options(players=3), str(seed))).current[0] for seed in range(40)}
    assert len(first) > 12


def test_the_same_seed_deals_the_same_game() -> None:
    """[MR-10]"""
    deals = [game.start(Options(players=4), seed).tobytes() for seed in ("a", "a", "b")]
    assert deals[0] == deals[1] != deals[2]


@each_table
def test_everybody_has_a_board_with_nothing_on_it(players: int) -> None:
    """[MR-11]"""
    for seat in view(started(players)).seats:
        assert (seat.hand, seat.realm, seat.placement, seat.drafted) == ((), (), None, ())
        assert not seat.ready
        assert not seat.passed


def test_chance_sets_the_first_turn_order() -> None:
    """[MR-12]"""
    orders = [view(game.start(Options(players=3), str(seed))).order for seed in range(120)]
    assert {orders.count(order) > 6 for order in orders} == {True}  # some 20 each
    assert len(set(orders)) == 6  # not only the three that go round the table


# --- The capital ---


@each_table
def test_everybody_begins_with_22_tokens(players: int) -> None:
    """[MR-13]"""
    for name in NAMES[:players]:
        assert has(started(players), name) == {
            "goods": 5, "science": 2, "culture": 3, "religion": 3, "gold": 3, "raw": 3, "battle": 3,
        }  # fmt: skip


@each_table
def test_everybody_begins_with_six_leaders_and_two_also_with_decoys(players: int) -> None:
    """[MR-14]"""
    for name in NAMES[:players]:
        seat = seat_of(started(players), name)
        assert seat.leaders == {"mayor": 4, "admiral": 1, "general": 1}
        assert seat.decoys == (2 if players == 2 else 0)


# --- The draft ---


def test_the_draft_goes_in_inverse_turn_order() -> None:
    """[MR-15]"""
    state = started(4, order="Cleo Ada Dora Bob")
    drafters = []
    for pair in ("gold raw", "gold battle", "raw battle", "goods science"):
        drafters.append(turn_of(state))
        state = play(state, f"{drafters[-1]} draft {pair}")
    assert drafters == ["Bob", "Dora", "Ada", "Cleo"]
    assert view(state).phase == "placing"
    assert in_order(state) == ["Cleo", "Ada", "Dora", "Bob"]


def test_the_last_in_turn_order_drafts_first() -> None:
    """[MR-15]"""
    for seed in "abcd":
        state = started(4, seed)
        assert turn_of(state) == in_order(state)[-1]


def test_a_draft_gives_one_token_of_each() -> None:
    """[MR-15]"""
    state = started(2, order="Ada Bob")
    after = play(state, "Bob draft battle goods")
    assert gains(state, after, "Bob") == {"goods": 1, "battle": 1}
    assert gains(state, after, "Ada") == {}
    assert events(state, "Bob draft battle goods") == [e.Drafted(1, {"goods": 1, "battle": 1})]
    assert seat_of(after, "Bob").drafted == ("goods", "battle")


def test_any_two_different_tokens_may_be_drafted_if_nobody_has() -> None:
    """[MR-15]"""
    state = started(3, order="Ada Bob Cleo")
    assert len(legal(state, "Cleo")) == 21
    assert legal(state, "Ada") == legal(state, "Bob") == []
    after = play(state, "Cleo draft gold raw")
    assert len(legal(after, "Bob")) == 20
    assert "draft gold raw" not in legal(after, "Bob")
    assert "draft gold battle" in legal(after, "Bob")  # one in common is fine


def test_no_pair_is_drafted_twice() -> None:
    """[MR-15]"""
    state = play(started(3, order="Ada Bob Cleo"), "Cleo draft gold raw")
    assert refused(state, "Bob draft raw gold") == ("move/pair_taken", "MR-15")
    state = play(state, "Bob draft gold battle")
    assert refused(state, "Ada draft gold raw") == ("move/pair_taken", "MR-15")


def test_the_two_tokens_must_differ() -> None:
    """[MR-15]"""
    state = started(3, order="Ada Bob Cleo")
    assert refused(state, "Cleo draft gold gold") == ("move/same_tokens", "MR-15")


def test_others_wait_for_their_draft() -> None:
    """[MR-15]"""
    state = started(3, order="Ada Bob Cleo")
    assert refused(state, "Ada draft gold raw") == ("move/not_your_draft", "MR-15")


@pytest.mark.parametrize("tokens", [(), ("gold",), ("gold", "raw", "goods"), ("gold", "fish")])
def test_a_draft_is_of_two_tokens(tokens: tuple[str, ...]) -> None:
    """[MR-15]"""
    state = started(3, order="Ada Bob Cleo")
    assert refused_move(state, "Cleo", Draft(tokens))[0] == "move/meaningless"


@pytest.mark.parametrize("line", ["pass", "activate 1", "play war", "bid 1", "milestone gold"])
def test_while_drafting_nothing_else_is_done(line: str) -> None:
    """[MR-15] [MR-16]"""
    state = started(3, order="Ada Bob Cleo")
    assert refused(state, f"Cleo {line}") == ("move/wrong_step", "MR-16")


def test_after_the_draft_there_is_no_more_of_it() -> None:
    """[MR-15]"""
    assert refused(drafted(3), "Ada draft goods battle") == ("move/wrong_step", "MR-16")
