"""`realms score`: a hand explained, and every way to type a wrong one."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Realms, refused


def test_a_hand_is_explained(realms: Realms) -> None:
    ran = realms("score", "Dragon, Bell Tower, Jester")
    assert ran.status == 0
    assert ran.err == ""
    assert "56 points" in ran.out
    assert "+15 with any Wizard: +15 (Jester) [FR-7]" in ran.out


def test_the_same_in_spanish(realms: Realms) -> None:
    ran = realms("score", "dragón", "campanario", "bufón", "--lang", "es")
    assert "56 puntos" in ran.out
    assert "Penal." in ran.out
    assert "Campanario" in ran.out


def test_choices_are_told_in_words(realms: Realms) -> None:
    ran = realms("score", "Dragon", "Book of Changes", "Bell Tower")
    assert "Book of Changes makes Bell Tower of the suit Wizard." in ran.out


def test_a_blanked_card_is_called_so(realms: Realms) -> None:
    assert "blanked: worth nothing" in realms("score", "Smoke", "King").out


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        (["Smoke, Doppelgänger, War Dirigible, Rangers", "--choose", "doppel=smoke"], 40),
        (["Dragon, Book of Changes, Bell Tower", "--choose", "none"], 1),
        (["Dragon, Libro, Campanario", "--choose", "libro=campanario:mago"], 56),
        (["Necromancer", "--discard", "Dragon", "King"], 33),
        (["Necromancer", "--discard", "Dragon, King", "--choose", "necromancer=king"], 11),
        (["Necromancer", "--discard", "Dragon", "--choose", "none"], 3),
    ],
)
def test_json_and_choices(realms: Realms, arguments: list[str], points: int) -> None:
    ran = realms("score", *arguments, "--json")
    assert json.loads(ran.out)["score"] == points
    assert ran.out.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["Dragoon"], "No card is called “Dragoon”. Did you mean Dragon?"),
        (["Xyzzy", "--lang", "es"], "Ninguna carta se llama «Xyzzy»."),
        (["El"], "“El” could be "),
        (["Dragon", "King", "dragón"], "Dragon is there twice. [FR-1]"),
        ([], "A hand needs at least one card."),
        (["Dragon", "--discard", "Dragon"], "Dragon cannot be in the hand and among the discards"),
        (
            ["Dragon", "--choose", "doppelganger=dragon"],
            "“doppelganger” is not a card with a choice",
        ),
        (["Mirage", "--choose", "mirage=king"], "Mirage may not choose King here. [FR-15]"),
        (["Mirage", "--choose", "swamp"], "“swamp” is not a choice; write it like"),
        (["Mirage", "--choose", "none", "mirage=swamp"], "“none” is not a choice; write it like"),
        (["Dragon", "--hands", "x"], "With --hands, the cards, discards and choices"),
    ],
)
def test_a_wrong_hand_costs_one_sentence(
    realms: Realms, arguments: list[str], sentence: str
) -> None:
    assert refused(realms("score", *arguments)).startswith(sentence)


EIGHT = "Dragon, King, Queen, Swamp, Candle, Forest, Hydra, Unicorn"


def test_eight_cards_need_the_necromancer(realms: Realms) -> None:
    assert refused(realms("score", EIGHT)) == "Only the Necromancer allows an eighth card. [FR-20]"
    assert realms("score", EIGHT.replace("Dragon", "Necromancer")).status == 0


def test_nine_cards_are_no_hand(realms: Realms) -> None:
    sentence = refused(realms("score", EIGHT, "Necromancer", "--lang", "es"))
    assert sentence.endswith("[FR-3]")
