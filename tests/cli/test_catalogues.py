"""The catalogues of the program and of each game say the same things in both languages."""

from __future__ import annotations

import string
from collections import Counter
from functools import cache
from typing import Any

import pytest

from realms.kernel.packs import game_names
from realms.kernel.text import LANGUAGES, Catalogue, catalogue, catalogue_folders, chapters_in

FOLDERS = dict(zip(("realms", *game_names()), catalogue_folders(), strict=True))


@cache
def messages(folder: str, language: str) -> dict[str, Any]:
    return dict(Catalogue(chapters_in(FOLDERS[folder], language)))


def fields(message: Any) -> set[str | None]:
    texts = message.values() if isinstance(message, dict) else [message]
    found = {name for text in texts for _, name, _, _ in string.Formatter().parse(text)}
    return found - {None}


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_same_keys_in_the_same_order(folder: str) -> None:
    english, spanish = (list(messages(folder, language)) for language in LANGUAGES)
    assert english == spanish


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_same_fields(folder: str) -> None:
    english, spanish = (messages(folder, language) for language in LANGUAGES)
    assert {key: fields(english[key]) for key in english} == {
        key: fields(spanish[key]) for key in spanish
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_folders(language: str) -> None:
    keys = Counter(key for folder in FOLDERS for key in messages(folder, language))
    assert [key for key, number in keys.items() if number > 1] == []
    assert set(keys) == set(catalogue(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_program_says_of_its_commands_names_no_game(language: str) -> None:
    said = FOLDERS["realms"].joinpath("locale", language)
    for chapter in ("core.toml", "arena.toml"):
        text = said.joinpath(chapter).read_text("utf-8").casefold()
        assert [game for game in game_names() if game in text] == []
