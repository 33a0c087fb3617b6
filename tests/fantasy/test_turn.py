"""Told cases for the standard game: the deal, a turn, the discard area, the end."""

from __future__ import annotations

from typing import Any

import pytest

from realms.fantasy import Options, game
from realms.fantasy.interface.moves import Discarded, Drew, Ended, Took
from realms.kernel.errors import IllegalMove
from realms.kernel.game import State
from tests.fantasy.stories import (
    area_of,
    events,
    hand_of,
    known,
    legal,
    play,
    position,
    refused,
    view,
)

pytestmark = pytest.mark.uncompiled

NINE = "Swamp, Candle, Forge, Hydra, King, Queen, Princess, Smoke, Wildfire"


# --- The cards and the deal ---


@pytest.mark.parametrize(("jester", "cards"), [(True, 54), (False, 53)])
def test_all_cards_are_in_the_game_once(jester: bool, cards: int) -> None:
    """[FR-1]"""
    options = Options(players=3, jester=jester)
    state = game.start(options, "the whole deck")
    assert view(state, "Ada").deck == cards - 3 * 7
    _, deck = game.deal_order(state)
    assert len(deck) == len(set(deck)) == cards
    assert ("jester" in deck) is jester


def test_without_the_jester_nobody_is_ever_dealt_him() -> None:
    """[FR-1]"""
    for seed in range(40):
        with_him = game.start(Options(players=6), str(seed))
        without = game.start(Options(players=6, jester=False), str(seed))
        assert game.violations(with_him) == game.violations(without) == []
        assert all("jester" not in hand_of(without, name) for name in ("Ada", "Bob", "Cleo"))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_everybody_is_dealt_seven_cards(players: int) -> None:
    """[FR-3]"""
    state = game.start(Options(players=players), "seven each")
    seats = game.view(state, None).seats
    assert [seat.cards for seat in seats] == [7] * players
    assert len({card for seat in range(players) for card in game.view(state, seat).hand}) == (
        7 * players
    )
    assert area_of(state) == set()


def test_chance_names_the_first_player() -> None:
    """[FR-3]"""
    first = [game.view(game.start(Options(players=4), str(seed)), None).first for seed in range(80)]
    assert {first.count(seat) > 8 for seat in range(4)} == {True}  # some 20 each


def test_the_same_seed_deals_the_same_game() -> None:
    """[FR-3]"""
    deals = [game.start(Options(players=4), seed).tobytes() for seed in ("a", "a", "b")]
    assert deals[0] == deals[1] != deals[2]


def test_play_goes_clockwise() -> None:
    """[FR-3]"""
    state = position(turn=1, deck="Smoke, Forge, Hydra, King")
    turns = []
    for line in ("Bob +deck -Smoke", "Cleo +deck -Forge", "Ada +deck -Hydra", "Bob +deck -King"):
        turns.append(game.awaiting(state))
        state = play(state, line)
    assert turns == [(1,), (2,), (0,), (1,)]


def test_only_the_seat_whose_turn_it_is_may_move() -> None:
    """[FR-3]"""
    state = position(turn=1, area="Swamp")
    assert legal(state, "Ada") == []
    assert refused(state, "Ada +deck") == ("move/not_your_turn", "FR-3")
    assert refused(state, "Cleo +Swamp") == ("move/not_your_turn", "FR-3")


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"players": 2}, ("options/players", "FR-3a")),
        ({"players": 7}, ("options/players", "FR-3a")),
        ({"players": 3, "variant": "duel"}, ("options/duel_players", "FR-21")),
        ({"players": 2, "variant": "chaos"}, ("options/players", "FR-23")),
        ({"players": 8, "variant": "chaos"}, ("options/players", "FR-23")),
        ({"players": 3, "clock": True}, ("options/clock", "FR-23")),
        ({"players": 3, "variant": "chaos", "rounds": 0}, ("options/rounds", "FR-25")),
        ({"players": 3, "variant": "chaos", "rounds": 1001}, ("options/rounds", "FR-25")),
    ],
)
def test_tables_that_cannot_play(options: dict[str, Any], refusal: tuple[str, str]) -> None:
    """[FR-3a] [FR-21] [FR-23] [FR-25]"""
    with pytest.raises(IllegalMove) as caught:
        game.start(Options(**options), "")
    assert (caught.value.code, caught.value.paragraph) == refusal


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_play_the_standard_game(players: int) -> None:
    """[FR-3a]"""
    assert len(view(game.start(Options(players=players), ""), "Ada").seats) == players
    assert 54 - 7 * players >= 10  # enough for ten discards; seven hands leave five cards


# --- A turn ---


def test_the_first_player_has_to_draw() -> None:
    """[FR-4]"""
    assert legal(position(), "Ada") == ["+deck"]
    assert refused(position(), "Ada +Swamp") == ("move/not_in_area", "FR-5")


def test_a_turn_draws_a_card_and_discards_one() -> None:
    """[FR-4]"""
    state = position(["Dragon", "", ""], deck="Unicorn")
    happened = events(state, "Ada +deck (Unicorn) -Dragon")
    assert happened == [Drew(0, ("unicorn",)), Discarded(0, "dragon")]
    after = play(state, "Ada +deck -Dragon")
    assert hand_of(after, "Ada") == hand_of(state, "Ada") - {"dragon"} | {"unicorn"}
    assert area_of(after) == {"dragon"}
    assert view(after, "Ada").deck == view(state, "Ada").deck - 1


def test_a_turn_takes_a_card_of_the_area_and_discards_one() -> None:
    """[FR-4]"""
    state = position(["Dragon", "", ""], area="Swamp, Candle")
    assert events(state, "Ada +Swamp -Dragon") == [Took(0, "swamp"), Discarded(0, "dragon")]
    after = play(state, "Ada +Swamp -Dragon")
    assert area_of(after) == {"candle", "dragon"}
    assert hand_of(after, "Ada") == hand_of(state, "Ada") - {"dragon"} | {"swamp"}
    assert view(after, "Ada").deck == view(state, "Ada").deck


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("Ada -Dragon", ("move/wrong_step", "FR-4")),  # nothing gained yet
        ("Ada +deck +deck", ("move/wrong_step", "FR-4")),
        ("Ada +Swamp +Candle", ("move/wrong_step", "FR-4")),
        ("Ada +deck +Swamp", ("move/wrong_step", "FR-4")),
        ("Ada +Swamp =Swamp", ("move/wrong_step", "FR-4")),  # keeping is for the duel
        ("Ada +Dragon", ("move/not_in_area", "FR-5")),
        ("Ada +deck -Hydra", ("move/not_in_hand", "FR-4")),
        ("Ada +deck -Swamp", ("move/not_in_hand", "FR-4")),
        ("Ada pass", ("move/not_in_variant", "FR-3")),
        ("Ada offer Dragon to Bob", ("move/not_in_variant", "FR-3")),
        ("Ada declare best", ("move/not_in_variant", "FR-3")),
        ("Table time", ("move/not_in_variant", "FR-3")),
    ],
)
def test_moves_that_are_no_turn(line: str, refusal: tuple[str, str]) -> None:
    """[FR-4]"""
    state = position(["Dragon", "Hydra", ""], area="Swamp, Candle")
    assert refused(state, line) == refusal


def test_the_card_just_drawn_may_be_discarded() -> None:
    """[FR-4a]"""
    state = position(deck="Unicorn")
    after = play(state, "Ada +deck -Unicorn")
    assert hand_of(after, "Ada") == hand_of(state, "Ada")
    assert area_of(after) == {"unicorn"}


def test_any_card_of_the_hand_may_be_discarded() -> None:
    """[FR-4a]"""
    state = play(position(["Dragon", "", ""], deck="Unicorn"), "Ada +deck")
    assert len(legal(state, "Ada")) == 8


def test_the_card_just_taken_may_be_put_back_where_that_is_agreed() -> None:
    """[FR-4a]"""
    state = position(area="Swamp, Forge", put_back=True)
    assert game.options(state).put_back
    state = play(state, "Ada +Swamp")
    assert "-Swamp" in legal(state, "Ada")
    assert view(state, "Ada").taken is None  # nothing that could not go back
    state = play(state, "Ada -Swamp")
    assert area_of(state) == {"swamp", "forge"}
    assert known(state, "Bob", "Ada") == set()


def test_nobody_stalls_for_ever_by_putting_back() -> None:
    """[FR-4a] [FR-4b]"""
    state = position(area="Swamp", put_back=True)
    for turn in range(15):
        name = ("Ada", "Bob", "Cleo")[turn % 3]
        state = play(state, f"{name} +Swamp -Swamp")
    assert legal(state, "Ada") == ["+deck"]


def test_the_card_just_taken_may_not_be_put_back() -> None:
    """[FR-4a]"""
    state = position(["Dragon", "", ""], area="Swamp, Candle")
    assert refused(state, "Ada +Swamp -Swamp") == ("move/just_taken", "FR-4a")
    taken = play(state, "Ada +Swamp")
    assert len(legal(taken, "Ada")) == 7
    assert view(taken, "Bob").taken == "swamp"


def test_a_card_taken_in_an_earlier_turn_may_be_discarded() -> None:
    """[FR-4a]"""
    state = position(["Dragon", "", ""], area="Swamp, Candle", deck="Smoke, Forge, Hydra")
    state = play(state, "Ada +Swamp -Dragon", "Bob +deck -Smoke", "Cleo +deck -Forge")
    assert "swamp" in area_of(play(state, "Ada +deck -Swamp"))
    assert "swamp" in area_of(play(state, "Ada +Candle -Swamp"))


def round_and_round(turns: int, **options: Any) -> State:
    """So many turns after a draw in which everybody takes and nobody draws.

    Three seats hand on the Swamp, the Candle, the Forge and the Hydra: each takes what the
    one before has just laid down.
    """
    state = position(["Swamp", "Candle", "Forge"], deck="Hydra, Unicorn", **options)
    state = play(state, "Ada +deck (Hydra) -Swamp")
    lying, hands = "Swamp", {"Ada": "Hydra", "Bob": "Candle", "Cleo": "Forge"}
    for turn in range(turns):
        name = ("Bob", "Cleo", "Ada")[turn % 3]
        state = play(state, f"{name} +{lying} -{hands[name]}")
        hands[name], lying = lying, hands[name]
    return state


def test_five_rounds_without_a_draw_force_one() -> None:
    """[FR-4b]"""
    state = round_and_round(15)
    assert view(state, "Ada").must_draw
    assert legal(state, "Bob") == ["+deck"]
    assert area_of(state) == {"hydra"}  # the only card that ever came from the deck
    assert refused(state, "Bob +Hydra") == ("move/must_draw", "FR-4b")


def test_the_fifteenth_take_of_three_is_still_free() -> None:
    """[FR-4b]"""
    state = round_and_round(14)
    assert not view(state, "Ada").must_draw
    assert len(legal(state, "Ada")) == 2


def test_a_draw_begins_the_count_anew() -> None:
    """[FR-4b]"""
    state = play(round_and_round(15), "Bob +deck -Unicorn")
    assert not view(state, "Cleo").must_draw
    assert "+Unicorn" in legal(state, "Cleo")


def test_the_stall_guard_may_be_switched_off() -> None:
    """[FR-4b]"""
    state = round_and_round(15, stall_guard=False)
    assert not view(state, "Bob").must_draw
    assert legal(state, "Bob") == ["+deck", "+Hydra"]


def test_four_players_stall_after_twenty_turns() -> None:
    """[FR-4b]"""
    state = position(players=4, area="Swamp")
    state.stalled = 19
    assert len(legal(state, "Ada")) == 2
    state.stalled = 20
    assert legal(state, "Ada") == ["+deck"]


def test_with_an_empty_deck_one_takes_from_the_area() -> None:
    """[FR-4c]"""
    state = position(["Dragon", "", ""], area="Swamp", left=0)
    assert view(state, "Ada").deck == 0
    assert "+deck" not in legal(state, "Ada")
    assert "+Swamp" in legal(state, "Ada")
    assert refused(state, "Ada +deck") == ("move/deck_empty", "FR-4c")


def test_an_empty_deck_ends_the_stall_guard() -> None:
    """[FR-4b] [FR-4c]"""
    state = position(area="Swamp", left=0)
    state.stalled = 15
    assert "+Swamp" in legal(state, "Ada")


# --- The discard area ---


def test_any_card_of_the_area_may_be_taken() -> None:
    """[FR-5]"""
    state = position(area="Swamp, Candle, Forge")
    assert legal(state, "Ada") == ["+deck", "+Swamp", "+Candle", "+Forge"]


def test_a_card_taken_is_known_until_it_is_discarded_again() -> None:
    """[FR-5]"""
    state = position(["Dragon", "Hydra", ""], area="Swamp", deck="Smoke, Forge, King, Queen")
    state = play(state, "Ada +Swamp -Dragon")
    for viewer in ("Bob", "Cleo", "spectator"):
        assert known(state, viewer, "Ada") == {"swamp"}
    state = play(state, "Bob +deck -Smoke", "Cleo +deck -Forge", "Ada +deck (King) -Swamp")
    assert known(state, "Bob", "Ada") == set()  # what she drew is hers alone
    state = play(state, "Bob +Swamp -Hydra")
    assert known(state, "Cleo", "Bob") == {"swamp"}
    assert known(state, "Cleo", "Ada") == set()


def test_a_card_drawn_from_the_deck_is_not_known() -> None:
    """[FR-5]"""
    state = play(position(["Dragon", "", ""], deck="Unicorn"), "Ada +deck -Dragon")
    assert known(state, "Bob", "Ada") == known(state, "spectator", "Ada") == set()
    assert "unicorn" in known(state, "Ada", "Ada")


# --- The end ---


def test_the_tenth_discard_ends_the_game_at_once() -> None:
    """[FR-6]"""
    state = position(["Dragon", "", ""], area=NINE, deck="Unicorn")
    happened = events(state, "Ada +deck -Dragon")
    assert happened[-1] == Ended("ten_discards", "FR-6")
    state = play(state, "Ada +deck -Dragon")
    assert game.awaiting(state) == ()
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.paragraph) == ("ten_discards", "FR-6")
    assert refused(state, "Bob +deck") == ("move/game_over", "FR-6")


def test_nine_discards_do_not_end_it() -> None:
    """[FR-6]"""
    state = play(position(["Dragon", "", ""], area=NINE, deck="Unicorn"), "Ada +Swamp -Dragon")
    assert len(area_of(state)) == 9
    assert game.outcome(state) is None
    assert game.awaiting(state) == (1,)


def test_taking_at_nine_discards_puts_the_end_off() -> None:
    """[FR-6]"""
    state = position(["Dragon", "Lightning", ""], area=NINE, deck="Unicorn")
    state = play(state, "Ada +Swamp -Dragon", "Bob +Candle -Lightning")
    assert game.outcome(state) is None
    assert game.outcome(play(state, "Cleo +deck (Unicorn) -Unicorn")) is not None
