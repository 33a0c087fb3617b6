"""The seats around the table: how many cards each holds, which of them are known, whose turn."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import best_sheet
from realms.fantasy.web.board.cards import CardShown, cards_shown
from realms.fantasy.web.board.sheets import points_text
from realms.kernel.text import say
from realms.web.pages.table.table_page import TablePage

TURNS = ("taking", "keeping", "discarding")
"""The phases in which seats play one after the other."""


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
    is_next: bool = False
    """Whether it plays after the one whose turn it is."""
    did: str = ""
    """What it did in its last turn, in short."""
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
        is_next=view.phase in TURNS and seat == (view.turn + 1) % view.players,
        did=last_moves(page, seat),
        score=_score(page, seat) if page.views is not None and known else "",
    )


def last_moves(page: TablePage, seat: int) -> str:
    """What a seat did in its last turn, as the viewer may know it; empty before it did."""
    moves: list[str] = []
    for line in reversed(page.story):
        if line.event is None or getattr(line.event, "seat", None) != seat:
            if moves:
                break
            continue
        short = move_text(line.event, page.language)
        moves += [short] if short else []
    return ", ".join(reversed(moves))


def move_text(event: Any, language: str) -> str:
    """What an event tells that somebody did, in two words; empty for what is no part of a turn."""
    match event:
        case m.Took():
            key, fields = "took", {"card": name_of(event.card, language)}
        case m.Drew():
            key, fields = "drew" if len(event.cards) == 1 else "drew_two", {}
        case m.Discarded():
            key, fields = "dropped", {"card": name_of(event.card, language)}
        case m.Kept():
            key, fields = "dropped", {"card": name_of(event.discarded, language)}
        case m.Passed():
            key, fields = "passed", {}
        case _:
            return ""
    return say(f"web.fantasy.mat.{key}", language, **fields)


def _score(page: TablePage, seat: int) -> str:
    view, views = page.table.view, page.views
    assert views is not None
    if len(views[seat].hand) > 7:
        return ""
    score = best_sheet(views[seat].hand, view.area, view.variant == "chaos").score
    return points_text(score, page.language)
