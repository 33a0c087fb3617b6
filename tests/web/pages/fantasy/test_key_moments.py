"""What mattered in a game that is over: which discard the winner lived on, and who ended it."""

from __future__ import annotations

from typing import Any

import pytest

from realms.fantasy.interface.what_if import best_sheet
from realms.fantasy.web.board.moments import find_cards, key_moments
from realms.kernel.text import LANGUAGES
from realms.web.pages.table.story import WordedStory, teller_of
from realms.web.pages.table.table_page import TablePage
from tests.web.pages.fantasy.fantasy_tables import VARIANTS, positions, table_page

pytestmark = pytest.mark.uncompiled


def finished_page(seat: int = 0, language: str = "en") -> tuple[TablePage, list[list[str]]]:
    """A game of dice that is over, as a seat sees it, and all hands."""
    *_, table = positions(VARIANTS["standard"])
    story = WordedStory(table.story, table.names, True)
    teller_of(table, seat, language).tell(story, table.story)
    page = table_page(table, seat, language, story=tuple(story.lines))
    assert page.views is not None
    return page, [[*view.hand] for view in page.views]


def test_a_find_is_worth_what_its_hand_lacks_without_it() -> None:
    page, hands = finished_page()
    outcome: Any = page.table.outcome
    finds = find_cards(page, outcome, hands)
    assert finds
    for find in finds:
        assert find.card in hands[find.seat]
        left = [card for card in hands[find.seat] if card != find.card]
        score = best_sheet(left, page.table.view.area).score
        assert find.worth == outcome.scores[find.seat] - score
        assert find.giver not in (None, find.seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_mattered_is_told_to_everybody(language: str) -> None:
    for seat in range(3):
        page, hands = finished_page(seat, language)
        outcome: Any = page.table.outcome
        found = key_moments(page, outcome, hands)
        assert 1 <= len(found) <= 3
        assert all("{" not in one.text and one.text.endswith(".") for one in found)
        moments = [one.moment for one in found if one.moment is not None]
        assert moments
        assert all(0 < moment <= page.table.seq for moment in moments)
