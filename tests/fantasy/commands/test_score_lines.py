"""`realms score --hands`: a line in, a line out, whatever the lines say."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from realms.fantasy.commands.hand_scorer import Line, Scorer
from realms.fantasy.content.cards import CARDS
from realms.fantasy.scoring.hand import hand
from tests.cli.conftest import Realms, refused

IDS = [card.id for card in CARDS]


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_line_in_a_line_out(realms: Realms) -> None:
    hands = [
        {"hand": ["smoke", "doppelganger", "war_dirigible", "rangers"]},
        {"hand": ["necromancer"], "discard": ["dragon", "king"]},
        {"hand": ["book_of_changes", "queen", "dragon"], "choices": {}},
        {"hand": ["necromancer"], "discard": ["king"], "choices": {"necromancer": "king"}},
        {"hand": ["fountain_of_life", "swamp"], "choices": {}},
        {"hand": ["fountain_of_life", "swamp"], "choices": {"fountain_of_life": "fountain"}},
    ]
    typed = "\n".join(map(json.dumps, hands))
    ran = realms("score", "--hands", "-", "--json", typed=typed)
    assert ran.status == 0
    output = lines(ran.out)
    assert [line["score"] for line in output] == [75, 33, -1, 11, 37, 20]
    assert output[1]["choices"] == {"necromancer": "dragon"}
    assert set(output[1]["cards"]) == {"necromancer", "dragon"}
    assert output[2]["choices"] == {}
    assert output[4]["choices"] == {"fountain_of_life": "swamp"}  # it always adds a strength


@pytest.mark.parametrize(
    "bad",
    [
        b'{"hand": ["smoke"',
        b"",
        b"[]",
        b'{"cards": ["smoke"]}',
        b'{"hand": "smoke"}',
        b'{"hand": [7]}',
        b'{"hand": []}',
        b'{"hand": ["smoke", "smoke"]}',
        b'{"hand": ["smok3"]}',
        b'{"hand": ["smoke"], "choices": {"mirage": "king"}}',
        b'{"hand": ["book_of_changes", "king"], "choices": {"book_of_changes": "king"}}',
        b'{"hand": ["smoke"], "discard": ["smoke"]}',
        b'{"hand": ["necromancer"], "choices": {"necromancer": 7}}',
        b'\xff\xfe{"hand": ["smoke"]}',
        b'{"hand": ["\xff"]}',
    ],
)
def test_a_bad_line_among_good_ones_says_why_in_its_place(realms: Realms, bad: bytes) -> None:
    good = b'{"hand": ["dragon"]}'
    ran = realms("score", "--hands", "-", "--json", typed=b"\n".join([good, bad, good, b""]))
    assert ran.status == 1
    assert ran.err == ""
    output = lines(ran.out)
    assert [line.get("score") for line in output] == [-10, None, -10]
    assert list(output[1]) == ["error"]
    assert output[1]["error"]


def test_without_json_the_scores_are_plain(realms: Realms, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text('{"hand": ["dragon", "king"]}\n{"hand": ["dragoon"]}\n')
    ran = realms("score", "--hands", str(file), "--lang", "es")
    assert ran.status == 1
    assert ran.out.splitlines()[0] == "-2"
    assert ran.out.splitlines()[1].startswith("Ninguna carta se llama «dragoon».")


def test_a_file_that_is_not_there(realms: Realms) -> None:
    assert refused(realms("score", "--hands", "nowhere.jsonl")) == "There is no file nowhere.jsonl."


def test_an_empty_file_scores_nothing(realms: Realms) -> None:
    ran = realms("score", "--hands", "-", "--json")
    assert (ran.status, ran.out) == (0, "")


def test_many_hands_score_as_one_hand_does() -> None:
    dealer, scorer = random.Random(7), Scorer()
    for _ in range(300):
        cards = dealer.sample(IDS, dealer.randint(1, 12))
        held, discard = cards[:7], cards[7:]
        declared: tuple[dict[str, Any] | None, ...] = (None, {})
        for choices in declared:
            line = Line(held, discard, choices)
            assert scorer.score_line(line) == hand(held, discard, choices).sheet.as_json()
