"""What is true of every hand, whatever its cards and choices."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from realms.fantasy import hand
from realms.fantasy.scoring.sheet import ScoreSheet
from tests.fantasy.positions import CARD_IDS, some_choices

# Derandomised, so that a build fails only for a reason that is in it.
often = settings(deadline=None, derandomize=True, max_examples=300)

CHOOSERS = (
    "doppelganger",
    "mirage",
    "shapeshifter",
    "book_of_changes",
    "island",
    "fountain_of_life",
)
CHANCE = st.randoms(use_true_random=False)


def sets_of_cards(low: int, high: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(CARD_IDS), min_size=low, max_size=high, unique=True)


@st.composite
def hands(draw: st.DrawFn, certain: tuple[str, ...] = ()) -> list[str]:
    """One to seven cards, often with cards that choose."""
    choosers = draw(st.lists(st.sampled_from(CHOOSERS), max_size=3, unique=True))
    others = draw(sets_of_cards(1, 7))
    return list(dict.fromkeys([*certain, *choosers, *others]))[:7]


@st.composite
def hands_beside_discards(draw: st.DrawFn) -> tuple[list[str], list[str], list[str]]:
    """A hand, often with the Necromancer, and two discard areas, the second the larger."""
    certain = draw(st.sampled_from([("necromancer",), ()]))
    cards = draw(hands(certain))
    area = [card for card in draw(sets_of_cards(0, 10)) if card not in cards]
    return cards, area[: draw(st.integers(0, len(area)))], area


def random_sheet(cards: list[str], chance: Random) -> ScoreSheet:
    return hand(cards, choices=some_choices(chance, cards)).sheet


@often
@given(cards=hands(), chance=CHANCE)
def test_the_order_of_the_cards_changes_nothing(cards: list[str], chance: Random) -> None:
    """[FR-13]"""
    choices = some_choices(chance, cards)
    mixed = chance.sample(cards, len(cards))
    assert hand(mixed, choices=choices).sheet == hand(cards, choices=choices).sheet
    assert hand(", ".join(mixed)).sheet == hand(cards).sheet


@often
@given(cards=hands(), chance=CHANCE)
def test_no_choices_beat_the_best(cards: list[str], chance: Random) -> None:
    """[FR-18]"""
    best = hand(cards).sheet
    for sheet in (hand(cards, choices={}).sheet, random_sheet(cards, chance)):
        rank = (sheet.score, -sheet.strengths, -len(sheet.choices))
        assert (best.score, -best.strengths, -len(best.choices)) >= rank


@often
@given(beside=hands_beside_discards(), chance=CHANCE)
def test_a_larger_discard_area_is_never_worse(
    beside: tuple[list[str], list[str], list[str]], chance: Random
) -> None:
    """[FR-20]"""
    cards, fewer, more = beside
    assert hand(cards, more).score >= hand(cards, fewer).score >= hand(cards).score
    if "necromancer" not in cards:
        assert hand(cards, more).sheet == hand(cards).sheet


@often
@given(cards=hands(), chance=CHANCE)
def test_the_cards_of_a_sheet_add_up_to_its_score(cards: list[str], chance: Random) -> None:
    """[FR-12] [FR-19]"""
    sheet = random_sheet(cards, chance)
    assert sheet.score == sum(card.total for card in sheet.cards)
    assert sheet.strengths == sum(card.strength for card in sheet.cards if not card.blanked)
    assert {card.card for card in sheet.cards} == set(cards)


@often
@given(cards=hands(), chance=CHANCE)
def test_a_blanked_card_contributes_nothing(cards: list[str], chance: Random) -> None:
    """[FR-8]"""
    for card in random_sheet(cards, chance).cards:
        if card.blanked:
            assert (card.bonus, card.penalty, card.total) == (0, 0, 0)


@often
@given(cards=hands(), chance=CHANCE)
def test_every_point_and_every_blank_has_its_reason(cards: list[str], chance: Random) -> None:
    """[FR-19]"""
    for card in random_sheet(cards, chance).cards:
        points = {"bonus": 0, "penalty": 0}
        for reason in card.reasons:
            if reason.step in points:
                points[reason.step] += reason.points
        assert points == {"bonus": card.bonus, "penalty": card.penalty}
        assert card.blanked == any(reason.step == "blank" for reason in card.reasons)
        assert card.bonus >= 0 >= card.penalty


@often
@given(cards=hands(("protection_rune",)), chance=CHANCE)
def test_a_protection_rune_leaves_no_penalty(cards: list[str], chance: Random) -> None:
    """[FR-9]"""
    sheet = random_sheet(cards, chance)
    assert sheet.blanked == ()
    assert all(card.penalty == 0 for card in sheet.cards)


@often
@given(beside=hands_beside_discards())
def test_the_best_choices_declared_give_the_same_sheet(
    beside: tuple[list[str], list[str], list[str]],
) -> None:
    """[FR-18]"""
    cards, _, area = beside
    sheet = hand(cards, area).sheet
    assert hand(cards, area, choices=sheet.choices).sheet == sheet


@often
@given(cards=hands(), chance=CHANCE)
def test_a_sheet_keeps_the_choices_it_was_given(cards: list[str], chance: Random) -> None:
    """[FR-18]; the Fountain, where none is named, adds the highest. [FR-17c]"""
    choices = some_choices(chance, cards)
    kept = hand(cards, choices=choices).choices
    assert {**kept, **choices} == kept
    assert set(kept) - set(choices) <= {"fountain_of_life"}


@often
@given(beside=hands_beside_discards())
def test_a_sheet_as_json_has_the_shape_that_programs_rely_on(
    beside: tuple[list[str], list[str], list[str]],
) -> None:
    cards, _, area = beside
    written = hand(cards, area).sheet.as_json()
    assert json.loads(json.dumps(written)) == written, "plain values only"
    assert set(written) >= {"score", "blanked", "choices", "cards"}
    assert type(written["score"]) is int
    raised = written["choices"].get("necromancer")
    scored = {*cards, raised} - {None}
    assert set(written["cards"]) == scored
    assert set(written["blanked"]) <= scored
    for card, worth in written["cards"].items():
        assert set(worth) == {"strength", "bonus", "penalty", "total"}
        assert all(type(value) is int for value in worth.values())
        parts = worth["strength"] + worth["bonus"] + worth["penalty"]
        assert worth["total"] == (0 if card in written["blanked"] else parts)
    assert written["score"] == sum(worth["total"] for worth in written["cards"].values())
    check_choices(written["choices"], scored, area)


def check_choices(choices: dict[str, Any], scored: set[str], area: list[str]) -> None:
    """Keys only where a choice was made, cards by id, the Book's as card and suit."""
    assert set(choices) <= {*CHOOSERS, "necromancer"} & scored
    for chooser, choice in choices.items():
        if chooser == "book_of_changes":
            assert set(choice) == {"card", "suit"}
            assert choice["card"] in scored
            assert type(choice["suit"]) is str
        else:
            assert choice in CARD_IDS
    assert choices.get("necromancer") in {None, *area}


@often
@given(cards=hands(), chance=CHANCE)
def test_a_sheet_is_told_without_gaps(cards: list[str], chance: Random) -> None:
    """[FR-19]"""
    told_hand = hand(cards, choices=some_choices(chance, cards))
    for language in ("en", "es"):
        text = told_hand.text(language)
        assert not set(text) & set("{}")
        assert len(text.splitlines()) > len(cards)
