"""`realms puzzles`: what is found is kept, and a run that was stopped goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from realms.analysis.puzzles import PuzzleSet, PuzzleSetHead, decoded, encoded
from tests.cli.conftest import Realms, refused

ASKED = ("--players", "3", "--bot", "greedy", "--seed", "a", "--json")


def test_puzzles_are_mined_into_a_file_and_gone_on_with(realms: Realms, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl.gz"
    data = json.loads(realms("puzzles", "fan", "--games", "1", "--out", str(path), *ASKED).out)
    assert (data["game"], data["games"], data["path"]) == ("fantasy", 1, str(path))
    kept = decoded(path.read_bytes())
    assert list(kept.head.mined.values()) == [1]
    assert data["puzzles"] == data["found"] == len(kept) > 0
    more = json.loads(realms("puzzles", "fantasy", "--games", "2", "--out", str(path), *ASKED).out)
    assert (more["games"], more["puzzles"]) == (1, data["puzzles"] + more["found"])
    after = decoded(path.read_bytes())
    assert list(after.head.mined.values()) == [2]
    assert after.games[: len(kept.games)] == kept.games


def test_what_is_no_file_of_puzzles_is_left_alone(realms: Realms, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes")
    sentence = refused(realms("puzzles", "fantasy", "--out", str(path)))
    assert sentence == f"{path} is not a file of puzzles."
    assert path.read_text() == "my notes"


@pytest.mark.parametrize(("language", "word"), [("en", "another game"), ("es", "otro juego")])
def test_the_puzzles_of_another_game_are_left_alone(
    realms: Realms, tmp_path: Path, language: str, word: str
) -> None:
    path = tmp_path / "puzzles.jsonl.gz"
    path.write_bytes(encoded(PuzzleSet(PuzzleSetHead("medieval", "rules"))))
    assert word in refused(realms("puzzles", "fantasy", "--out", str(path), "--lang", language))
