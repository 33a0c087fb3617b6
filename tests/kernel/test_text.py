from __future__ import annotations

import tomllib
from typing import Any

import pytest

from realms.kernel.text import (
    LANGUAGES,
    Catalogue,
    Text,
    catalogue,
    language_of_user,
    listed,
    say,
)


def test_spanish_sounds_right() -> None:
    assert listed(["Humo", "Incendio"], "es") == "Humo e Incendio"
    assert listed(["Humo", "Hielo"], "es") == "Humo y Hielo"
    assert listed(["siete", "ocho"], "es", "or") == "siete u ocho"
    assert listed(["Rey"], "es") == "Rey"
    assert listed([], "en") == ""


def test_fields_may_be_texts_in_every_language() -> None:
    swamp, hydra = Text(en="Swamp", es="Pantano"), Text(en="Hydra", es="Hidra")
    assert say("error.card.ambiguous", "es", name="x", choices=(swamp, hydra)).endswith(
        "Pantano o Hidra."
    )
    assert "Swamp or Hydra" in say("error.card.ambiguous", "en", name="x", choices=(swamp, hydra))


def test_numbers_choose_the_form() -> None:
    one = say("event.drew_hidden", "en", n=1, seat="Ada", cards="?")
    two = say("event.drew_hidden", "en", n=2, seat="Ada", cards="?")
    assert one == "Ada draws from the deck."
    assert two == "Ada draws 2 cards from the deck."


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "es_ES", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "C", "REALMS_LANG": "es"}, "es"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_users(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("REALMS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language_of_user() == language


def test_every_catalogue_has_the_same_keys_and_fields() -> None:
    english, *others = (catalogue(language) for language in LANGUAGES)
    for other in others:
        assert set(other) == set(english)
        for key, message in english.items():
            assert isinstance(message, dict) == isinstance(other[key], dict), key


def test_a_chapter_is_parsed_when_something_of_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    read = tomllib.loads

    def loads(chapter: str) -> dict[str, Any]:
        parsed.append(chapter)
        return read(chapter)

    monkeypatch.setattr("realms.kernel.text.tomllib.loads", loads)
    pages, cards = '[web.home]\ntitle = "Home"', '[ "cards" ]\nn = { one = "a", other = "b" }'
    words = Catalogue([pages, cards, 'list.and = "and"\n[web.table]\ntitle = "Table"'])
    assert "web" not in "".join(parsed)
    assert words["cards.n"] == {"one": "a", "other": "b"}
    assert parsed == [cards]
    assert "list.or" not in words
    assert words["list.and"] == "and"
    assert pages not in parsed
    assert list(words) == ["cards.n", "list.and", "web.table.title", "web.home.title"]
    assert (len(words), "web.home.title" in words, words.get("web.none")) == (4, True, None)
    assert len(parsed) == 3
