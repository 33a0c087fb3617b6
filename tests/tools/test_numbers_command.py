"""`realms numbers`: a document and its pictures, in a folder or on standard output."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from realms.analysis.what_wins import WhatWins
from tests.cli.conftest import Realms, refused
from tools.__main__ import COMMANDS
from tools.numbers import tables as numbers
from tools.numbers import what_wins

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


@pytest.fixture
def quick_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables of dice, so that what wins is counted in a moment."""
    settings: tuple[dict[str, Any], ...] = ({"players": 3}, {"players": 2, "variant": "duel"})
    tables = tuple(what_wins.CountedTable("random", 5, one) for one in settings)
    monkeypatch.setitem(what_wins.TABLES, "fantasy", tables)


def test_what_wins_is_a_document_or_data(
    realms: Realms, tmp_path: Path, quick_tables: None
) -> None:
    words = ("numbers", "fantasy", "--games", "40", "--seed", "x")
    result = realms(*words, brought=COMMANDS)
    assert result.status == 0
    assert result.out.startswith("# Fantasy Realms in numbers")
    assert "{{" not in result.out
    assert "| Dragon |" in result.out
    assert realms(*words, brought=COMMANDS).out == result.out
    realms(*words, "--wins", "wins.csv", brought=COMMANDS)
    rows = (tmp_path / "wins.csv").read_text().splitlines()
    assert rows[0].startswith("players,variant,bot,games,cards,seats,won")
    assert len(rows) > 2 * 54
    realms(*words, "--wins", "wins.md", brought=COMMANDS)
    text = (tmp_path / "wins.md").read_text()
    assert "--seed x --wins wins.md" in text
    for name in re.findall(r"\((images/[\w-]+\.svg)\)", text):
        assert ElementTree.fromstring((tmp_path / name).read_text())[1].text
    realms(*words, "--wins", "wins.json", brought=COMMANDS)
    found = msgspec.json.decode((tmp_path / "wins.json").read_bytes(), type=WhatWins)
    assert [table.games for table in found.tables] == [40, 40]
    assert sum(one.seats for one in found.tables[0].cards) >= 40 * 3 * 7


def test_a_count_goes_on_where_it_was_stopped(
    realms: Realms, tmp_path: Path, quick_tables: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("numbers", "fantasy", "--seed", "x", "--resume", "kept", "--jobs", "1", "--wins")
    assert realms(*words, "one.json", brought=COMMANDS).status == 0
    kept = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.npz"))
    assert kept == [
        "kept/fantasy-x-random-2-duel/00000000-5.npz",
        "kept/fantasy-x-random-3/00000000-5.npz",
    ]

    def play(*_asked: object) -> None:
        raise AssertionError("it is played again")

    once = what_wins.count_table
    monkeypatch.setattr(what_wins, "count_table", lambda *a: once(*a) if len(a) > 3 else None)
    monkeypatch.setattr(what_wins.ARRIVALS["fantasy"], "count_games", play)
    assert realms(*words, "two.json", brought=COMMANDS).status == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
