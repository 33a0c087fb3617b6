"""`realms replay`, `realms verify`, `realms export`: what a record tells."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Realms, refused


def test_a_record_holds(realms: Realms, game: Path) -> None:
    ran = realms("verify", str(game))
    assert ran.status == 0
    assert re.fullmatch(r"holds: \d+ moves, result Ada \d+\*?, Bruno .*\n", ran.out)
    assert realms("verify", str(game), "--lang", "es").out.startswith("se sostiene: ")
    assert json.loads(realms("verify", str(game), "--json").out)["holds"] is True


def test_a_record_of_a_game_that_goes_on_holds_too(realms: Realms, unfinished: Path) -> None:
    assert realms("verify", str(unfinished)).out.endswith("moves, not over yet\n")


@pytest.mark.parametrize(
    ("pattern", "change"),
    [
        (r'\[Seed "tests"', '[Seed "text"'),
        (r'\[Commitment "(.)', lambda found: found[0][:-1] + ("0" if found[1] != "0" else "1")),
        (r'Result "Ada (\d)', lambda found: found[0][:-1] + str((int(found[1]) + 1) % 10)),
        (r'\[Game "F', '[Game "P'),
        (r"\+deck \(", "-deck ("),
        (r"\+deck \(\w", "+deck (Q"),
        (r"(?m)^(\d\. +)\w", r"\1X"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_one_changed_character_is_found_with_its_place(
    realms: Realms, game: Path, pattern: str, change: str, language: str
) -> None:
    text = game.read_text()
    changed = re.sub(pattern, change, text, count=1)
    assert changed != text
    game.write_text(changed)
    sentence = refused(realms("verify", str(game), "--lang", language))
    assert re.match(r"(Line|Línea) \d+, (column|columna) \d+: ", sentence)


@pytest.mark.parametrize("command", ["verify", "replay", "export"])
def test_files_that_cannot_be_read(realms: Realms, tmp_path: Path, command: str) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty").touch()
    assert refused(realms(command, "nowhere")) == "There is no file nowhere."
    assert refused(realms(command, "nowhere", "--lang", "es")) == "No existe el archivo nowhere."
    assert refused(realms(command, str(tmp_path))).endswith("is a folder, not a file.")
    assert refused(realms(command, "bytes")) == "bytes is not a text in UTF-8."
    assert refused(realms(command, "empty")) == "Line 1, column 1: the record is empty"
    assert refused(realms(command, "a\0b")).startswith("a\0b cannot be used")


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [("en", "The cards are dealt", "wins"), ("es", "Se reparten las cartas", "Gana")],
)
def test_a_game_is_told_to_its_end(
    realms: Realms, game: Path, language: str, first: str, last: str
) -> None:
    ran = realms("replay", str(game), "--lang", language)
    assert ran.status == 0
    assert first in ran.out.splitlines()[1]
    assert last in ran.out.splitlines()[-1]
    assert "[FR-4]" in ran.out


def test_a_game_after_some_moves(realms: Realms, game: Path) -> None:
    ran = realms("replay", str(game), "--at", "6")
    assert "\n   6  " in ran.out
    assert "\n   7  " not in ran.out
    assert "Discard area" in ran.out
    assert "more cards" not in ran.out


def test_a_seat_is_told_only_what_it_may_know(realms: Realms, game: Path) -> None:
    by_name = realms("replay", str(game), "--at", "6", "--seat", "Ada").out
    assert by_name == realms("replay", str(game), "--at", "6", "--seat", "1").out
    assert re.search(r"(Bruno|Clara) draws from the deck", by_name)
    assert not re.search(r"(Bruno|Clara) draws [A-Z]", by_name)
    assert re.search(r"(?m)^(Bruno|Clara) .*7 cards|more cards", by_name)


def test_a_move_or_a_seat_that_is_not_there(realms: Realms, game: Path) -> None:
    assert refused(realms("replay", str(game), "--at", "999")).startswith("There is no move 999;")
    sentence = refused(realms("replay", str(game), "--seat", "Zoe"))
    assert sentence == "There is no seat “Zoe”; there are Ada, Bruno, Clara."
    assert "«9»" in refused(realms("export", str(game), "--seat", "9", "--lang", "es"))


def test_export_as_data(realms: Realms, game: Path) -> None:
    data = json.loads(realms("export", str(game), "--json").out)
    assert data["game"] == "fantasy"
    assert data["seats"] == ["Ada", "Bruno", "Clara"]
    assert len(data["deck"]) == 54
    assert set(data["result"]) == {"scores", "winners"}
    assert data["moves"][0]["move"] == {"type": "draw"}


def test_export_in_notation_is_the_record_again(realms: Realms, game: Path) -> None:
    text = game.read_text()
    assert realms("export", str(game)).out == text
    untidy = text.replace("  ", " ").replace("]\n", "] ")
    assert realms("export", "-", typed=untidy).out == text


def test_export_for_a_seat_leaves_out_what_it_may_not_know(
    realms: Realms, unfinished: Path
) -> None:
    ran = realms("export", str(unfinished), "--seat", "Ada")
    assert '[Seed "?"]' in ran.out
    assert '[Viewer "Ada"]' in ran.out
    assert re.search(r"(Bruno|Clara) +\+deck \(\?\)", ran.out)
    sentence = refused(realms("export", str(unfinished), "--seat", "Ada", "--json"))
    assert sentence.startswith("JSON tells the whole deck")
    sentence = refused(realms("replay", "-", typed=ran.out))
    assert sentence == "a record redacted to one seat cannot be replayed"
