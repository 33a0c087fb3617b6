"""Told cases for Chaos: offers, trades, the clock and the rounds, the Necromancer's three."""

from __future__ import annotations

from typing import Any

import pytest

from realms.fantasy import Accept, Offer, Options, Withdraw, game, hand
from realms.fantasy.interface.moves import (
    Ended,
    LaidAside,
    Offered,
    Passed,
    TimeCalled,
    Traded,
    Withdrew,
)
from realms.kernel.errors import IllegalMove
from realms.kernel.game import State
from tests.fantasy.stories import (
    all_viewers,
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

HANDS = ("Dragon, Swamp", "Candle, Forge", "Smoke, Hydra")


def chaos(*hands: str, clock: bool = True, **more: Any) -> State:
    """Chaos with a clock, which lets anybody act at any time; Ada holds the Dragon."""
    return position(hands or HANDS, variant="chaos", clock=clock, **more)


def by_rounds(*hands: str, **more: Any) -> State:
    return chaos(*hands, clock=False, **more)


# --- Setting up ---


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_three_to_seven_are_dealt_seven_cards_each(players: int) -> None:
    """[FR-23]"""
    state = game.start(Options(players=players, variant="chaos"), "chaos")
    assert [seat.cards for seat in view(state, "Ada").seats] == [7] * players
    assert view(state, "Ada").deck == 54 - 7 * players
    assert game.violations(state) == []


def test_while_the_clock_runs_anyone_may_act() -> None:
    """[FR-23]"""
    state = chaos()
    assert game.awaiting(state) == (0, 1, 2)
    state = play(
        state, "Cleo offer Smoke to all", "Cleo offer Hydra to Bob", "Ada offer Swamp to all"
    )
    assert game.awaiting(state) == (0, 1, 2)


@pytest.mark.parametrize(
    "line", ["Ada +deck", "Ada +Candle", "Ada -Dragon", "Ada =Dragon", "Ada declare best"]
)
def test_nothing_is_drawn_or_discarded(line: str) -> None:
    """[FR-23]"""
    assert refused(chaos(), line) == ("move/not_in_variant", "FR-3")


def test_with_a_clock_nobody_passes_and_only_the_table_calls_time() -> None:
    """[FR-23]"""
    state = chaos()
    assert refused(state, "Ada pass") == ("move/not_in_variant", "FR-3")
    assert refused(state, "Ada time") == ("move/not_in_variant", "FR-3")
    assert legal(state, "Table") == ["time"]


# --- Offers ---


def test_two_cards_change_hands_at_once() -> None:
    """[FR-23a]"""
    state = chaos()
    happened = events(state, "Ada offer Dragon to Bob", "Bob accept Ada 1 with Candle (Dragon)")
    assert happened == [Offered(0, "dragon", 1, None), Traded(0, 1, "dragon", "candle")]
    after = play(state, "Ada offer Dragon to Bob", "Bob accept Ada 1 with Candle")
    assert hand_of(after, "Ada") == hand_of(state, "Ada") - {"dragon"} | {"candle"}
    assert hand_of(after, "Bob") == hand_of(state, "Bob") - {"candle"} | {"dragon"}
    assert hand_of(after, "Cleo") == hand_of(state, "Cleo")
    assert view(after, "Cleo").trades == 1
    assert view(after, "Ada").offers == ()


def test_an_offer_is_face_down() -> None:
    """[FR-23a]"""
    state = play(chaos(), "Ada offer Dragon to all for Leader")
    (mine,) = view(state, "Ada").offers
    assert (mine.card, mine.wish, mine.to) == ("dragon", "leader", None)
    for viewer in ("Bob", "Cleo", "spectator"):
        (shown,) = view(state, viewer).offers
        assert (shown.card, shown.wish, shown.seat, shown.offer) == (None, "leader", 0, 1)


def test_an_offer_to_one_is_seen_by_two_only() -> None:
    """[FR-23a]"""
    state = play(chaos(), "Ada offer Dragon to Bob")
    assert [len(view(state, name).offers) for name in all_viewers(state)] == [1, 1, 0, 0]
    assert refused(state, "Cleo accept Ada 1 with Smoke") == ("move/no_such_offer", "FR-23a")


def test_an_offer_to_all_goes_to_the_first_who_accepts() -> None:
    """[FR-23a]"""
    state = play(chaos(), "Ada offer Dragon to all")
    assert "dragon" in hand_of(play(state, "Bob accept Ada 1 with Candle"), "Bob")
    state = play(state, "Cleo accept Ada 1 with Smoke")
    assert "dragon" in hand_of(state, "Cleo")
    assert refused(state, "Bob accept Ada 1 with Candle") == ("move/no_such_offer", "FR-23a")


@pytest.mark.parametrize("wish", ["", " for Leader", " for Hydra"])
def test_a_wish_binds_nobody(wish: str) -> None:
    """[FR-23a]"""
    state = play(chaos(), f"Ada offer Dragon to Bob{wish}")
    answers = [line for line in legal(state, "Bob") if line.startswith("accept")]
    assert len(answers) == 7


def test_a_wish_is_a_suit_or_a_name() -> None:
    """[FR-23a]"""
    offers = [line for line in legal(chaos(), "Ada") if line.startswith("offer Dragon to all")]
    assert len(offers) == 1 + 54 + 11
    assert {"offer Dragon to all for Weather", "offer Dragon to all for Smoke"} <= set(offers)


def test_offers_are_counted_as_one_sees_them() -> None:
    """[FR-23a]"""
    state = play(chaos(), "Ada offer Dragon to Cleo", "Ada offer Swamp to Bob")
    assert [offer.offer for offer in view(state, "Ada").offers] == [1, 2]
    assert [offer.offer for offer in view(state, "Bob").offers] == [1]
    assert "swamp" in hand_of(play(state, "Bob accept Ada 1 with Candle (Swamp)"), "Bob")
    assert refused(state, "Bob accept Ada 2 with Candle") == ("move/no_such_offer", "FR-23a")


def test_a_card_is_in_one_open_offer_at_most() -> None:
    """[FR-23a]"""
    state = play(chaos(), "Ada offer Dragon to Bob")
    assert refused(state, "Ada offer Dragon to Cleo") == ("move/already_offered", "FR-23a")
    assert refused(state, "Ada offer Dragon to all") == ("move/already_offered", "FR-23a")
    assert len(view(play(state, "Ada offer Swamp to Bob"), "Bob").offers) == 2  # another card


def test_all_seven_cards_may_be_on_offer() -> None:
    """[FR-23a]"""
    state = all_on_offer()
    assert len(view(state, "Bob").offers) == 7
    assert not [line for line in legal(state, "Ada") if line.startswith("offer")]


def all_on_offer() -> State:
    state = chaos()
    for card in view(state, "Ada").hand:
        state, _ = game.play(state, 0, Offer(card))
    return state


def test_an_offer_may_be_withdrawn() -> None:
    """[FR-23a]"""
    state = play(chaos(), "Ada offer Dragon to Bob for Leader")
    assert events(state, "Ada withdraw Dragon") == [Withdrew(0, "dragon", 1)]
    state = play(state, "Ada withdraw Dragon")
    assert view(state, "Ada").offers == view(state, "Bob").offers == ()
    assert refused(state, "Bob accept Ada 1 with Candle") == ("move/no_such_offer", "FR-23a")
    assert len(view(play(state, "Ada offer Dragon to Cleo"), "Cleo").offers) == 1  # made anew


def test_a_card_that_left_the_hand_takes_its_offer_with_it() -> None:
    """[FR-23a]"""
    state = play(chaos(), "Ada offer Dragon to Bob", "Ada offer Swamp to Bob")
    state = play(state, "Cleo offer Smoke to Ada", "Ada accept Cleo 1 with Dragon (Smoke)")
    assert [offer.card for offer in view(state, "Ada").offers] == ["swamp"]
    assert "swamp" in hand_of(play(state, "Bob accept Ada 1 with Candle"), "Bob")
    assert refused(state, "Ada withdraw Dragon") == ("move/no_such_offer", "FR-23a")


def test_a_card_that_comes_back_is_not_on_offer() -> None:
    """[FR-23a]"""
    state = play(chaos(), "Ada offer Dragon to all", "Bob offer Candle to Ada")
    state = play(state, "Ada accept Bob 1 with Dragon", "Bob offer Dragon to Ada")
    state = play(state, "Ada accept Bob 1 with Candle (Dragon)")
    assert "dragon" in hand_of(state, "Ada")
    assert view(state, "Ada").offers == ()


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("Ada offer Smoke to all", ("move/not_in_hand", "FR-23a")),
        ("Ada offer Dragon to Ada", ("move/not_a_partner", "FR-23a")),
        ("Ada withdraw Dragon", ("move/no_such_offer", "FR-23a")),
        ("Ada withdraw Smoke", ("move/no_such_offer", "FR-23a")),
        ("Ada accept Bob 1 with Dragon", ("move/no_such_offer", "FR-23a")),
        ("Bob accept Bob 1 with Candle", ("move/no_such_offer", "FR-23a")),
        ("Cleo accept Bob 2 with Smoke", ("move/no_such_offer", "FR-23a")),
        ("Cleo accept Bob 0 with Smoke", ("move/no_such_offer", "FR-23a")),
        ("Cleo accept Bob 1 with Dragon", ("move/not_in_hand", "FR-23a")),
        ("Cleo accept Bob 1 with Forge", ("move/not_in_hand", "FR-23a")),
    ],
)
def test_trades_that_cannot_be(line: str, refusal: tuple[str, str]) -> None:
    """[FR-23a]"""
    assert refused(play(chaos(), "Bob offer Forge to Cleo"), line) == refusal


def test_an_offer_goes_to_somebody_at_the_table() -> None:
    """[FR-23a]"""
    for to in (0, 3, 6):
        with pytest.raises(IllegalMove, match=r"\[FR-23a\]"):
            game.play(chaos(), 0, Offer("dragon", to))
    for to in (-1, 7, 99):
        with pytest.raises(IllegalMove):
            game.play(chaos(), 0, Offer("dragon", to))


@pytest.mark.parametrize("number", [0, 8, 99])
def test_no_number_but_those_shown_is_an_offer_when_all_seven_are_open(number: int) -> None:
    """[FR-23a]"""
    move = Accept(0, number, "candle")
    with pytest.raises(IllegalMove) as caught:
        game.play(all_on_offer(), 1, move)
    assert (caught.value.code, caught.value.paragraph) == ("move/no_such_offer", "FR-23a")


def test_no_number_but_that_shown_is_an_offer_when_the_seventh_is_open() -> None:
    """[FR-23a]"""
    state = all_on_offer()
    for card in view(state, "Ada").hand[:6]:
        state, _ = game.play(state, 0, Withdraw(card))
    assert [offer.offer for offer in view(state, "Bob").offers] == [1]
    assert refused(state, "Bob accept Ada 2 with Candle") == ("move/no_such_offer", "FR-23a")


def test_a_card_not_on_offer_cannot_be_withdrawn_when_all_others_are() -> None:
    """[FR-23a]"""
    assert refused(all_on_offer(), "Ada withdraw Smoke") == ("move/no_such_offer", "FR-23a")


# --- What is known ---


def test_the_traders_know_what_passed_between_them() -> None:
    """[FR-23b]"""
    state = play(chaos(), "Ada offer Dragon to Bob", "Bob accept Ada 1 with Candle")
    assert known(state, "Ada", "Bob") == {"dragon"}
    assert known(state, "Bob", "Ada") == {"candle"}
    for viewer in ("Cleo", "spectator"):
        assert known(state, viewer, "Ada") == known(state, viewer, "Bob") == set()
        assert view(state, viewer).trades == 1


def test_a_later_trade_of_others_may_have_moved_the_card() -> None:
    """[FR-23b]"""
    state = play(chaos(), "Ada offer Dragon to Bob", "Bob accept Ada 1 with Candle")
    state = play(state, "Bob offer Forge to Cleo", "Cleo accept Bob 1 with Smoke")
    assert known(state, "Ada", "Bob") == known(state, "Ada", "Cleo") == set()
    assert known(state, "Bob", "Ada") == {"candle"}  # Ada had no part in it
    assert known(state, "Cleo", "Bob") == {"smoke"}


def test_a_later_trade_of_one_s_own_leaves_the_knowledge() -> None:
    """[FR-23b]"""
    state = play(chaos(), "Ada offer Dragon to Bob", "Bob accept Ada 1 with Candle")
    state = play(state, "Ada offer Swamp to Cleo", "Cleo accept Ada 1 with Smoke")
    assert known(state, "Ada", "Bob") == {"dragon"}
    assert known(state, "Ada", "Cleo") == {"swamp"}
    assert known(state, "Bob", "Ada") == set()  # the Candle may have gone to Cleo


# --- The end by the clock ---


def test_when_time_is_called_hands_are_scored() -> None:
    """[FR-24]"""
    state = play(chaos(), "Ada offer Dragon to all")
    assert events(state, "Table time") == [TimeCalled(), Ended("time_over", "FR-24")]
    state = play(state, "Table time")
    assert game.awaiting(state) == ()
    assert view(state, "Bob").offers == ()
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.paragraph) == ("time_over", "FR-24")
    for seat, name in enumerate(("Ada", "Bob", "Cleo")):
        assert outcome.scores[seat] == hand(hand_of(state, name)).score
    assert refused(state, "Bob accept Ada 1 with Candle") == ("move/game_over", "FR-6")
    assert refused(state, "Table time") == ("move/game_over", "FR-6")


NECROMANCER = "Necromancer, Warlock Lord, Mountain, Cavern, Candle, Forge, Hydra"


def test_the_necromancer_draws_three_cards_and_adds_the_best() -> None:
    """[FR-24]"""
    state = chaos(NECROMANCER, "", "", deck="Magic Wand, Lightning, Smoke, Unicorn")
    laid = [event for event in events(state, "Table time") if isinstance(event, LaidAside)]
    assert laid == [LaidAside(0, card) for card in ("magic_wand", "lightning", "smoke")]
    state = play(state, "Table time")
    assert area_of(state) == {"magic_wand", "lightning", "smoke"}
    # The Magic Wand, a Weapon: 26 with a Wizard, and 9 more for the Forge.
    assert game.sheets(state)[0].choices == {"necromancer": "magic_wand"}
    assert game.sheets(state)[0].score == hand(NECROMANCER).score + 26 + 9


def test_the_necromancer_must_add_one_even_to_its_loss() -> None:
    """[FR-24]"""
    state = play(chaos(NECROMANCER, "", "", deck="Queen, Warlord, King"), "Table time")
    # Each Leader costs the Warlock Lord 10; the King, strongest, is the smallest loss.
    assert game.sheets(state)[0].choices == {"necromancer": "king"}
    assert game.sheets(state)[0].score == hand(NECROMANCER).score + 8 - 10


@pytest.mark.parametrize("card", ["Swamp", "Earth Elemental", "Shield of Keth", "Mirage"])
def test_the_necromancer_s_card_is_of_any_suit(card: str) -> None:
    """[FR-24a]"""
    state = chaos(NECROMANCER, "", "", deck=f"{card}, Queen, Warlord", declare=True)
    state = play(state, "Table time", f"Ada declare Necromancer: {card}")
    assert view(state, "Ada").choice in (None, "mirage")


def test_with_fewer_than_three_left_all_are_drawn() -> None:
    """[FR-24a]"""
    for left in (0, 1, 2, 3, 4):
        state = chaos(NECROMANCER, "", "", left=left)
        laid = [event for event in events(state, "Table time") if isinstance(event, LaidAside)]
        assert len(laid) == min(left, 3)


def test_without_the_necromancer_nothing_is_drawn() -> None:
    """[FR-24]"""
    state = chaos()
    assert not any(isinstance(event, LaidAside) for event in events(state, "Table time"))
    state = play(state, "Table time")
    assert area_of(state) == set()
    assert view(state, "Ada").deck == 54 - 21


def test_a_necromancer_traded_away_serves_its_new_owner() -> None:
    """[FR-24]"""
    state = chaos(NECROMANCER, "Swamp", "")
    lines = ("Ada offer Necromancer to Bob", "Bob accept Ada 1 with Swamp", "Table time")
    laid = [event for event in events(state, *lines) if isinstance(event, LaidAside)]
    assert [event.seat for event in laid] == [1, 1, 1]
    sheets = game.sheets(play(state, *lines))
    assert [len(sheet.cards) for sheet in sheets] == [7, 8, 7]


# --- Rounds ---


def test_without_a_clock_each_acts_in_turn() -> None:
    """[FR-25]"""
    state = by_rounds(turn=1)
    assert game.awaiting(state) == (1,)
    state = play(state, "Bob offer Candle to all")
    assert game.awaiting(state) == (2,)
    assert refused(state, "Bob pass") == ("move/not_your_turn", "FR-3")
    state = play(state, "Cleo accept Bob 1 with Smoke")
    assert game.awaiting(state) == (0,)
    assert events(state, "Ada pass") == [Passed(0)]


def test_without_a_clock_nobody_calls_time() -> None:
    """[FR-25]"""
    state = by_rounds()
    assert legal(state, "Table") == []
    assert refused(state, "Table time") == ("move/no_clock", "FR-25")


def test_the_game_ends_after_the_set_number_of_rounds() -> None:
    """[FR-25]"""
    state = by_rounds(turn=2, rounds=2)
    assert view(state, "Ada").rounds_left == 2
    state = play(state, "Cleo offer Smoke to all", "Ada offer Swamp to all", "Bob pass")
    assert view(state, "Ada").rounds_left == 1
    state = play(state, "Cleo offer Hydra to all", "Ada pass")
    assert game.outcome(state) is None
    assert events(state, "Bob pass")[-1] == Ended("rounds_over", "FR-25")
    outcome = game.outcome(play(state, "Bob pass"))
    assert outcome is not None
    assert (outcome.reason, outcome.paragraph) == ("rounds_over", "FR-25")


def test_ten_rounds_are_played_by_default() -> None:
    """[FR-25]"""
    state = by_rounds()
    assert view(state, "Ada").rounds_left == 10
    for turn in range(10 * 3):
        assert game.outcome(state) is None
        name, card = ("Ada Dragon", "Bob Candle", "Cleo Smoke")[turn % 3].split()
        verb = "withdraw" if turn // 3 % 2 else "offer"
        state = play(state, f"{name} {verb} {card}{'' if turn // 3 % 2 else ' to all'}")
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.reason == "rounds_over"


def test_the_game_ends_when_all_pass_in_a_row() -> None:
    """[FR-25]"""
    state = play(by_rounds(), "Ada pass", "Bob pass", "Cleo offer Smoke to all", "Ada pass")
    assert view(state, "Ada").passes == 1  # Cleo's offer began the count anew
    state = play(state, "Bob pass")
    assert game.outcome(state) is None
    assert events(state, "Cleo pass")[-1] == Ended("all_passed", "FR-25")
    outcome = game.outcome(play(state, "Cleo pass"))
    assert outcome is not None
    assert (outcome.reason, outcome.paragraph) == ("all_passed", "FR-25")


def test_an_offer_stays_open_from_round_to_round() -> None:
    """[FR-23a] [FR-25]"""
    state = play(by_rounds(), "Ada offer Dragon to Cleo", "Bob pass", "Cleo pass")
    state = play(
        state, "Ada offer Swamp to Bob", "Bob pass", "Cleo accept Ada 1 with Smoke (Dragon)"
    )
    assert "dragon" in hand_of(state, "Cleo")


def test_the_necromancer_draws_when_rounds_end_the_game() -> None:
    """[FR-24] [FR-25]"""
    state = by_rounds(NECROMANCER, "", "", deck="Queen, Warlord, King")
    happened = events(state, "Ada pass", "Bob pass", "Cleo pass")
    assert [type(event) for event in happened[-4:]] == [Ended, LaidAside, LaidAside, LaidAside]
