"""The cards: all there, as the catalogue lists them, and told in both languages."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from realms.fantasy.content import effects as does
from realms.fantasy.content.card_text import bonus_text, effect_text, penalty_text
from realms.fantasy.content.cards import (
    CARD,
    CARD_NAMES,
    CARDS,
    SUIT,
    SUIT_NAMES,
    FantasyCard,
    read_content,
)
from realms.kernel.errors import Unreadable
from realms.kernel.text import LANGUAGES

CATALOGUE: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("cards.json").read_text("utf-8")
)


def test_there_are_54_cards_of_eleven_suits() -> None:
    """[FR-1]"""
    five_each = ("flood", "army", "weather", "flame", "weapon", "leader", "artifact", "beast")
    counts = dict.fromkeys((*five_each, "land"), 5) | {"wizard": 6, "wild": 3}
    assert len(CARDS) == 54
    assert Counter(card.suit for card in CARDS) == counts
    assert CARD["jester"].suit == "wizard"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_unique(language: str) -> None:
    """[FR-1]"""
    assert len({card.name[language] for card in CARDS}) == 54
    assert len({card.id for card in CARDS}) == 54


def test_the_cards_are_those_of_the_catalogue_in_its_order() -> None:
    """[FR-2]"""
    ours = [
        {
            "id": card.id,
            "en": card.name.en,
            "es": card.name.es,
            "suit": card.suit,
            "strength": card.strength,
            "bonus": bool(card.bonus),
            "penalty": bool(card.penalty),
        }
        for card in CARDS
    ]
    assert ours == CATALOGUE


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_has_a_strength_and_a_bonus_or_a_penalty(card: FantasyCard) -> None:
    """[FR-2]"""
    assert 0 <= card.strength <= 40
    assert card.bonus or card.penalty


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_is_found_by_id_and_by_name_in_both_languages(card: FantasyCard) -> None:
    for name in (card.id, card.name.en, card.name.es, card.name.es.upper()):
        assert CARD_NAMES.find(name) == card.id


@pytest.mark.parametrize("suit", SUIT.values(), ids=lambda suit: suit.id)
def test_a_suit_is_found_by_name_in_both_languages(suit: Any) -> None:
    assert SUIT_NAMES.find(suit.en.one) == SUIT_NAMES.find(suit.es.one) == suit.id


# --- Texts ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_is_told_in_full_sentences(card: FantasyCard, language: str) -> None:
    bonus, penalty = bonus_text(card, language), penalty_text(card, language)
    assert bool(bonus) == bool(card.bonus)
    assert bool(penalty) == bool(card.penalty)
    for text in filter(None, (bonus, penalty)):
        assert text.endswith(".")
        assert not set(text) & set("{}_[]"), "something was not filled in"
        assert "  " not in text
        assert not text.startswith((" ", "."))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_text_names_every_card_and_suit_of_its_effect(card: FantasyCard, language: str) -> None:
    for effect in card.bonus + card.penalty:
        text = effect_text(effect, language)
        for thing in spoken_of(effect):
            assert any(form in text for form in forms(thing, language)), (thing, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_text_gives_every_number_of_its_effect(card: FantasyCard, language: str) -> None:
    for effect in card.bonus + card.penalty:
        text = effect_text(effect, language)
        for number in numbers(effect):
            assert f"{number:+d}".replace("-", "−") in text


def test_the_languages_differ() -> None:
    for card in CARDS:
        assert bonus_text(card, "en") != bonus_text(card, "es") or not card.bonus
        assert penalty_text(card, "en") != penalty_text(card, "es") or not card.penalty


def spoken_of(effect: does.FantasyEffect) -> list[str]:
    """The cards and suits an effect names; the Book's ten are told as *the suit*."""
    if isinstance(effect, does.ChangeSuit):
        return []
    values = [getattr(effect, field) for field in effect.__struct_fields__]
    named = [name for value in values if isinstance(value, list) for name in value]
    return named + [value for value in values if isinstance(value, str) and value != "all"]


def forms(thing: str, language: str) -> tuple[str, ...]:
    if thing in CARD:
        return (CARD[thing].name[language],)
    suit = SUIT[thing][language]
    return suit.one, suit.cards, suit.other


def numbers(effect: does.FantasyEffect) -> list[int]:
    values = [getattr(effect, field) for field in effect.__struct_fields__]
    steps = [points for value in values if isinstance(value, dict) for points in value.values()]
    return [value for value in values if isinstance(value, int)] + steps


# --- Content that is wrong ---

GOOD = """
[[suit]]
id = "beast"
en = { one = "Beast", other = "other Beast", any = "any Beast", cards = "Beasts", others = "o" }
es = { one = "Bestia", other = "otra Bestia", any = "alguna Bestia", cards = "c", others = "o" }

[[card]]
id = "hydra"
name = { en = "Hydra", es = "Hidra" }
suit = "beast"
strength = 12
bonus = [{ does = "score", points = 28, each = ["beast"] }]
"""
HYDRA = GOOD[GOOD.index("[[card]]") :]

WRONG = {
    "a mention of no card": (
        GOOD.replace('each = ["beast"]', 'all_of = ["swamp"]'),
        "hydra mentions 'swamp', which is neither a card nor a suit",
    ),
    "a suit that is none": (
        GOOD.replace('suit = "beast"', 'suit = "plant"'),
        "hydra is of the suit 'plant', which there is not",
    ),
    "a word that is no suit": (
        GOOD.replace(
            '"score", points = 28, each = ["beast"]', '"clear_word", word = "navy", of = "all"'
        ),
        "hydra mentions 'navy', which is neither a card nor a suit",
    ),
    "an id twice": (GOOD + HYDRA, "an id appears twice"),
    "a card called as a suit": (GOOD.replace('"hydra"', '"beast"'), "an id appears twice"),
    "neither bonus nor penalty": (GOOD.replace("bonus = [", "# ["), "neither bonus nor penalty"),
    "a negative strength": (GOOD.replace("= 12", "= -1"), "Expected `int` >= 0 - at `$.card[0]"),
    "a strength over 40": (GOOD.replace("= 12", "= 41"), "Expected `int` <= 40 - at `$.card[0]"),
    "no strength": (GOOD.replace("strength = 12", ""), "missing required field `strength`"),
    "an unknown field": (GOOD.replace("strength", "force"), "unknown field `force`"),
    "an unknown verb": (GOOD.replace('"score"', '"sings"'), "Invalid value 'sings'"),
    "no TOML": ("[[card]\nid = ", "Expected"),
}


def test_good_content_is_read() -> None:
    content = read_content(GOOD.encode(), "mine.toml")
    assert [card.id for card in content.card] == ["hydra"]


@pytest.mark.parametrize(("text", "reason"), WRONG.values(), ids=WRONG)
def test_wrong_content_costs_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_content(text.encode(), "mine.toml")
    sentence = str(error.value)
    assert sentence.startswith("mine.toml: ")
    assert reason in sentence
    assert "\n" not in sentence
    assert error.value.code == "content/unreadable"
