"""Told cases for two players: hands are built up, then played as usual."""

from __future__ import annotations

import pytest

from realms.fantasy import Options, game
from realms.fantasy.interface.moves import Discarded, Drew, Ended, Kept, Took
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
    seen,
    view,
)

pytestmark = pytest.mark.uncompiled

SEVEN = "Mountain, Cavern, Forest, Knights, Rangers, Collector, Empress"
OTHER_SEVEN = "Unicorn, Basilisk, Warhorse, Warship, Magic Wand, World Tree, Gem of Order"
SIX = "Unicorn, Basilisk, Warhorse, Warship, Magic Wand, World Tree"
TEN = "Swamp, Candle, Forge, Hydra, King, Queen, Princess, Smoke, Wildfire, Lightning"
ELEVEN = f"{TEN}, Blizzard"
TWELVE = f"{ELEVEN}, Rainstorm"


def duel(ada: str = "", bob: str = "", area: str = "", deck: str = "") -> State:
    return position([ada, bob], area=area, deck=deck, variant="duel")


def test_both_begin_with_an_empty_hand() -> None:
    """[FR-21]"""
    state = game.start(Options(players=2, variant="duel"), "two")
    assert hand_of(state, "Ada") == hand_of(state, "Bob") == area_of(state) == set()
    assert view(state, "Ada").deck == 54
    assert legal(state, ("Ada", "Bob")[view(state, "Ada").first]) == ["+deck"]


def test_a_short_hand_draws_two_keeps_one_and_discards_the_other() -> None:
    """[FR-21]"""
    state = duel(deck="Dragon, Smoke")
    happened = events(state, "Ada +deck (Dragon, Smoke) =Dragon (Smoke)")
    assert happened == [Drew(0, ("dragon", "smoke")), Kept(0, "dragon", "smoke")]
    after = play(state, "Ada +deck =Dragon")
    assert (hand_of(after, "Ada"), area_of(after)) == ({"dragon"}, {"smoke"})
    assert game.awaiting(after) == (1,)


def test_either_of_the_two_may_be_kept() -> None:
    """[FR-21]"""
    state = play(duel(deck="Dragon, Smoke"), "Ada +deck")
    assert sorted(legal(state, "Ada")) == ["=Dragon", "=Smoke"]
    assert hand_of(play(state, "Ada =Smoke"), "Ada") == {"smoke"}


def test_a_short_hand_may_take_a_card_and_discards_none() -> None:
    """[FR-21]"""
    state = duel(ada="Dragon", area="Swamp, Candle")
    assert events(state, "Ada +Swamp") == [Took(0, "swamp")]
    after = play(state, "Ada +Swamp")
    assert (hand_of(after, "Ada"), area_of(after)) == ({"dragon", "swamp"}, {"candle"})
    assert game.awaiting(after) == (1,)


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("Ada -Dragon", ("move/wrong_step", "FR-4")),
        ("Ada =Dragon", ("move/wrong_step", "FR-4")),  # nothing drawn yet
        ("Ada +deck -Dragon", ("move/wrong_step", "FR-4")),  # keep first
        ("Ada +deck +Swamp", ("move/wrong_step", "FR-4")),
        ("Ada +deck =Dragon", ("move/not_drawn", "FR-21")),
        ("Ada +deck =Swamp", ("move/not_drawn", "FR-21")),
        ("Ada +Hydra", ("move/not_in_area", "FR-5")),
    ],
)
def test_moves_that_build_no_hand(line: str, refusal: tuple[str, str]) -> None:
    """[FR-21]"""
    state = duel(ada="Dragon", area="Swamp", deck="Smoke, Candle")
    assert refused(state, line) == refusal


def test_the_two_cards_drawn_are_the_drawer_s_alone() -> None:
    """[FR-21]"""
    state = play(duel(deck="Dragon, Smoke"), "Ada +deck")
    assert view(state, "Ada").drawn == ("dragon", "smoke")
    assert view(state, "Bob").drawn == view(state, "spectator").drawn == ()
    happened = events(state, "Ada =Dragon")
    assert seen(happened, "Bob") == [Kept(0, "?", "smoke")]
    kept = play(state, "Ada =Dragon")
    assert known(kept, "Bob", "Ada") == set()


def test_a_card_taken_while_building_is_known() -> None:
    """[FR-5] [FR-21]"""
    state = play(duel(ada="Dragon", area="Swamp"), "Ada +Swamp")
    assert known(state, "Bob", "Ada") == {"swamp"}


def test_the_seventh_card_is_still_built() -> None:
    """[FR-21]"""
    state = duel(ada=SIX, deck="Dragon, Smoke", area="Swamp")
    assert len(view(play(state, "Ada +deck"), "Ada").drawn) == 2
    assert len(hand_of(play(state, "Ada +Swamp"), "Ada")) == 7


def test_with_seven_cards_turns_are_the_usual_ones() -> None:
    """[FR-22]"""
    state = duel(ada=SEVEN, bob=SIX, area="Swamp", deck="Dragon, Smoke, Candle")
    assert events(state, "Ada +deck (Dragon) -Empress") == [
        Drew(0, ("dragon",)),
        Discarded(0, "empress"),
    ]
    assert events(state, "Ada +Swamp -Empress") == [Took(0, "swamp"), Discarded(0, "empress")]
    assert refused(state, "Ada +Swamp -Swamp") == ("move/just_taken", "FR-4a")
    # The other, with six, still builds.
    after = play(state, "Ada +deck -Empress")
    assert len(view(play(after, "Bob +deck"), "Bob").drawn) == 2


def test_the_game_ends_with_two_full_hands_and_twelve_discards() -> None:
    """[FR-22]"""
    state = duel(SEVEN, OTHER_SEVEN, area=ELEVEN, deck="Dragon")
    assert events(state, "Ada +deck -Dragon")[-1] == Ended("twelve_discards", "FR-22")
    outcome = game.outcome(play(state, "Ada +deck -Dragon"))
    assert outcome is not None
    assert (outcome.reason, outcome.paragraph) == ("twelve_discards", "FR-22")
    assert len(outcome.scores) == 2


def test_eleven_discards_do_not_end_it() -> None:
    """[FR-22]"""
    state = duel(SEVEN, OTHER_SEVEN, area=TEN, deck="Dragon")
    assert game.outcome(play(state, "Ada +deck -Dragon")) is None
    state = duel(SEVEN, OTHER_SEVEN, area=ELEVEN)
    assert game.outcome(play(state, "Ada +Swamp -Empress")) is None


def test_twelve_discards_wait_for_both_hands_to_be_full() -> None:
    """[FR-22]"""
    state = duel(SEVEN, SIX, area=ELEVEN, deck="Dragon, Gem of Order, Island")
    state = play(state, "Ada +deck -Dragon")
    assert len(area_of(state)) == 12
    assert game.outcome(state) is None
    ended = play(state, "Bob +deck =Gem of Order (Island)")
    assert len(area_of(ended)) == 13  # at least twelve: more will do
    assert game.outcome(ended) is not None


def test_the_end_is_looked_for_after_each_turn() -> None:
    """[FR-22a]"""
    state = duel(SIX, SEVEN, area=f"{TWELVE}, Dragon")
    # The turn that fills the hand may take from the area, and ends the game with twelve left.
    assert events(state, "Ada +Swamp")[-1] == Ended("twelve_discards", "FR-22")
    state = duel(SIX, SEVEN, area=TWELVE, deck="Dragon")
    state = play(state, "Ada +Swamp")  # eleven are left
    assert game.outcome(state) is None
    assert game.outcome(play(state, "Bob +deck -Dragon")) is not None


def test_a_card_taken_in_the_middle_of_a_turn_does_not_keep_the_game_open() -> None:
    """[FR-22a]"""
    state = play(duel(SEVEN, OTHER_SEVEN, area=TWELVE), "Ada +Swamp")
    assert len(area_of(state)) == 11
    assert game.awaiting(state) == (0,)  # her turn is not over
    assert game.outcome(play(state, "Ada -Empress")) is not None


def test_two_players_stall_after_ten_turns() -> None:
    """[FR-4b] [FR-22]"""
    state = duel(SEVEN, OTHER_SEVEN, area="Swamp")
    lying, hands = "Swamp", {"Ada": "Empress", "Bob": "Unicorn"}
    for turn in range(10):
        name = ("Ada", "Bob")[turn % 2]
        assert f"+{lying}" in legal(state, name)
        state = play(state, f"{name} +{lying} -{hands[name]}")
        hands[name], lying = lying, hands[name]
    assert legal(state, "Ada") == ["+deck"]


def test_a_duel_leaves_the_jester_out_too() -> None:
    """[FR-1] [FR-21]"""
    state = game.start(Options(players=2, variant="duel", jester=False), "two")
    assert view(state, "spectator").deck == 53
