"""The document of the best hands: what the search finds, and what the repository says."""

from __future__ import annotations

import re
from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from realms.fantasy.solve.answers import Answer, answers
from realms.fantasy.solve.question import Question, parse_cards_and_suits
from realms.fantasy.solve.search import Solution, solve
from realms.fantasy.solve.spread import draw_spread, percentile, spread_of
from tests.fantasy.solve.decks import small_deck, without
from tests.support.samples import amount
from tools.best_hands.document import (
    EVERY,
    MARK,
    NAME,
    PICTURE,
    cards_named,
    document,
    files,
    questions,
    sheet,
    suits,
    table,
)

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture(scope="module")
def small() -> Solution:
    """Every hand of a small deck."""
    deck = without(small_deck("document", 2))
    return solve(Question(top=5, without=deck, every=True), jobs=1)


MAXIMA = {"seven": 385, "worst": -9, "eight": 397, "tame": 351}


@pytest.mark.soak
@pytest.mark.parametrize("name", [*MAXIMA][: amount(2, len(MAXIMA))])
def test_the_proven_maxima_are_those_of_the_document(name: str) -> None:
    """Found again here with bounds, as the document is: all 54 cards, every hand."""
    text = (DOCS / NAME).read_text("utf-8")
    solved = solve(questions()[name])
    assert solved.found[0][0] == MAXIMA[name]
    assert table(answers(solved)) in text
    assert f"{solved.hands:,}" in text
    assert sheet(answers(solved)[0]) in text
    if name == "seven":
        assert solved.hands == comb(54, 7)
        assert all(sheet(answer) in text for answer in answers(solved))
    assert not MARK.search(text)


def test_the_repository_has_the_best_of_each_suit_and_the_picture() -> None:
    text = (DOCS / NAME).read_text("utf-8")
    land = suits({"suit land": solve(questions()["suit land"])})
    assert land.split("\n")[-1] in text
    assert ElementTree.parse(DOCS / PICTURE).getroot().tag.endswith("svg")
    counted = re.search(r"How all ([\d,]+) hands", text)
    assert counted is not None
    assert counted[1] == f"{comb(54, 7):,}"


def test_a_document_has_every_mark_filled(small: Solution) -> None:
    lowest = replace(small, found=[(small.counts[0][0], 0, small.found[0][2])])
    solved = dict.fromkeys(questions(), small) | {"worst": lowest}
    text = document(solved, small, spread_of(small))
    assert not MARK.search(text)
    assert table(answers(small)) in text
    assert set(files(solved, small)) == {NAME, PICTURE}


def test_no_document_is_written_where_the_searches_differ(small: Solution) -> None:
    other = replace(small, found=small.found[1:])
    with pytest.raises(AssertionError, match="find other hands"):
        files(dict.fromkeys(questions(), other), small)


def test_the_totals_of_a_sheet_add_up(small: Solution) -> None:
    for answer in answers(small):
        text = sheet(answer)
        totals = [line.split(" | ")[5] for line in text.split("\n")[4:]]
        assert sum(int(total.replace("−", "-")) for total in totals) == answer.score


def test_cards_that_the_necromancer_may_have_taken_stand_out() -> None:
    """Army, Leader, Wizard or Beast. [FR-20]"""
    cards = "Necromancer, King, Candle, Smoke, Swamp, Forest, Island, Hydra"
    named = cards_named(Answer((0, 0, parse_cards_and_suits(cards))))
    assert sorted(re.findall(r"\*(\w+)\*", named)) == ["Hydra", "King"]


# --- The distribution ---


def test_the_distribution_is_that_of_the_counts(small: Solution) -> None:
    spread = spread_of(small)
    scores = [score for score, hands in small.counts for _ in range(hands)]
    assert spread.hands == len(scores) == small.hands
    assert spread.mean == pytest.approx(sum(scores) / len(scores), abs=1e-4)
    assert (
        (spread.lowest, spread.highest)
        == (min(scores), max(scores))
        == (
            scores[0],
            small.found[0][0],
        )
    )
    assert spread.percentiles["50"] == scores[(len(scores) + 1) // 2 - 1]
    assert percentile(dict(small.counts), 100) == spread.highest


def test_the_picture_has_a_bar_for_every_five_points(small: Solution) -> None:
    spread = spread_of(small)
    root = ElementTree.fromstring(draw_spread(spread))
    bars = [node for node in root if node.tag.endswith("rect")]
    assert len(bars) == len({int(score) // 5 for score in spread.counts})
    assert f"{spread.hands:,}" in "".join(root.itertext())


def test_every_hand_is_asked_for_without_bounds() -> None:
    assert EVERY.every
    assert EVERY.top == questions()["thousand"].top
