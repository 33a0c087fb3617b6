"""The seats around the table: how many cards each holds, which of them are known, whose turn."""

from __future__ import annotations

from msgspec import Struct

from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import best_sheet
from realms.fantasy.web.board.cards import CardShown, cards_shown
from realms.fantasy.web.board.sheets import points_text
from realms.web.pages.table.table_page import TablePage


class PlayerShown(Struct, frozen=True, kw_only=True):
    """What is known of a seat."""

    seat: int
    name: str
    kind: str
    """`person`, `bot`, or `away` where a bot stands in for a person."""
    is_asked: bool
    is_ready: bool
    is_first: bool
    cards: int
    known: tuple[CardShown, ...]
    score: str = ""
    """What the hand is worth, where all of it is known."""

    @property
    def hidden(self) -> int:
        """The cards that are not known."""
        return self.cards - len(self.known)


def players(page: TablePage) -> tuple[PlayerShown, ...]:
    """The other seats in the order of play; all of them where nobody's hand is one's own."""
    view: FantasyView = page.table.view
    mine = page.table.seat
    start = 0 if mine is None else mine + 1
    seats = [(start + step) % view.players for step in range(view.players)]
    return tuple(_player(page, seat) for seat in seats if seat != mine)


def _player(page: TablePage, seat: int) -> PlayerShown:
    view: FantasyView = page.table.view
    seen = view.seats[seat]
    known = page.views[seat].hand if page.views is not None else seen.known
    return PlayerShown(
        seat=seat,
        name=page.names[seat],
        kind=page.table.seats[seat].kind,
        is_asked=seat in view.awaiting,
        is_ready=seen.ready,
        is_first=seat == view.first,
        cards=seen.cards,
        known=cards_shown(known, page.language),
        score=_score(page, seat) if page.views is not None and known else "",
    )


def _score(page: TablePage, seat: int) -> str:
    view, views = page.table.view, page.views
    assert views is not None
    if len(views[seat].hand) > 7:
        return ""
    score = best_sheet(views[seat].hand, view.area, view.variant == "chaos").score
    return points_text(score, page.language)
