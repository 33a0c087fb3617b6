"""`realms review`: what decisions were worth, in words and as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from realms.kernel.text import say
from tests.cli.conftest import Realms, refused


def test_a_review_as_data(realms: Realms, game: Path) -> None:
    data = json.loads(realms("review", str(game), "--depth", "quick", "--json").out)
    assert data["game"] == "fantasy"
    assert data["depth"] == "quick"
    assert data["decisions"]
    keys = {"number", "seat", "move", "before", "after", "low", "high", "loss", "verdict"}
    assert keys | {"alternatives", "reason"} <= set(data["decisions"][0])
    for seat in data["seats"]:
        whole = seat["start"] + seat["luck"] + seat["skill"] + seat["others"]
        assert whole == pytest.approx(seat["end"])
        assert seat["deal"] + seat["draws"] + seat["hidden"] == pytest.approx(seat["luck"])
    assert len(data["names"]) == data["players"]
    assert set(data["moments"]) <= {one["number"] for one in data["decisions"]}


def test_a_review_in_words_of_one_seat(realms: Realms, game: Path) -> None:
    output = realms("review", str(game), "--depth", "quick", "--seat", "Ada", "--lang", "es").out
    assert say("review.step.deal", "es") in output
    assert "Ada" in output


def test_a_game_that_goes_on_has_no_review(realms: Realms, unfinished: Path) -> None:
    sentence = refused(realms("review", str(unfinished), "--depth", "quick"))
    assert sentence == "Only a game that is over can be reviewed."


def test_a_review_is_written_into_the_record(realms: Realms, game: Path, tmp_path: Path) -> None:
    out = tmp_path / "commented.realms"
    realms("review", str(game), "--depth", "quick", "--out", str(out))
    assert "{" in out.read_text("utf-8")
    assert "holds" in realms("verify", str(out)).out
