"""The worked examples of the specification: score, blanked cards, points card by card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from realms import fantasy

pytestmark = pytest.mark.uncompiled

EXAMPLES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("examples.json").read_text("utf-8")
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["title"])
def test_an_example_scores_as_told(example: dict[str, Any]) -> None:
    sheet = fantasy.hand(example["hand"], choices=example["choices"]).sheet
    assert sheet.score == example["score"]
    assert set(sheet.blanked) == set(example["blanked"])
    assert {card.card: card.total for card in sheet.cards} == example["points"]
    assert sheet.choices == example["choices"]


def test_the_examples_score_the_same_by_their_spanish_names() -> None:
    names = {"smoke": "Humo", "war_dirigible": "dirigible de guerra", "rangers": "EXPLORADORES"}
    assert fantasy.hand(names.values()).score == fantasy.hand(names).score
