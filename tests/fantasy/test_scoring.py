"""Told cases for every paragraph on scoring, the reason beside the number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from realms.fantasy import hand
from realms.fantasy.content.cards import CARD_NAMES
from realms.fantasy.scoring.hand import parse_cards
from realms.fantasy.scoring.plain import score_plain
from realms.fantasy.scoring.sheet import CardSheet, ScoreSheet, SheetReason
from realms.kernel.errors import IllegalMove, Unreadable


def sheet_of(cards: str, **choices: Any) -> ScoreSheet:
    """A hand scored with exactly these choices; `book="Queen: Wizard"` for the Book."""
    made = {CARD_NAMES.find(chooser): choice for chooser, choice in choices.items()}
    if "book_of_changes" in made:
        card, suit = made["book_of_changes"].split(": ")
        made["book_of_changes"] = {"card": card, "suit": suit}
    return hand(cards, choices=made).sheet


def best(cards: str, discard: str = "") -> ScoreSheet:
    return hand(cards, discard).sheet


def of(sheet: ScoreSheet, name: str) -> CardSheet:
    return next(card for card in sheet.cards if card.card == CARD_NAMES.find(name))


def blanked(sheet: ScoreSheet) -> set[str]:
    return set(sheet.blanked)


# --- Words on the cards ---


def test_with_gives_its_bonus_once() -> None:
    """[FR-7]"""
    assert of(sheet_of("Magic Wand, Beastmaster"), "Magic Wand").bonus == 25
    assert of(sheet_of("Magic Wand, Beastmaster, Enchantress"), "Magic Wand").bonus == 25


def test_for_each_gives_its_bonus_once_a_card() -> None:
    """[FR-7]"""
    assert of(sheet_of("Empress, Knights"), "Empress").bonus == 10
    assert of(sheet_of("Empress, Knights, Light Cavalry"), "Empress").bonus == 20
    assert of(sheet_of("Forest, Hydra, Elven Archers"), "Forest").bonus == 12 + 12  # each, and with


def test_for_each_other_leaves_the_card_itself_out() -> None:
    """[FR-7]"""
    assert sheet_of("Earth Elemental").score == 4
    assert of(sheet_of("Earth Elemental, Forest, Cavern"), "Earth Elemental").bonus == 2 * 15
    assert of(sheet_of("Warlock Lord, King, Jester"), "Warlock Lord").penalty == 2 * -10


def test_the_better_of_two_bonuses_replaces_the_other() -> None:
    """[FR-7]"""
    assert of(sheet_of("King, Knights, Rangers"), "King").bonus == 2 * 5
    assert of(sheet_of("King, Queen, Knights, Rangers"), "King").bonus == 2 * 20
    assert of(sheet_of("Sword of Keth, King"), "Sword of Keth").bonus == 10
    assert of(sheet_of("Sword of Keth, King, Shield of Keth"), "Sword of Keth").bonus == 40
    assert of(sheet_of("Unicorn, Queen"), "Unicorn").bonus == 15
    assert of(sheet_of("Unicorn, Queen, Princess"), "Unicorn").bonus == 30


def test_a_blanked_card_has_no_strength_and_no_bonus() -> None:
    """[FR-8]"""
    assert sheet_of("Basilisk, Empress, Rangers").score == 35 + 5  # the Empress adds no +10


def test_a_blanked_card_has_no_suit() -> None:
    """[FR-8]"""
    assert sheet_of("Basilisk, King, Sword of Keth").score == 35 + 7  # no Leader left for the Sword


def test_a_blanked_card_has_no_penalty() -> None:
    """[FR-8]"""
    assert sheet_of("Great Flood, Knights").score == 32  # no −8 for the missing Leader
    assert sheet_of("Wildfire, Swamp, Candle").score == 40 + 2  # the Swamp takes nothing


@pytest.mark.parametrize(
    ("cards", "needed"),
    [("Smoke", "Candle"), ("Warship", "Island"), ("War Dirigible", "Elven Archers")],
)
def test_blanked_unless_a_suit_is_there(cards: str, needed: str) -> None:
    """[FR-8]"""
    assert sheet_of(cards).score == 0
    assert blanked(sheet_of(f"{cards}, Dragon")) == {CARD_NAMES.find(cards)}
    assert blanked(sheet_of(f"{cards}, {needed}")) == set()


def test_a_cleared_penalty_is_not_applied() -> None:
    """[FR-9]"""
    assert sheet_of("Dragon").score == 30 - 40
    assert sheet_of("Dragon, Protection Rune").score == 30 + 1
    assert sheet_of("Dragon, Basilisk, Beastmaster").score == 30 + 35 + 9 + 2 * 9


def test_a_cleared_card_keeps_its_bonus() -> None:
    """[FR-9]"""
    sheet = sheet_of("Rainstorm, Island, Candle, Cavern")
    assert of(sheet, "Rainstorm").bonus == 10  # for the Island
    assert blanked(sheet) == set()  # and the Candle burns on


def test_a_card_that_ends_up_blanked_still_clears() -> None:
    """[FR-9]"""
    sheet = sheet_of("Blizzard, Great Flood, Cavern")
    assert sheet.score == 30 + 32  # the Cavern freed the Flood, and is drowned by it
    assert blanked(sheet) == {"cavern"}


@pytest.mark.parametrize(
    ("cards", "without_rangers", "with_rangers"),
    [
        ("Great Flood, Knights", 32, 32 + 12 + 5),
        ("Basilisk, Knights", 35, 35 + 12 + 5),
        ("Swamp, Knights, Candle", 18 - 6 + 12 + 2, 18 - 3 + 12 + 2 + 5),
        ("Blizzard, Knights, Candle", 30 - 10 + 12 + 2, 30 - 5 + 12 + 2 + 5),
        ("Dwarvish Infantry, Knights", 15 - 2 + 12, 15 + 12 + 5),
        ("War Dirigible, Wildfire", 40, 35 + 40),  # the Rangers burn, the word stays cleared
        ("Wildfire, Knights", 40, 40),  # it does not name Armies
    ],
)
def test_rangers_clear_the_word_army(cards: str, without_rangers: int, with_rangers: int) -> None:
    """[FR-10]"""
    assert sheet_of(cards).score == without_rangers
    assert sheet_of(f"{cards}, Rangers").score == with_rangers


def test_rangers_clear_nothing_but_the_word() -> None:
    """[FR-10]"""
    assert blanked(sheet_of("Basilisk, Rangers, King, Hydra")) == {"king", "hydra"}
    assert blanked(sheet_of("Great Flood, Rangers, Forest, Candle")) == {"forest", "candle"}
    assert sheet_of("Knights, Rangers").score == 20 - 8 + 5  # its penalty names Leaders
    assert blanked(sheet_of("War Dirigible, Rangers, Whirlwind")) == {"war_dirigible"}


def test_warship_clears_the_word_army_from_floods_only() -> None:
    """[FR-10]"""
    assert sheet_of("Swamp, Knights").score == 18 - 3 + 12
    assert sheet_of("Swamp, Knights, Warship").score == 18 + 12 + 23
    assert blanked(sheet_of("Great Flood, Knights, Warship")) == set()
    assert of(sheet_of("Swamp, Dwarvish Infantry, Knights, Warship"), "Dwarvish").penalty == -2
    assert blanked(sheet_of("Basilisk, Knights, Warship, Swamp")) == {"knights"}


def test_a_warship_turned_blank_still_clears_the_word() -> None:
    """[FR-9] [FR-10]"""
    sheet = sheet_of("Great Flood, Warship, Knights, Book", book="Warship: Flame")
    assert blanked(sheet) == {"warship"}  # drowned as a Flame
    assert sheet.score == 32 + 12 + 3


def test_only_the_own_hand_counts() -> None:
    """[FR-11]"""
    assert best("King, Knights", discard="Queen").score == 8 + 5 + 20


def test_mirage_and_shapeshifter_may_copy_what_is_elsewhere() -> None:
    """[FR-11] [FR-15]"""
    assert sheet_of("King, Knights, Shapeshifter", shapeshifter="Queen").score == 8 + 20 + 20
    assert sheet_of("Lightning, Mirage", mirage="Rainstorm").score == 11 + 30


# --- The order of scoring ---


def test_doppelganger_acts_before_the_book() -> None:
    """[FR-12]"""
    sheet = sheet_of("King, Doppelganger, Book", doppelganger="King", book="King: Army")
    assert of(sheet, "Doppelganger").suit == "leader"  # copied before the King changed
    assert of(sheet, "King").bonus == 5  # for itself, the only Army


def test_doppelganger_acts_before_mirage() -> None:
    """[FR-12]"""
    sheet = sheet_of("Mirage, Doppelganger, Hydra", doppelganger="Mirage", mirage="Swamp")
    assert of(sheet, "Doppelganger").suit == "wild"
    assert of(sheet, "Mirage").suit == "flood"
    assert sheet.score == 12 + 28


def test_the_book_may_change_what_a_wild_became() -> None:
    """[FR-12] [FR-16]"""
    sheet = sheet_of("Lightning, Mirage, Book", mirage="Rainstorm", book="Mirage: Flood")
    assert of(sheet, "Mirage").suit == "flood"
    assert sheet.score == 11 + 30 + 3  # Lightning calls Rainstorm by name


def test_clearing_comes_after_the_book() -> None:
    """[FR-12]"""
    sheet = sheet_of("Dragon, Beastmaster, Knights, Book", book="Knights: Beast")
    assert of(sheet, "Knights").penalty == 0
    assert sheet.score == 30 + (9 + 18) + 20 + 3


# --- Blanking ---


def test_a_chain_starts_with_the_card_that_nobody_blanks() -> None:
    """[FR-13]"""
    sheet = sheet_of("Blizzard, Great Flood, Wildfire, Knights")
    assert blanked(sheet) == {"great_flood", "knights"}  # Wildfire burns what the Flood left
    assert sheet.score == (30 - 5) + 40


def test_a_blanked_card_blanks_nothing() -> None:
    """[FR-13]"""
    sheet = sheet_of("Great Flood, Wildfire, Basilisk, Princess")
    assert blanked(sheet) == {"wildfire", "princess"}  # the Basilisk does not burn
    assert sheet.score == 32 + 35


def test_a_longer_chain() -> None:
    """[FR-13]"""
    sheet = sheet_of("Rainstorm, Wildfire, Basilisk, King, Sword of Keth")
    assert blanked(sheet) == {"wildfire", "king"}  # Rainstorm saves the Basilisk, not the King
    assert sheet.score == 8 + 35 + 7


def test_a_blizzard_turned_flood_blanks_itself() -> None:
    """[FR-13]"""
    assert sheet_of("Blizzard, Book", book="Blizzard: Flood").score == 3
    sheet = sheet_of("Blizzard, Swamp, Book", book="Blizzard: Flood")
    assert blanked(sheet) == {"blizzard"}  # so the Swamp behind it is free


def test_a_basilisk_blanks_other_beasts_only() -> None:
    """[FR-13]"""
    assert sheet_of("Basilisk").score == 35
    assert blanked(sheet_of("Basilisk, Hydra")) == {"hydra"}
    # As a Leader it falls under its own text, which says *other* of Beasts only.
    assert blanked(sheet_of("Basilisk, Book", book="Basilisk: Leader")) == {"basilisk"}


def test_two_basilisks_blank_one_another() -> None:
    """[FR-13a] [FR-14]"""
    assert sheet_of("Basilisk, Doppelganger", doppelganger="Basilisk").score == 0


def test_what_lies_behind_a_cycle_is_free() -> None:
    """[FR-13a]"""
    assert sheet_of("Basilisk, Doppelganger, King", doppelganger="Basilisk").score == 8


def test_what_lies_behind_a_cycle_may_still_be_blanked_by_another() -> None:
    """[FR-13a]"""
    sheet = sheet_of("Basilisk, Doppelganger, King, Wildfire, Rainstorm", doppelganger="Basilisk")
    assert blanked(sheet) == {"wildfire", "basilisk", "doppelganger"}
    sheet = sheet_of("Basilisk, Doppelganger, King, Wildfire", doppelganger="Basilisk")
    assert blanked(sheet) == {"basilisk", "doppelganger", "king"}  # nobody stops the Wildfire


def test_a_cycle_made_by_the_book() -> None:
    """[FR-13a]"""
    sheet = sheet_of("Blizzard, Great Flood, Knights, Book", book="Blizzard: Flame")
    assert blanked(sheet) == {"blizzard", "great_flood"}
    assert sheet.score == 12 + 3


def test_a_cycle_of_three() -> None:
    """[FR-13a]"""
    sheet = sheet_of("Wildfire, Basilisk, Great Flood, Knights, Book", book="Great Flood: Leader")
    assert blanked(sheet) == {"wildfire", "basilisk", "great_flood"}
    assert sheet.score == 12 + 3  # all three would have blanked the Knights


def test_a_blanked_card_supports_nothing() -> None:
    """[FR-13b]"""
    assert sheet_of("Blizzard, Swamp, Warship").score == 30
    assert sheet_of("Rainstorm, Candle, Smoke").score == 8
    assert sheet_of("Great Flood, Knights, War Dirigible").score == 32


def test_a_blanked_card_disturbs_nothing() -> None:
    """[FR-13b]"""
    assert sheet_of("War Dirigible, Elven Archers, Smoke").score == 35 + 10 + 5
    assert sheet_of("War Dirigible, Elven Archers, Smoke, Candle").score == 10 + 27 + 2


def test_a_copied_smoke_that_is_blanked_does_not_bring_down_the_dirigible() -> None:
    """[FR-13b]"""
    sheet = sheet_of("Smoke, Doppelganger, War Dirigible, Rangers", doppelganger="Smoke")
    assert blanked(sheet) == {"smoke", "doppelganger"}
    assert sheet.score == 35 + 5


def test_a_card_counts_for_its_own_need() -> None:
    """[FR-13b]"""
    assert sheet_of("Warship, Book", book="Warship: Flood").score == 23 + 3
    assert sheet_of("Smoke, Book", book="Smoke: Flame").score == 27 + 3
    assert sheet_of("War Dirigible, Book", book="War Dirigible: Army").score == 35 + 3


def test_a_card_that_feeds_itself_feeds_another() -> None:
    """[FR-13b]"""
    choices = {"doppelganger": "Warship", "book": "Doppelganger: Flood"}
    assert sheet_of("Warship, Doppelganger, Book", **choices).score == 23 + 23 + 3


def test_a_dirigible_turned_weather_disturbs_itself() -> None:
    """[FR-13b]"""
    sheet = sheet_of("War Dirigible, Rangers, Book", book="War Dirigible: Weather")
    assert blanked(sheet) == {"war_dirigible"}


def test_cards_that_hang_on_one_another_are_blanked() -> None:
    """[FR-13b]

    The Smoke lives by the Dirigible's fire, which dies of the Smoke: no order can settle it.
    """
    sheet = sheet_of("War Dirigible, Smoke, Rangers, Book", book="War Dirigible: Flame")
    assert blanked(sheet) == {"war_dirigible", "smoke"}
    assert sheet.score == 5 + 3


def test_what_hangs_on_such_a_circle_falls_with_it() -> None:
    """[FR-13b]"""
    choices = {"doppelganger": "Smoke", "book": "War Dirigible: Flame"}
    sheet = sheet_of("War Dirigible, Smoke, Doppelganger, Rangers, Book", **choices)
    assert blanked(sheet) == {"war_dirigible", "smoke", "doppelganger"}


def test_a_need_is_decided_after_all_blanking() -> None:
    """[FR-13b]"""
    sheet = sheet_of("Wildfire, Smoke, Great Flood, Blizzard")
    assert blanked(sheet) == {"great_flood"}  # the Blizzard kept the Wildfire, and so the Smoke
    assert sheet.score == 40 + 27 + (30 - 5)


# --- Copies and the Book ---


def test_doppelganger_takes_strength_and_penalty() -> None:
    """[FR-14]"""
    assert sheet_of("Knights, Doppelganger", doppelganger="Knights").score == 2 * (20 - 8)
    sheet = sheet_of("Warlock Lord, Doppelganger", doppelganger="Warlock Lord")
    assert sheet.score == 2 * (25 - 10)  # each is the other's other Wizard


def test_doppelganger_takes_no_bonus() -> None:
    """[FR-14]"""
    sheet = sheet_of("King, Doppelganger, Knights", doppelganger="King")
    assert of(sheet, "Doppelganger").bonus == 0
    assert sheet.score == (8 + 5) + 8 + 20


def test_doppelganger_takes_the_name() -> None:
    """[FR-14]"""
    sheet = sheet_of("Wildfire, Mountain, Doppelganger", doppelganger="Mountain")
    assert blanked(sheet) == set()  # the Wildfire spares two Mountains


def test_doppelganger_copies_the_hand_only() -> None:
    """[FR-14]"""
    with pytest.raises(IllegalMove, match=r"\[FR-14\]"):
        sheet_of("Doppelganger, Knights", doppelganger="King")
    with pytest.raises(IllegalMove, match=r"\[FR-14\]"):
        sheet_of("Doppelganger, Knights", doppelganger="Doppelganger")


def test_mirage_takes_name_and_suit_without_strength_bonus_or_penalty() -> None:
    """[FR-15]"""
    sheet = sheet_of("Mirage, Air Elemental", mirage="Smoke")
    assert blanked(sheet) == set()  # no penalty, so no Flame is needed
    assert sheet.score == 0 + (4 + 15)
    assert of(sheet_of("Mirage, Hydra", mirage="Forest"), "Mirage").total == 0


def test_shapeshifter_takes_name_and_suit_without_strength_bonus_or_penalty() -> None:
    """[FR-15]"""
    assert sheet_of("Shapeshifter, King", shapeshifter="Basilisk").score == 8
    assert sheet_of("Shapeshifter, Dragon", shapeshifter="Beastmaster").score == 30  # a Wizard
    assert sheet_of("Shapeshifter, Unicorn", shapeshifter="Princess").score == 9 + 30


def test_each_wild_has_its_own_suits() -> None:
    """[FR-15]"""
    for wrong in ({"mirage": "Dragon"}, {"shapeshifter": "Forge"}, {"mirage": "Shapeshifter"}):
        with pytest.raises(IllegalMove, match=r"\[FR-15\]"):
            sheet_of("Mirage, Shapeshifter", **wrong)


def test_a_wild_may_stay_as_printed() -> None:
    """[FR-15]"""
    sheet = sheet_of("Mirage, Shapeshifter, Doppelganger")
    assert sheet.score == 0
    assert {card.suit for card in sheet.cards} == {"wild"}


def test_a_copied_strength_of_0_counts_for_the_gem() -> None:
    """[FR-15]"""
    sheet = sheet_of("Gem of Order, Mirage, Magic Wand, Candle", mirage="Forest")
    assert of(sheet, "Gem of Order").bonus == 10  # 0, 1, 2


def test_the_book_leaves_name_strength_bonus_and_penalty() -> None:
    """[FR-16]"""
    sheet = sheet_of("King, Queen, Book", book="Queen: Army")
    assert sheet.score == (8 + 20) + (6 + 20) + 3
    sheet = sheet_of("Knights, Book", book="Knights: Leader")
    assert sheet.score == 20 + 3  # its own Leader now


def test_the_book_changes_whom_a_text_reaches() -> None:
    """[FR-16]"""
    sheet = sheet_of("Great Flood, Lightning, Book", book="Lightning: Land")
    assert blanked(sheet) == {"lightning"}  # spared among Flames, not among Lands
    choices = {"mirage": "Mountain", "book": "Mirage: Flame"}
    sheet = sheet_of("Great Flood, Mirage, Book", **choices)
    assert blanked(sheet) == {"mirage"}  # spared among Lands, not among Flames
    choices["book"] = "Mirage: Army"
    assert blanked(sheet_of("Wildfire, Mirage, Book", **choices)) == set()  # Mountain, of any suit


def test_a_real_mountain_clears_the_flood_that_would_drown_it() -> None:
    """[FR-9] [FR-16]"""
    assert blanked(sheet_of("Great Flood, Mountain, Book", book="Mountain: Flame")) == set()
    # No longer a Flood, the Great Flood is not cleared; the Mountain is spared by name.
    sheet = sheet_of("Great Flood, Mountain, Forest, Book", book="Great Flood: Weather")
    assert blanked(sheet) == {"forest"}


def test_the_book_changes_another_card() -> None:
    """[FR-16]"""
    for target in ("Book of Changes", "Dragon"):
        with pytest.raises(IllegalMove, match=r"\[FR-16\]"):
            sheet_of("Book, King", book=f"{target}: Army")


def test_the_book_makes_nothing_wild() -> None:
    """[FR-16a]"""
    with pytest.raises(IllegalMove, match=r"\[FR-16a\]"):
        sheet_of("Book, King", book="King: Wild")
    assert of(sheet_of("Book, Mirage", book="Mirage: Army"), "Mirage").suit == "army"


# --- Single cards ---


@pytest.mark.parametrize(
    ("others", "points"),
    [
        ("Queen", 0),  # 5, 6
        ("Queen, Forest", 10),  # 5, 6, 7
        ("Queen, Forest, Bell Tower", 30),
        ("Queen, Forest, Bell Tower, Mountain", 60),
        ("Queen, Forest, Bell Tower, Mountain, Elven Archers", 100),
        ("Queen, Forest, Bell Tower, Mountain, Elven Archers, Lightning", 150),
        # Eight in a row count as seven.
        ("Queen, Forest, Bell Tower, Necromancer, Candle, Magic Wand, Warlord", 150),
        ("Magic Wand, Candle, Elven Longbow, Queen, Forest", 10 + 10),  # 1–3 and 5–7
        ("Queen, Warhorse, Forest", 10),  # a second 6 makes no second run
        # 3–6 and 4–6: equal strengths serve different runs.
        ("Elven Longbow, Fire Elemental, Queen, Water Elemental, Rangers, Cavern", 30 + 10),
        # 4–6 and 5–7 share nothing, but 4–7 and no second run is worth more.
        ("Fire Elemental, Queen, Rangers, Warhorse, Forest", 30),
    ],
)
def test_the_gem_splits_strengths_into_the_best_runs(others: str, points: int) -> None:
    """[FR-17a]"""
    assert of(sheet_of(f"Gem of Order, {others}"), "Gem of Order").bonus == points


def test_a_blanked_card_is_in_no_run() -> None:
    """[FR-17a]"""
    sheet = sheet_of("Gem of Order, Queen, Forest, Basilisk")
    assert of(sheet, "Gem of Order").bonus == 0


@pytest.mark.parametrize(
    ("others", "points"),
    [
        ("Beastmaster", 0),
        ("Beastmaster, Enchantress", 10),  # three Wizards with itself
        ("Beastmaster, Enchantress, Jester", 40),
        ("Beastmaster, Enchantress, Jester, Necromancer", 100),
        ("Beastmaster, Enchantress, Jester, Necromancer, Warlock Lord", 100),  # six as five
        ("Beastmaster, Enchantress, Forest, Cavern, Mountain", 10 + 10),  # every suit scores
        ("Mirage, Shapeshifter, Doppelganger", 10),  # Wild is a suit here
    ],
)
def test_the_collector_counts_every_suit(others: str, points: int) -> None:
    """[FR-17b]"""
    assert of(sheet_of(f"Collector, {others}"), "Collector").bonus == points


def test_the_collector_counts_different_names() -> None:
    """[FR-17b]"""
    cards = "Collector, Beastmaster, Doppelganger, Shapeshifter"
    sheet = sheet_of(cards, doppelganger="Beastmaster", shapeshifter="Jester")
    assert of(sheet, "Collector").bonus == 10  # Collector, Beastmaster, Jester
    sheet = sheet_of(cards, doppelganger="Beastmaster", shapeshifter="Collector")
    assert of(sheet, "Collector").bonus == 0  # four Wizards of two names


def test_the_book_lets_a_copy_count_in_another_suit() -> None:
    """[FR-17b]"""
    cards = "Collector, Beastmaster, Doppelganger, Book, Forest, Cavern"
    sheet = sheet_of(cards, doppelganger="Beastmaster", book="Doppelganger: Land")
    assert of(sheet, "Collector").bonus == 10  # Forest, Cavern, and a Land called Beastmaster


def test_the_fountain_may_add_its_own_strength() -> None:
    """[FR-17c]"""
    assert sheet_of("Fountain of Life", fountain="Fountain of Life").score == 1 + 1
    assert best("Fountain of Life, Dragon, Jester").choices == {
        "fountain_of_life": "fountain_of_life"
    }


def test_the_fountain_adds_a_strength_and_no_bonus() -> None:
    """[FR-17c]"""
    assert sheet_of("Fountain of Life, Swamp", fountain="Swamp").score == 1 + 18 + 18
    assert sheet_of("Fountain of Life, Smoke", fountain="Smoke").score == 1  # Smoke is blanked


def test_the_fountain_adds_the_highest_where_none_is_named() -> None:
    """[FR-17c]; in plain scoring too, and with whatever else was chosen."""
    sheet = sheet_of("Fountain of Life, Swamp")
    assert sheet.score == 1 + 18 + 18
    assert sheet.choices == {"fountain_of_life": "swamp"}
    sheet = sheet_of("Fountain of Life, Knights, Book, Swamp", book="Knights: Land")
    assert of(sheet, "Fountain of Life").bonus == 20
    assert sheet_of("Fountain of Life, Blizzard").choices == {}  # the Fountain is blanked
    points = np.zeros(2, np.int64)
    score_plain(np.array([parse_cards("Fountain of Life, Swamp"), parse_cards("Swamp")]), points)
    assert points.tolist() == [37, 18]


def test_the_fountain_chooses_among_suits_as_they_stand() -> None:
    """[FR-17c]"""
    with pytest.raises(IllegalMove, match=r"\[FR-17c\]"):
        sheet_of("Fountain of Life, Dragon", fountain="Dragon")
    sheet = sheet_of("Fountain of Life, Knights, Book", book="Knights: Land", fountain="Knights")
    assert of(sheet, "Fountain of Life").bonus == 20


def test_the_jester_wants_the_whole_hand_odd() -> None:
    """[FR-17d]"""
    assert of(sheet_of("Jester"), "Jester").bonus == 50
    assert of(sheet_of("Jester, Gem of Order, Mountain"), "Jester").bonus == 50
    assert of(sheet_of("Jester, Gem of Order, Mountain, King"), "Jester").bonus == 2 * 3
    assert of(sheet_of("Jester, Mirage"), "Jester").bonus == 0  # 0 is even


def test_a_blanked_card_is_neither_odd_nor_even() -> None:
    """[FR-17d]"""
    assert of(sheet_of("Jester, Smoke, Mountain"), "Jester").bonus == 3


def test_a_doubled_jester_is_one_more_odd_card() -> None:
    """[FR-14] [FR-17d]"""
    assert sheet_of("Jester, Doppelganger", doppelganger="Jester").score == (3 + 50) + 3


def test_the_world_tree_wants_different_suits() -> None:
    """[FR-17e]"""
    assert sheet_of("World Tree, Forge, King").score == (2 + 50) + (9 + 9) + 8
    assert sheet_of("World Tree, King, Queen").score == 2 + 8 + 6
    assert sheet_of("World Tree, Book, King").score == 2 + 3 + 8  # two Artifacts


def test_the_world_tree_looks_at_unblanked_cards_only() -> None:
    """[FR-17e]"""
    assert sheet_of("World Tree, Great Flood, Knights, Rangers, Light Cavalry, Forest").score == (
        # The Rangers save three Armies, which clash; the Forest drowns.
        2 + 32 + (20 - 8) + 5 + 17
    )
    assert sheet_of("World Tree, Great Flood, Knights, Light Cavalry").score == (2 + 50) + 32


def test_two_wilds_clash_under_the_world_tree() -> None:
    """[FR-17e]"""
    assert sheet_of("World Tree, Mirage").score == 2 + 50
    assert sheet_of("World Tree, Mirage, Shapeshifter").score == 2
    assert sheet_of("World Tree, Mirage, Shapeshifter", mirage="Forest").score == 2 + 50


def test_wildfire_blanks_an_unused_wild() -> None:
    """[FR-17f]"""
    assert blanked(sheet_of("Wildfire, Mirage, Shapeshifter")) == {"mirage", "shapeshifter"}
    assert blanked(sheet_of("Wildfire, Mirage", mirage="Forge")) == set()
    sheet = sheet_of("Wildfire, World Tree, Mirage, Shapeshifter")
    assert sheet.score == 40 + 2 + 50  # blanked Wilds do not clash


def test_wildfire_spares_five_suits_and_five_names() -> None:
    """[FR-17f]"""
    spared = "Mountain, Great Flood, Island, Unicorn, Dragon"
    assert blanked(sheet_of(f"Wildfire, {spared}")) == set()
    assert blanked(sheet_of("Wildfire, Candle, Jester, Whirlwind, Magic Wand, World Tree")) == set()
    burnt = "Rangers, King, Hydra, Forest, Swamp"
    assert len(blanked(sheet_of(f"Wildfire, {burnt}"))) == 5


def test_the_island_clears_one_flood_or_flame() -> None:
    """[FR-17g]"""
    assert blanked(sheet_of("Island, Great Flood, Rangers, Forest", island="Great Flood")) == set()
    assert blanked(sheet_of("Island, Wildfire, Knights", island="Wildfire")) == set()
    assert sheet_of("Island, Swamp, Knights").score == 14 + (18 - 3) + 12  # none chosen
    assert sheet_of("Island, Swamp, Knights", island="Swamp").score == 14 + 18 + 12


def test_the_island_sees_suits_after_the_book() -> None:
    """[FR-17g]"""
    sheet = sheet_of("Island, Knights, Book", book="Knights: Flood", island="Knights")
    assert sheet.score == 14 + 20 + 3
    with pytest.raises(IllegalMove, match=r"\[FR-17g\]"):
        sheet_of("Island, Swamp, Book", book="Swamp: Land", island="Swamp")
    with pytest.raises(IllegalMove, match=r"\[FR-17g\]"):
        sheet_of("Island, Knights", island="Knights")


def test_a_blanked_island_still_clears() -> None:
    """[FR-9] [FR-17g]"""
    sheet = sheet_of("Blizzard, Island, Wildfire, Knights", island="Wildfire")
    assert blanked(sheet) == {"island"}
    assert sheet.score == (30 - 5 - 5) + 40 + 12


# --- The best choices ---


def test_the_best_score_is_found() -> None:
    """[FR-18]"""
    sheet = best("Bell Tower, Candle, Queen, Sword of Keth, Shield of Keth, Gem of Order, Book")
    assert sheet.score == 380
    assert sheet.choices["book_of_changes"]["suit"] == "wizard"
    assert best("Dragon, Shapeshifter").score == 30  # any Wizard


def test_on_equal_scores_the_lower_strengths_are_chosen() -> None:
    """[FR-18]"""
    sheet = best("Knights, Hydra, Doppelganger")
    assert sheet.score == 12 + 12 + 12  # as Knights 20 − 8, as Hydra 12
    assert sheet.choices == {"doppelganger": "hydra"}
    assert sheet.strengths == 20 + 12 + 12


@pytest.mark.parametrize(
    "cards",
    [
        "Mirage, Shapeshifter, Doppelganger",  # nothing to gain
        "Book of Changes, Hydra",
        "Island, Great Flood",  # nothing that the penalty reaches
        "Island, Swamp, Knights, Protection Rune",  # cleared already
        "Fountain of Life, Blizzard",  # the Fountain is blanked
        "Necromancer",  # no discard area
        "Doppelganger, Dragon",  # a second Dragon costs 10
    ],
)
def test_on_equal_strengths_the_fewest_changes_are_made(cards: str) -> None:
    """[FR-18]"""
    assert best(cards).choices == {}


def test_one_change_is_plainer_than_two() -> None:
    """[FR-18]"""
    # Either the Wild or the Book can give the Dragon its Wizard.
    assert best("Dragon, Shapeshifter, Book of Changes").score == 30 + 3
    assert list(best("Dragon, Shapeshifter, Book of Changes").choices) in (
        ["shapeshifter"],
        ["book_of_changes"],
    )


def test_other_choices_may_be_declared() -> None:
    """[FR-18]"""
    assert hand("Dragon, Shapeshifter", choices={}).score == 30 - 40
    assert hand("Dragon, Shapeshifter", choices={"shapeshifter": "King"}).score == 30 - 40
    with pytest.raises(Unreadable):
        hand("Dragon, Knights", choices={"shapeshifter": "King"}).sheet  # noqa: B018


# --- The explanation ---


def reasons(sheet: ScoreSheet, name: str, step: str) -> list[SheetReason]:
    return [reason for reason in of(sheet, name).reasons if reason.step == step]


def test_a_bonus_tells_the_cards_that_gave_it() -> None:
    """[FR-19]"""
    (reason,) = reasons(sheet_of("Beastmaster, Dragon, Hydra"), "Beastmaster", "bonus")
    assert (reason.points, set(reason.by)) == (18, {"dragon", "hydra"})


def test_a_penalty_tells_the_cards_that_caused_it() -> None:
    """[FR-19]"""
    (reason,) = reasons(sheet_of("Swamp, Knights, Candle"), "Swamp", "penalty")
    assert (reason.points, set(reason.by)) == (-6, {"knights", "candle"})


def test_a_blanked_card_tells_who_blanked_it() -> None:
    """[FR-19]"""
    (reason,) = reasons(sheet_of("Basilisk, King"), "King", "blank")
    assert (reason.paragraph, reason.by) == ("FR-13", ("basilisk",))
    sheet = sheet_of("Basilisk, Doppelganger", doppelganger="Basilisk")
    (reason,) = reasons(sheet, "Basilisk", "blank")
    assert (reason.paragraph, reason.by) == ("FR-13a", ("doppelganger",))
    (reason,) = reasons(sheet_of("Smoke"), "Smoke", "blank")
    assert reason.paragraph == "FR-13b"


def test_a_cleared_card_tells_who_cleared_it() -> None:
    """[FR-19]"""
    (reason,) = reasons(sheet_of("Dragon, Protection Rune"), "Dragon", "clear")
    assert (reason.paragraph, reason.by) == ("FR-9", ("protection_rune",))
    (reason,) = reasons(sheet_of("Swamp, Rangers"), "Swamp", "clear")
    assert (reason.paragraph, reason.by) == ("FR-10", ("rangers",))
    (reason,) = reasons(sheet_of("Swamp, Island", island="Swamp"), "Swamp", "clear")
    assert (reason.paragraph, reason.by) == ("FR-17g", ("island",))


def test_a_bonus_tells_what_it_still_lacks() -> None:
    """[FR-19]"""
    (reason,) = reasons(sheet_of("Hydra"), "Hydra", "lacks")
    assert reason.by == ("swamp",)
    (reason,) = reasons(sheet_of("Candle, Bell Tower, Jester"), "Candle", "lacks")
    assert reason.by == ("book_of_changes",)
    assert reasons(sheet_of("Hydra, Swamp"), "Hydra", "lacks") == []


def test_a_choice_tells_what_a_card_became() -> None:
    """[FR-19]"""
    sheet = sheet_of("Mirage, Book", mirage="Forest", book="Mirage: Flood")
    told_of = [(reason.paragraph, reason.by) for reason in reasons(sheet, "Mirage", "choose")]
    assert told_of == [("FR-15", ("forest",)), ("FR-16", ("book_of_changes",))]


@pytest.mark.parametrize(("language", "total"), [("en", "total"), ("es", "total")])
def test_a_sheet_is_told_in_both_languages(language: str, total: str) -> None:
    """[FR-19]"""
    text = hand("Basilisk, King, Dragon, Protection Rune, Smoke").text(language)
    assert total in text
    assert "[FR-9]" in text
    assert not set(text) & set("{}")


# --- The Necromancer ---


def test_the_necromancer_takes_an_eighth_card() -> None:
    """[FR-20]"""
    cards = "Necromancer, King, Queen, Knights, Rangers, Forest, Cavern"
    sheet = best(cards, discard="Light Cavalry, Smoke, Wildfire")
    assert sheet.choices == {"necromancer": "light_cavalry"}
    assert len(sheet.cards) == 8


def test_the_necromancer_takes_the_best_of_four_suits() -> None:
    """[FR-20]"""
    sheet = best("Necromancer", discard="Knights, Dragon, Wildfire")
    assert sheet.score == 3 + 30  # the Dragon, whose Wizard the Necromancer is
    assert best("Necromancer", discard="Forge, Mountain, Warship, Mirage").choices == {}


def test_the_necromancer_need_not_take_one() -> None:
    """[FR-20]"""
    assert best("Necromancer, Warlock Lord, King", discard="Basilisk").choices == {
        "necromancer": "basilisk"
    }  # 35, less the King and his penalty
    assert best("Necromancer, Warlock Lord", discard="Queen").choices == {}  # 6 − 10


def test_only_the_necromancer_takes_one() -> None:
    """[FR-20]"""
    assert best("Jester, Doppelganger", discard="Dragon").score == 3 + 3 + 50
    cards = "Necromancer, King, Queen, Knights, Rangers, Forest, Cavern, Princess"
    assert best(cards, discard="Light Cavalry").choices == {}  # the eighth is taken already


def test_a_declared_raise_follows_the_same_rule() -> None:
    """[FR-20]"""
    sheet = hand("Necromancer", "Dragon, Forge", choices={"necromancer": "Dragon"}).sheet
    assert sheet.score == 3 + 30
    for wrong in ("Forge", "Knights"):  # of no such suit; not in the discard area
        with pytest.raises(IllegalMove, match=r"\[FR-20\]"):
            hand("Necromancer", "Dragon, Forge", choices={"necromancer": wrong}).sheet  # noqa: B018


def test_a_blanked_necromancer_has_still_taken_its_card() -> None:
    """[FR-20a]"""
    choices = {
        "necromancer": "Warlock Lord",
        "book_of_changes": {"card": "Necromancer", "suit": "Army"},
    }
    sheet = hand("Necromancer, Great Flood, Book", "Warlock Lord", choices).sheet
    assert blanked(sheet) == {"necromancer"}
    assert sheet.score == 25 + 32 + 3
    # Better as an Artifact: not blanked, and no other Wizard for the Warlock Lord.
    assert best("Necromancer, Great Flood, Book", "Warlock Lord").score == 3 + 25 + 32 + 3


def test_the_raised_card_is_as_printed() -> None:
    """[FR-20a]"""
    with pytest.raises(IllegalMove, match=r"\[FR-20\]"):
        hand("Necromancer", "Shapeshifter", choices={"necromancer": "Shapeshifter"}).sheet  # noqa: B018


def test_a_raised_card_may_be_copied() -> None:
    """[FR-12] [FR-20a]"""
    sheet = best("Necromancer, Doppelganger", discard="Dragon")
    assert sheet.score == 3 + 30 + 30
    assert sheet.choices == {"necromancer": "dragon", "doppelganger": "dragon"}
