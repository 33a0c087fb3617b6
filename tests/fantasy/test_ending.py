"""Told cases for the end of a game: choices declared, hands compared, victory shared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from realms.fantasy import Declare, game, hand
from realms.fantasy.interface.moves import Declared, Ended
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Outcome, State
from realms.kernel.notation import read
from realms.kernel.record import final_state, replay, verify
from tests.fantasy.stories import (
    SPECTATOR,
    events,
    known,
    legal,
    play,
    position,
    refused,
    seen,
    view,
)

pytestmark = pytest.mark.uncompiled

NOTHING = "Candle, Bell Tower, Elven Longbow, World Tree, Warlord, Shield of Keth, Cavern"
"""A hand without a choice, and low."""


def ended(*hands: str, area: str = "", last: str = "Mirage", **options: Any) -> State:
    """The end of a standard game with these hands: Ada draws a last card and discards it."""
    state = position(hands, area=area, discards=9, deck=last, **options)
    return play(state, f"Ada +deck -{last}")


def declaring(*hands: str, **more: Any) -> State:
    """The same, where choices are declared."""
    return ended(*hands, declare=True, **more)


def outcome(state: State) -> Outcome:
    result = game.outcome(state)
    assert result is not None
    return result


# --- Who wins ---


def test_the_hand_worth_most_wins() -> None:
    """[FR-6]"""
    strong = "Knights, Elven Archers, Light Cavalry, King, Queen, Princess, Empress"
    result = outcome(ended(NOTHING, strong))
    assert result.scores[:2] == (hand(NOTHING).score, hand(strong).score)
    assert result.winners == (1,)
    assert result.share(1) == 1
    assert result.share(0) == 0


def test_only_the_own_hand_counts() -> None:
    """[FR-11]"""
    dragon = "Dragon, Candle, Bell Tower, Cavern, World Tree, Forest, Shield of Keth"
    wizards = "Collector, Beastmaster, Enchantress, Warlock Lord, Jester, Swamp, Smoke"
    result = outcome(ended(dragon, wizards))
    # The Wizards of another hand neither free the Dragon nor ring the Bell Tower.
    assert result.scores[:2] == (hand(dragon).score, hand(wizards).score)


def test_a_mirage_copies_a_card_that_another_holds() -> None:
    """[FR-11]"""
    mine = "Mirage, Whirlwind, Great Flood, Mountain, Smoke, Wildfire, Air Elemental"
    other = "Rainstorm, Dragon, Candle, Bell Tower, Cavern, World Tree, Forest"
    state = ended(mine, other, last="Shapeshifter")
    assert game.sheets(state)[0].choices == {"mirage": "rainstorm"}
    assert outcome(state).scores[0] == 260


PLAIN = "Gem of Order, Warhorse, Knights, Protection Rune, Cavern, Rainstorm, Wildfire"
CLEVER = "Whirlwind, Hydra, Unicorn, Water Elemental, Empress, Warlock Lord, Elven Longbow"
LOW = "Candle, Bell Tower, Magic Wand, World Tree, Warlord, Shield of Keth, Forest"


def test_on_a_tie_the_lower_strengths_win() -> None:
    """[FR-6]"""
    assert hand(PLAIN).score == 5 + 6 + 20 + 1 + 6 + 8 + 40
    assert hand(CLEVER).score == 13 + 12 + (9 + 15) + 4 + 15 + (25 - 10) + 3
    result = outcome(ended(PLAIN, CLEVER, LOW))
    assert result.scores[:2] == (86, 86)
    assert result.strengths[:2] == (86, 81)
    assert result.winners == (1,)


def test_the_lower_strengths_win_from_every_seat() -> None:
    """[FR-6]"""
    assert outcome(ended(CLEVER, PLAIN, LOW)).winners == (0,)
    assert outcome(ended(LOW, PLAIN, CLEVER)).winners == (2,)
    assert outcome(ended(LOW, CLEVER, PLAIN)).winners == (1,)


def test_equal_strengths_share_the_victory() -> None:
    """[FR-6a]"""
    one = "Dwarvish Infantry, Warship, Water Elemental, Forest, Mountain, Sword, War Dirigible"
    two = "Blizzard, Light Cavalry, Elven Archers, Great Flood, Unicorn, Magic Wand"
    two += ", Protection Rune"
    result = outcome(ended(one, NOTHING, two))
    assert (result.scores[0], result.scores[2]) == (100, 100)  # strengths, and nothing else
    assert (result.strengths[0], result.strengths[2]) == (100, 100)
    assert result.winners == (0, 2)
    assert result.share(0) == result.share(2) == 0.5


def test_a_blanked_card_adds_nothing_to_the_strengths() -> None:
    """[FR-6b]"""
    # Printed 106, but Wildfire and Earth Elemental are drowned.
    drowned = "Great Flood, Dwarvish Infantry, Wildfire, Earth Elemental, Rangers, Sword of Keth"
    drowned += ", Elven Longbow"
    # Printed 91; only the Leaders, 15 and 4, are turned to stone.
    stone = "Empress, Candle, Shield of Keth, Basilisk, Blizzard, Warlord, Magic Wand"
    low = "Smoke, War Dirigible, Princess, Bell Tower, Cavern, World Tree, Gem of Order"
    result = outcome(ended(drowned, stone, low))
    assert result.scores[:2] == (62, 62)
    assert result.strengths[:2] == (106 - 40 - 4, 91 - 15 - 4)
    assert result.winners == (0,)


def test_a_doppelganger_adds_the_strength_it_copied() -> None:
    """[FR-6b]"""
    double = "Doppelganger, Protection Rune, Swamp, War Dirigible, World Tree, Shield, Bell Tower"
    single = "Lightning, Sword of Keth, Mountain, Great Flood, Warship, King, Elven Longbow"
    low = "Smoke, Princess, Cavern, Candle, Magic Wand, Forge, Knights"
    result = outcome(ended(double, single, low))
    assert result.scores[:2] == (103, 103)
    assert result.strengths[:2] == (68 + 35, 93)  # without the copy the first would win
    assert result.winners == (1,)


def test_the_outcome_is_that_of_the_sheets() -> None:
    """[FR-18]"""
    state = ended(
        "Dragon, Mirage, Island", "Doppelganger, Basilisk", "Book of Changes", last="Swamp"
    )
    result, sheets = outcome(state), game.sheets(state)
    assert result.scores == tuple(sheet.score for sheet in sheets)
    assert result.strengths == tuple(sheet.strengths for sheet in sheets)


# --- The Necromancer ---

RAISER = "Necromancer, Candle, Bell Tower, World Tree, Shield of Keth, Cavern, Forest"
GRAVES = "Dragon, Knights, Forge, Swamp, Lightning, Smoke, Warship, Great Flood, Wildfire"


def test_the_necromancer_raises_an_eighth_card() -> None:
    """[FR-12] [FR-20]"""
    state = ended(RAISER, area=GRAVES)
    sheet = game.sheets(state)[0]
    assert len(sheet.cards) == 8
    # The Dragon: 30, its Wizard is there, Cavern +25 and Forest +12.
    assert sheet.choices == {"necromancer": "dragon"}
    assert sheet.score == hand(RAISER, discard="Dragon").score


def test_the_last_discard_can_be_raised() -> None:
    """[FR-20]"""
    graves = GRAVES.replace("Dragon", "Rainstorm").replace("Knights", "Island")
    state = ended(RAISER, area=graves, last="Unicorn")
    assert game.sheets(state)[0].choices == {"necromancer": "unicorn"}


def test_only_the_owner_raises() -> None:
    """[FR-20]"""
    sheets = game.sheets(ended(RAISER, area=GRAVES))
    assert [len(sheet.cards) for sheet in sheets] == [8, 7, 7]


# --- Declarations ---

EVERYTHING = (
    "Necromancer, Doppelganger, Mirage, Shapeshifter, Book of Changes, Island, Fountain of Life"
)


def test_without_the_option_nobody_is_asked() -> None:
    """[FR-18]"""
    state = ended("Mirage, Island", last="Hydra")
    assert game.awaiting(state) == ()
    assert outcome(state).scores[0] == game.sheets(state)[0].score


def test_with_the_option_everybody_declares() -> None:
    """[FR-18]"""
    state = position(declare=True, discards=9, deck="Mirage")
    assert events(state, "Ada +deck -Mirage")[-1] == Ended("ten_discards", "FR-6")
    state = play(state, "Ada +deck -Mirage")
    assert game.outcome(state) is None
    assert game.awaiting(state) == (0, 1, 2)
    assert view(state, SPECTATOR).phase == "declaring"


def test_a_seat_without_a_choice_still_says_so() -> None:
    """[FR-18]"""
    state = declaring("Mirage", NOTHING, last="Hydra")
    assert legal(state, "Bob") == ["declare best"]  # or all would know who has a choice
    assert view(state, "Bob").choice is None
    assert refused(state, "Bob declare Mirage: Forest")[0].startswith("move/")


def test_choices_are_declared_in_the_order_of_scoring() -> None:
    """[FR-12] [FR-18]"""
    state = declaring(EVERYTHING, area="Dragon", last="Hydra")
    asked = []
    for line in (
        "Necromancer: Dragon",
        "Doppelganger: Dragon",
        "Mirage: Rainstorm",
        "Shapeshifter: Jester",
        "Book of Changes: Dragon",
        "Book of Changes: Flame",
        "Island: Dragon",
        "Fountain of Life: Dragon",
    ):
        asked.append(view(state, "Ada").choice)
        state = play(state, f"Ada declare {line}")
    assert asked == [
        "necromancer",
        "doppelganger",
        "mirage",
        "shapeshifter",
        "book_of_changes",
        "book_of_changes",
        "island",
        "fountain_of_life",
    ]
    state = play(state, "Bob declare best", "Cleo declare best")
    assert game.sheets(state)[0].choices == {
        "necromancer": "dragon",
        "doppelganger": "dragon",
        "mirage": "rainstorm",
        "shapeshifter": "jester",
        "book_of_changes": {"card": "dragon", "suit": "flame"},
        "island": "dragon",
        "fountain_of_life": "dragon",
    }


def test_choices_that_are_not_there_are_not_asked_for() -> None:
    """[FR-18]"""
    state = declaring("Island, Swamp", "Book of Changes, Hydra", "Mirage", last="Forge")
    assert [view(state, name).choice for name in ("Ada", "Bob", "Cleo")] == [
        "island",
        "book_of_changes",
        "mirage",
    ]


def test_a_necromancer_with_nothing_to_raise_is_not_asked() -> None:
    """[FR-18] [FR-20]"""
    graves = "Forge, Swamp, Lightning, Smoke, Warship, Great Flood, Wildfire, Candle, Gem of Order"
    state = declaring("Necromancer, Island", area=graves)
    assert view(state, "Ada").choice == "island"
    state = declaring("Necromancer, Island", area=graves, last="Unicorn")
    assert view(state, "Ada").choice == "necromancer"


def test_the_necromancer_raises_four_suits_only() -> None:
    """[FR-18] [FR-20]"""
    state = declaring(RAISER, area=GRAVES)
    assert legal(state, "Ada") == [
        "declare best",
        "declare Necromancer: none",
        "declare Necromancer: Knights",
        "declare Necromancer: Dragon",
    ]


def test_a_raised_card_takes_part_in_later_choices() -> None:
    """[FR-12] [FR-18]"""
    state = declaring("Necromancer, Doppelganger", area="Dragon", last="Hydra")
    assert "declare Doppelgänger: Dragon" not in legal(state, "Ada")
    state = play(state, "Ada declare Necromancer: Dragon")
    assert "declare Doppelgänger: Dragon" in legal(state, "Ada")
    assert "declare best" not in legal(state, "Ada")


def test_nothing_may_be_declared_for_each_but_the_fountain() -> None:
    """[FR-17c] [FR-18]"""
    state = declaring(EVERYTHING, area="Dragon", last="Hydra")
    for chooser in EVERYTHING.split(", ")[:-1]:
        state = play(state, f"Ada declare {chooser}: none")
    state = play(state, "Ada declare Fountain of Life: Fountain of Life")
    state = play(state, "Bob declare best", "Cleo declare best")
    sheet = game.sheets(state)[0]
    assert sheet.choices == {"fountain_of_life": "fountain_of_life"}
    assert outcome(state).scores[0] == 3 + 0 + 0 + 0 + 3 + 14 + 1 + 1


def test_a_declared_choice_counts_although_it_is_not_the_best() -> None:
    """[FR-18]"""
    cards = "Dragon, Shapeshifter, Candle, Bell Tower, World Tree, Cavern, Forest"
    for choice, wizard in (("King", False), ("Jester", True)):
        state = declaring(cards, last="Hydra")
        state = play(state, f"Ada declare Shapeshifter: {choice}")
        state = play(state, "Bob declare best", "Cleo declare best")
        expected = hand(cards, choices={"shapeshifter": choice}).score
        assert outcome(state).scores[0] == expected
        assert (expected == hand(cards).score) is wizard


def test_best_leaves_all_choices_to_the_rules() -> None:
    """[FR-18]"""
    cards = "Dragon, Shapeshifter, Candle, Bell Tower, World Tree, Cavern, Forest"
    state = play(declaring(cards, last="Hydra"), "Ada declare best", "Bob declare best")
    state = play(state, "Cleo declare best")
    assert outcome(state).scores[0] == hand(cards).score
    assert game.sheets(state)[0].choices == hand(cards).choices


def test_declared_strengths_decide_a_tie() -> None:
    """[FR-6b] [FR-18]"""
    cards = "Knights, Hydra, Doppelganger, Candle, Bell Tower, World Tree, Cavern"
    scores, strengths = [], []
    for copied in ("Knights", "Hydra"):  # 20 − 8 and 12: the same score
        state = play(declaring(cards), f"Ada declare Doppelganger: {copied}")
        result = outcome(play(state, "Bob declare best", "Cleo declare best"))
        scores.append(result.scores[0])
        strengths.append(result.strengths[0])
    assert scores[0] == scores[1]
    assert strengths[0] == strengths[1] + 20 - 12


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Doppelganger, Dragon", "Doppelganger: Doppelganger"),
        ("Doppelganger, Dragon", "Doppelganger: Wildfire"),  # not in the hand
        ("Mirage", "Mirage: Dragon"),  # not a Beast
        ("Shapeshifter", "Shapeshifter: Forest"),
        ("Book of Changes, Dragon", "Book of Changes: Book of Changes"),
        ("Book of Changes, Dragon", "Book of Changes: Flame"),  # the card first
        ("Island, Dragon", "Island: Dragon"),  # neither Flood nor Flame
        ("Fountain of Life, Dragon", "Fountain of Life: Dragon"),
        ("Necromancer, Island", "Necromancer: Wildfire"),
    ],
)
def test_declarations_that_are_no_choice(cards: str, line: str) -> None:
    """[FR-18]"""
    state = declaring(cards, area="Wildfire, Knights", last="Hydra")
    assert refused(state, f"Ada declare {line}") == ("move/not_a_choice", "FR-18")


def test_the_fountain_always_adds_a_strength() -> None:
    """[FR-17c] [FR-18]"""
    state = declaring("Fountain of Life, Swamp, Dragon", last="Hydra")
    targets = ["Fountain of Life", "Swamp"]
    listed = [line for line in legal(state, "Ada") if line != "declare best"]
    assert {f"declare Fountain of Life: {name}" for name in targets} <= set(listed)
    assert "declare Fountain of Life: none" not in listed
    assert refused(state, "Ada declare Fountain of Life: none") == ("move/must_add", "FR-17c")


def test_a_fountain_without_anything_to_add_says_so() -> None:
    """[FR-17c] [FR-18]"""
    lone = "Fountain of Life, Book of Changes, Hydra, Dragon, Basilisk, Unicorn, Warhorse"
    state = declaring(lone, last="Knights")
    state = play(state, "Ada declare Book: Fountain of Life", "Ada declare Book: Army")
    assert legal(state, "Ada") == ["declare Fountain of Life: none"]
    state = play(state, "Ada declare Fountain of Life: none")
    state = play(state, "Bob declare best", "Cleo declare best")
    assert game.sheets(state)[0].choices == {
        "book_of_changes": {"card": "fountain_of_life", "suit": "army"}
    }


def test_an_older_record_of_a_fountain_that_adds_nothing_replays_as_it_was() -> None:
    """[FR-17c]"""
    path = Path(__file__).parents[1] / "goldens" / "an-old-fountain-adds-nothing.realms"
    _, record = read(path.read_text(encoding="utf-8"), [game])
    verified = verify(game, record)
    assert verified is not None
    assert verified.scores == (77, 72, 97)
    bob = game.sheets(final_state(game, record))[1]
    assert "fountain_of_life" not in bob.choices
    (moment,) = (at for at in replay(game, record) if at.number == len(record.moves) - 1)
    with pytest.raises(IllegalMove) as refusal:
        game.play(moment.before, 1, Declare("fountain_of_life"))
    assert refusal.value.code == "move/must_add"


def test_the_book_s_suit_is_one_of_ten_and_not_left_out() -> None:
    """[FR-16a] [FR-18]"""
    state = declaring("Book of Changes, Dragon")
    state = play(state, "Ada declare Book of Changes: Dragon")
    assert len(legal(state, "Ada")) == 10
    for what in ("Wild", "none", "Dragon"):
        refusal = refused(state, f"Ada declare Book of Changes: {what}")
        assert refusal == ("move/not_a_choice", "FR-18")


def test_the_island_looks_at_suits_after_the_book() -> None:
    """[FR-17g] [FR-18]"""
    state = declaring("Book of Changes, Dragon, Island", last="Hydra")
    state = play(state, "Ada declare Book: Dragon", "Ada declare Book: Flood")
    assert "declare Island: Dragon" in legal(state, "Ada")
    state = declaring("Book of Changes, Dragon, Island", last="Hydra")
    state = play(state, "Ada declare Book: Dragon", "Ada declare Book: Land")
    assert "declare Island: Dragon" not in legal(state, "Ada")


def test_a_choice_is_declared_once_and_in_its_turn() -> None:
    """[FR-18]"""
    state = declaring("Mirage, Island", last="Hydra")
    for early in ("declare Island: none", "declare Dragon: none"):
        with pytest.raises(IllegalMove):
            play(state, f"Ada {early}")
    state = play(state, "Ada declare Mirage: Forest")
    assert refused(state, "Ada declare best") == ("move/already_declared", "FR-18")
    with pytest.raises(IllegalMove):
        play(state, "Ada declare Mirage: Swamp")
    state = play(state, "Ada declare Island: none")
    for late in ("declare best", "declare Mirage: Swamp", "declare Island: none"):
        with pytest.raises(IllegalMove):
            play(state, f"Ada {late}")
    assert legal(state, "Ada") == []


def test_no_card_is_moved_while_choices_are_declared() -> None:
    """[FR-18]"""
    state = declaring("Mirage", last="Hydra")
    for line in ("Ada +deck", "Ada -Mirage", "Ada pass", "Table time"):
        assert refused(state, line) == ("move/not_in_variant", "FR-3")


def test_declarations_are_made_in_any_order_of_seats() -> None:
    """[FR-18]"""
    state = declaring("Mirage, Island", NOTHING, "Shapeshifter", last="Hydra")
    state = play(state, "Cleo declare Shapeshifter: none", "Ada declare Mirage: Swamp")
    assert game.awaiting(state) == (0, 1)
    state = play(state, "Bob declare best")
    assert game.awaiting(state) == (0,)
    assert game.outcome(state) is None
    assert game.outcome(play(state, "Ada declare Island: none")) is not None


def test_declarations_are_secret_until_all_are_made() -> None:
    """[FR-18]"""
    state = declaring("Mirage, Island", NOTHING, last="Hydra")
    happened = events(state, "Ada declare Mirage: Swamp")
    assert seen(happened, "Ada") == [Declared(0, "mirage", "swamp")]
    assert seen(happened, "Bob") == seen(happened, SPECTATOR) == []
    after = play(state, "Ada declare Mirage: Swamp")
    for viewer in ("Bob", "Cleo", SPECTATOR):
        assert view(after, viewer) == view(state, viewer)  # not even that she has two choices
        assert known(after, viewer, "Ada") == set()
    ready = play(after, "Ada declare Island: none")
    assert [seat.ready for seat in view(ready, "Bob").seats] == [True, False, False]
    assert known(ready, "Bob", "Ada") == set()
    over = play(ready, "Bob declare best", "Cleo declare best")
    assert "mirage" in known(over, "Bob", "Ada")
    assert game.sheets(over)[0].choices == {"mirage": "swamp"}


def test_without_the_jester_no_wild_card_may_be_declared_as_him() -> None:
    """[FR-1] [FR-18]"""
    jester = Declare("shapeshifter", "jester")
    with_him = declaring("Shapeshifter", last="Hydra")
    assert jester in game.legal(with_him, 0)
    without = declaring("Shapeshifter", last="Hydra", jester=False)
    assert jester not in game.legal(without, 0)
    assert refused(without, "Ada declare Shapeshifter: Jester") == ("move/not_a_choice", "FR-18")


# --- Declarations in the other variants ---


def test_a_duel_ends_with_declarations_too() -> None:
    """[FR-18] [FR-22]"""
    hands = ["Mirage, Forest, Knights, Rangers, Collector, Empress, Mountain", NOTHING]
    state = position(hands, discards=11, deck="Hydra", variant="duel", declare=True)
    state = play(state, "Ada +deck -Hydra")
    assert game.awaiting(state) == (0, 1)
    state = play(state, "Bob declare best", "Ada declare Mirage: Cavern")
    assert outcome(state).reason == "twelve_discards"
    assert game.sheets(state)[0].choices == {"mirage": "cavern"}


def test_in_chaos_the_necromancer_declares_one_of_its_three() -> None:
    """[FR-18] [FR-24] [FR-24a]"""
    deck = "Swamp, Forge, Gem of Order, Dragon"
    state = position([RAISER, "Island"], variant="chaos", clock=True, declare=True, deck=deck)
    state = play(state, "Table time")
    assert legal(state, "Ada") == [
        "declare best",
        "declare Necromancer: Swamp",
        "declare Necromancer: Forge",
        "declare Necromancer: Gem of Order",
    ]
    assert refused(state, "Ada declare Necromancer: none") == ("move/must_raise", "FR-24")
    assert refused(state, "Ada declare Necromancer: Dragon") == ("move/not_a_choice", "FR-18")
    state = play(state, "Ada declare Necromancer: Forge", "Bob declare Island: none")
    state = play(state, "Cleo declare best")
    assert game.sheets(state)[0].choices == {"necromancer": "forge"}
    assert outcome(state).scores[0] == game.sheets(state)[0].score


def test_in_chaos_a_raised_chooser_is_asked_for_its_choice() -> None:
    """[FR-12] [FR-24a]"""
    state = position(
        [RAISER], variant="chaos", clock=True, declare=True, deck="Mirage, Forge, Queen"
    )
    state = play(state, "Table time", "Ada declare Necromancer: Mirage")
    assert view(state, "Ada").choice == "mirage"
    state = play(state, "Ada declare Mirage: Swamp", "Bob declare best", "Cleo declare best")
    assert game.sheets(state)[0].choices == {"necromancer": "mirage", "mirage": "swamp"}
