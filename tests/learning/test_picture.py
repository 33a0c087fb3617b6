"""The picture of a run: a line for each table, and its end in words."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from realms.learning.picture import draw_curve
from realms.learning.strength import Measured
from realms.learning.strength_picture import draw_strengths

TABLES: tuple[dict[str, Any], ...] = ({"variant": "duel", "players": 2}, {"players": 4})
CURVE = [
    {"decisions": 1_000_000 * k, "points": [100.0 + 10 * k, 0.0 if k == 1 else 90.0 + k]}
    for k in (1, 2, 3)
]


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_table_has_a_line_of_the_rounds_in_which_games_ended(language: str) -> None:
    drawn = ET.fromstring(draw_curve("A game", TABLES, CURVE, language))
    lines = [one.attrib["points"].split() for one in drawn if one.tag.endswith("polyline")]
    assert [len(places) for places in lines] == [3, 2]
    words = [one.text or "" for one in drawn]
    assert any("duel 2: 130; 4: 93" in one for one in words)


def test_a_run_that_has_hardly_begun_has_a_picture_too() -> None:
    assert "polyline" in draw_curve("A game", TABLES[:1], [{"decisions": 9, "points": [0]}], "en")


@pytest.mark.parametrize("language", ["en", "es"])
def test_strengths_are_a_panel_for_each_bot_and_a_line_for_each_table(language: str) -> None:
    measured = [
        Measured(table, bot, 60, wins * fair, 0.1, fair, 120.0, decisions)
        for decisions in (1_000_000, 2_000_000)
        for table, fair in zip(TABLES, (0.5, 0.25), strict=True)
        for bot, wins in (("greedy", 1.5), ("planner", 0.8))
    ]
    drawn = ET.fromstring(draw_strengths("A game", TABLES, measured, language))
    lines = [one.attrib["points"].split() for one in drawn if one.tag.endswith("polyline")]
    assert [len(places) for places in lines] == [2] * 4
    words = [one.text or "" for one in drawn]
    assert sum("greedy" in one or "planner" in one for one in words[2:]) == 2, "a panel each"
    assert any("duel 2, greedy: 1.50" in one for one in words)
