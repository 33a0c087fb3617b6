"""`realms cards`, `realms rules`, `realms bots`: looking things up."""

from __future__ import annotations

import json

import pytest

from realms.bots import bots_of, levels_of
from realms.fantasy.content.cards import CARDS
from realms.kernel.presentation.paragraphs import paragraph, paragraphs
from tests.cli.conftest import Realms, refused


@pytest.mark.parametrize("language", ["en", "es"])
def test_all_cards_are_listed(realms: Realms, language: str) -> None:
    ran = realms("cards", "fantasy", "--lang", language)
    assert ran.status == 0
    for card in CARDS:
        assert card.name[language] in ran.out


def test_the_cards_of_one_suit(realms: Realms) -> None:
    ran = realms("cards", "fan", "--suit", "mago", "--lang", "es")
    assert "Bufón" in ran.out
    assert "Dragón" not in ran.out


def test_cards_as_data(realms: Realms) -> None:
    data = json.loads(realms("cards", "fantasy", "--json", "--suit", "beast").out)
    dragon = next(card for card in data if card["id"] == "dragon")
    assert dragon["name"] == {"en": "Dragon", "es": "Dragón"}
    assert dragon["penalty"]["en"] == "−40 unless with any Wizard."
    assert dragon["bonus"] == {"en": "", "es": ""}
    assert dragon["effects"]["penalty"][0]["does"] == "score"
    assert {card["suit"] for card in data} == {"beast"}


def test_a_suit_that_is_none(realms: Realms) -> None:
    sentence = refused(realms("cards", "fantasy", "--suit", "wizzard"))
    assert sentence == "No suit is called “wizzard”. Did you mean Wizard?"


@pytest.mark.parametrize(("language", "heading"), [("en", "Two players"), ("es", "jugadores")])
def test_the_whole_rules(realms: Realms, language: str, heading: str) -> None:
    ran = realms("rules", "fantasy", "--lang", language)
    assert ran.status == 0
    assert heading in ran.out
    assert "FR-25" in ran.out


@pytest.mark.parametrize("number", ["FR-13b", "13b", "fr13b", "[FR-13b]", "13B"])
def test_one_paragraph(realms: Realms, number: str) -> None:
    ran = realms("rules", "fantasy", number)
    assert ran.out.startswith("FR-13b (ruling)")
    assert "FR-14" not in ran.out


def test_a_paragraph_that_is_not_there(realms: Realms) -> None:
    sentence = refused(realms("rules", "fantasy", "13x"))
    assert sentence.startswith("The rules have no paragraph “13x”. Did you mean FR-13")
    assert "«99»" in refused(realms("rules", "fantasy", "99", "--lang", "es"))


def test_both_languages_have_the_same_paragraphs() -> None:
    assert list(paragraphs("fantasy", "en")) == list(paragraphs("fantasy", "es"))
    assert paragraph("fantasy", "FR-4", "es").startswith("**FR-4**")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bots(realms: Realms, language: str) -> None:
    ran = realms("bots", "fantasy", "--lang", language)
    assert ran.status == 0
    names = [*bots_of("fantasy"), *(level.name for level in levels_of("fantasy"))]
    assert [line.split()[0] for line in ran.out.splitlines() if line[0] != " "] == names
    assert list(json.loads(realms("bots", "fantasy", "--json").out)) == names
    assert set(json.loads(realms("bots", "--json").out)) == {"fantasy", "medieval"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_cards_of_medieval_realms_are_listed(realms: Realms, language: str) -> None:
    shown = realms("cards", "medieval", "--lang", language)
    assert shown.status == 0
    assert ("Great Person" if language == "en" else "Persona Honorable") in shown.out
    data = json.loads(realms("cards", "medieval", "--json").out)
    assert sum(card["count"] for card in data) == 109
    assert all(card["text"][language].endswith(".") for card in data)
