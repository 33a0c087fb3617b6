"""`realms numbers`: a document and its pictures, in a folder or on standard output."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Realms, refused
from tools.__main__ import COMMANDS
from tools.numbers import tables as numbers

NAMES = [
    "images/medieval-places.svg",
    "images/medieval-points.svg",
    "images/medieval-scidev.svg",
    "medieval-in-numbers.md",
]


@pytest.fixture(autouse=True)
def one_game_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same short game for all tables of a size, so that these tests are quick."""
    plain = numbers.count

    def count(table: numbers.Setting, *rest: int) -> object:
        return plain(numbers.Setting(table.players, bot="random"), *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(numbers, "count", count)


def files(home: Path) -> dict[str, bytes]:
    found = (path for path in home.rglob("*") if path.is_file())
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in found}


def test_a_document_and_its_pictures_are_written_twice_the_same(
    realms: Realms, tmp_path: Path
) -> None:
    words = ("numbers", "medieval", "--games", "1", "--seed", "x", "--out")
    ran = realms(*words, "new/one", brought=COMMANDS)
    assert ran.status == 0
    assert sorted(files(tmp_path / "new" / "one")) == NAMES
    assert ran.out.count("Wrote ") == len(NAMES)
    assert realms(*words, "two", "--lang", "es", brought=COMMANDS).out.startswith("Escrito: two/")
    assert files(tmp_path / "new" / "one") == files(tmp_path / "two")


def test_without_a_folder_the_document_is_printed(realms: Realms, tmp_path: Path) -> None:
    ran = realms("numbers", "med", "--games", "1", brought=COMMANDS)
    assert ran.status == 0
    assert ran.out.startswith("# Medieval Realms in numbers\n")
    assert "--games 1 --seed medieval" in ran.out
    assert files(tmp_path) == {}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fantasy"], "There are no numbers of fantasy, only of medieval."),
        (["fantasy", "--lang", "es"], "No hay cifras de fantasy, solo de medieval."),
        (["medieval", "--games", "0"], "“0” is not a value for --games."),
        (["chess"], "There is no game called “chess”"),
        ([], "GAME is missing."),
    ],
)
def test_wrong_words_cost_one_sentence(realms: Realms, arguments: list[str], sentence: str) -> None:
    assert refused(realms("numbers", *arguments, brought=COMMANDS)).startswith(sentence)


def test_a_folder_that_cannot_be_costs_one_sentence_before_any_game(
    realms: Realms, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("a file")
    words = ("numbers", "medieval", "--games", "1", "--out", "taken")
    sentence = refused(realms(*words, brought=COMMANDS))
    assert sentence.startswith("taken ")
