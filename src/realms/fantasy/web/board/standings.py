"""What everybody would score if the game ended now, as far as the viewer may know."""

from __future__ import annotations

from msgspec import Struct

from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import best_sheet, hand_sheet
from realms.fantasy.web.board.sheets import minus
from realms.kernel.text import say
from realms.web.pages.table.table_page import TablePage


class StandingRow(Struct, frozen=True):
    """A seat, and what is known of its score."""

    seat: int
    name: str
    points: str
    note: str
    """Whether it is one's own hand, or from how many cards the points come."""
    is_mine: bool = False


def standing(page: TablePage) -> tuple[StandingRow, ...]:
    """Oneself first, then the others in the order of play, with the cards that all have seen."""
    view: FantasyView = page.table.view
    mine = page.table.seat
    if mine is None or not page.helped or view.phase == "ended":
        return ()
    sheet = hand_sheet(view)
    own = minus(sheet.score) if sheet else "0"
    rows = [StandingRow(mine, page.names[mine], own, _note(page, "own", 0, 0), is_mine=True)]
    for step in range(1, view.players):
        seat = (mine + step) % view.players
        seen = view.seats[seat]
        score = (
            best_sheet(seen.known, view.area, view.variant == "chaos").score if seen.known else 0
        )
        points = minus(score) if seen.known else "?"
        key = "known" if seen.known else "unknown"
        note = _note(page, key, len(seen.known), seen.cards)
        rows.append(StandingRow(seat, page.names[seat], points, note))
    return tuple(rows)


def _note(page: TablePage, key: str, known: int, cards: int) -> str:
    return say(f"web.fantasy.standing.{key}", page.language, n=known, cards=cards)
