"""Cards as pages show them."""

from __future__ import annotations

import pytest

from realms.fantasy.content.cards import CARDS, SUITS
from realms.fantasy.web.board.cards import card_shown, cards_shown, pieces
from realms.kernel.text import LANGUAGES
from realms.web.pages.environment import environment
from realms.web.pages.files import icon


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_card_is_lost(language: str) -> None:
    for card in CARDS:
        shown = card_shown(card.id, language)
        assert "".join(piece.text for piece in shown.bonus) == shown.bonus_text
        assert "".join(piece.text for piece in shown.penalty) == shown.penalty_text
        assert shown.text


def test_names_in_a_text_know_their_suit() -> None:
    marked = [(p.text, p.kind, p.suit) for p in card_shown("great_flood", "en").penalty if p.kind]
    assert marked == [
        ("Blanks", "keyword", ""),
        ("Armies", "suit", "army"),
        ("Lands", "suit", "land"),
        ("Mountain", "card", "land"),
        ("Flames", "suit", "flame"),
        ("Lightning", "card", "flame"),
    ]


def test_the_longest_name_is_the_one_that_is_meant() -> None:
    (named,) = [p for p in pieces("con Elemental de Tierra", "es") if p.kind]
    assert (named.text, named.kind, named.suit) == ("Elemental de Tierra", "card", "land")


def test_points_stand_out() -> None:
    assert [p.text for p in card_shown("whirlwind", "en").bonus if p.kind == "points"] == ["+40"]


def test_cards_lie_in_the_order_of_the_catalogue() -> None:
    assert [c.id for c in cards_shown(["jester", "dragon"], "en")] == ["dragon", "jester"]


def test_every_card_and_every_suit_has_a_picture() -> None:
    for card in CARDS:
        assert f"#card-{card.id}" in icon(f"card-{card.id}")
    for suit in SUITS:
        assert f"#suit-{suit.id}" in icon(f"suit-{suit.id}")


def test_a_card_is_drawn_without_any_context() -> None:
    """Other pages may import the macro as it is."""
    template = environment().from_string(
        '{% from "fantasy/card.html" import full %}{{ full(shown, flip=true) }}'
    )
    html = template.render(shown=card_shown("swamp", "es"))
    assert "Pantano" in html
    assert "suit-flood" in html
    assert 'data-flip="card-swamp"' in html
