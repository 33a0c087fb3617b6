"""`realms solve`: the best hands, as tables, as JSON, as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from realms.fantasy.scoring.hand import hand
from realms.fantasy.solve.search import HandSearch
from tests.cli.conftest import Ran, Realms, refused

GIVEN = ("--with", "Candle, Bell Tower, Book, Gem of Order, Collector")
BEST = ["cavern", "bell_tower", "earth_elemental", "candle", "collector", "gem_of_order"]
SEVEN = [*BEST, "book_of_changes"]


def read(ran: Ran) -> Any:
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def test_as_json_it_says_what_other_programs_rely_on(realms: Realms) -> None:
    data = read(realms("solve", "fantasy", *GIVEN, "--top", "2", "--json"))
    assert (data["cards"], data["hands"]) == (7, 49 * 48 // 2)
    assert data["seconds"] >= 0
    first, second = data["best"]
    changed = {"book_of_changes": {"card": "candle", "suit": "land"}}
    assert first == {"score": 385, "hand": SEVEN, "choices": changed}
    assert second["score"] < 385
    line = json.dumps({"hand": first["hand"], "choices": first["choices"]})
    assert read(realms("score", "--hands", "-", "--json", typed=line + "\n"))["score"] == 385


def test_an_eighth_card(realms: Realms) -> None:
    """All eight cards, and which of them the Necromancer may have taken. [FR-20]"""
    data = read(realms("solve", "fantasy", "--cards", "8", *GIVEN, "--top", "1", "--json"))
    (best,) = data["best"]
    assert data["cards"] == len(best["hand"]) == 8
    assert best["score"] == 388
    assert best["eighth"] == ["collector"]
    assert hand(best["hand"]).score == 388


def test_tables_in_both_languages(realms: Realms) -> None:
    ran = realms("solve", "fantasy", *GIVEN, "--top", "1")
    assert ran.status == 0
    assert "385 points" in ran.out
    assert "Book of Changes makes Candle of the suit Land." in ran.out
    assert "1,176 hands in " in ran.out
    assert "--cards 8" in ran.out
    spanish = realms("solve", "fantasy", *GIVEN, "--top", "1", "--lang", "es")
    assert "Libro de los Cambios" in spanish.out
    assert "octava carta del Nigromante: --cards 8" in spanish.out
    eighth = realms("solve", "fantasy", *GIVEN, "--top", "1", "--cards", "8")
    assert "eighth card: Collector" in eighth.out


def test_without_cards_and_suits(realms: Realms) -> None:
    words = ("--with", "King, Queen", "--with", "Knights, Shield of Keth", "--json")
    all_hands = read(realms("solve", "fantasy", *words))
    tame = read(realms("solve", "fantasy", *words, "--without", "wild,libro", "--without", "flood"))
    assert tame["hands"] == 41 * 40 * 39 // 6 < all_hands["hands"]
    left_out = {"mirage", "shapeshifter", "doppelganger", "book_of_changes", "swamp", "island"}
    assert not any(left_out & set(one["hand"]) for one in tame["best"])


def test_the_worst(realms: Realms) -> None:
    words = ("--with", "Warlock Lord, King, Queen, Warlord, Empress", "--worst", "--json")
    data = read(realms("solve", "fantasy", *words, "--top", "1"))
    assert "best" not in data
    assert data["worst"][0]["score"] == -9


def test_a_suit_and_all_suits(realms: Realms) -> None:
    words = ("solve", "fantasy", "--with", "King, Queen, Warlord", "--top", "1")
    army = read(realms(*words, "--suit", "ejército", "--json"))
    assert army["best"][0]["score"] == 301
    data = read(realms(*words, "--suit", "all", "--json"))["suits"]
    assert data["army"]["best"] == army["best"]
    assert "wild" not in data
    assert len(data) == 10
    assert "Army\n" in realms(*words, "--suit", "all").out


def test_the_distribution_and_its_picture(realms: Realms, tmp_path: Path) -> None:
    ran = realms("solve", "fantasy", *GIVEN, "--top", "1", "--histogram", "all.json", "--json")
    data, spread = read(ran), json.loads((tmp_path / "all.json").read_text())
    assert data["best"][0]["score"] == spread["highest"] == 385
    assert data["scored"] == data["hands"] == sum(spread["counts"].values()) == spread["hands"]
    assert (tmp_path / "all.svg").read_text().startswith("<svg")
    assert "all.svg" in ran.err


def test_what_ctrl_c_stops_can_be_gone_on_with(
    realms: Realms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = HandSearch.run

    def stopped(self: HandSearch, jobs: int, report: Any, cluster: str) -> None:
        def stop(hands: int) -> None:
            if len(self.finished) > 20:
                raise KeyboardInterrupt
            report(hands)

        plain(self, 1, stop)

    words = ("solve", "fantasy", *GIVEN, "--top", "3")
    monkeypatch.setattr(HandSearch, "run", stopped)
    ran = realms(*words)
    assert ran.status == 130
    assert (
        "Stopped after 21 of 1,176 units. To go on, add --resume solve-fantasy-7.jsonl" in ran.err
    )
    assert realms(*words).err.count("solve-fantasy-7-2.jsonl") == 1, "no file is written over"
    monkeypatch.setattr(HandSearch, "run", plain)
    data = read(realms(*words, "--resume", "solve-fantasy-7.jsonl", "--json"))
    assert data["best"][0]["hand"] == SEVEN
    assert data["hands"] == 1176
    lines = (tmp_path / "solve-fantasy-7.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 1176
    other = refused(realms(*words, "--top", "4", "--resume", "solve-fantasy-7.jsonl"))
    assert "holds another run" in other


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["medieval"], "There is nothing to solve in medieval, only in fantasy."),
        (["fantasy", "--with", "Dragn"], "No card is called “Dragn”. Did you mean Dragon"),
        (["fantasy", "--with", "Dragon", "--without", "beast"], "Dragon cannot be both"),
        (["fantasy", "--with", "land, beast"], "A hand of 7 cards has no room for all"),
        (["fantasy", "--cards", "9"], "“9” is not a value for --cards."),
        (["fantasy", "--suit", "wild"], "There are fewer than 4 cards of Wild"),
        (["fantasy", "--suit", "all", "--resume", "x"], "One file keeps one search"),
        (["fantasy", "--top", "0"], "“0” is not a value for --top."),
        (["fantasy", "--device", "cuda", "--out", "docs"], "The document compares a search"),
        (["fantasy", "--cards", "8", "--without", "wizard"], "Necromancer cannot be both"),
        (["fantasy", "--lang", "es", "--with", "land,King,Queen,Hydra"], "Una mano de 7 cartas"),
    ],
)
def test_wrong_words_cost_one_sentence(realms: Realms, arguments: list[str], sentence: str) -> None:
    assert refused(realms("solve", *arguments)).startswith(sentence)
