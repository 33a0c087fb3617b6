"""What is asked, and of whom, in one plain sentence."""

from __future__ import annotations

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import FULL
from realms.fantasy.web.board.ending import win_text
from realms.fantasy.web.board.sheets import minus
from realms.kernel.text import listed, say
from realms.web.pages.table.table_page import TablePage


def headline(page: TablePage) -> str:
    """Whose turn it is and what is asked of the viewer."""
    view: FantasyView | None = page.table.view
    if view is None:
        return say("web.fantasy.headline.open", page.language)
    if page.table.outcome is not None and view.phase == "ended":
        return _ending(page)
    if page.is_asked:
        return _mine(page, view)
    if len(view.awaiting) == 1:
        name = page.names[view.awaiting[0]]
        return say(f"web.fantasy.headline.theirs.{_question(view)}", page.language, seat=name)
    return _several(page, view)


def _ending(page: TablePage) -> str:
    outcome = page.table.outcome
    assert outcome is not None
    if page.table.seat is not None and outcome.winners == (page.table.seat,):
        points = outcome.scores[page.table.seat]
        return say("web.fantasy.headline.won", page.language, n=points, points=minus(points))
    return win_text(outcome, page.names, page.language)


def _question(view: FantasyView) -> str:
    """The decision that the game awaits, as a key of the catalogue."""
    if view.phase != "taking":
        return view.phase
    held = view.seats[view.turn].cards
    if view.variant == "duel" and held < FULL:
        return "building" if view.area else "building_first"
    if view.must_draw:
        return "must_draw"
    if not view.deck:
        return "must_take"
    return "taking" if view.area else "drawing"


def _mine(page: TablePage, view: FantasyView) -> str:
    question, fields = _question(view), {}
    if question == "trading" and view.rounds_left is None:
        question = "trading_clock"
    elif question == "discarding" and view.taken:
        question, fields = "discarding_taken", {"card": name_of(view.taken, page.language)}
    elif question == "declaring" and view.choice is None:
        question = "declaring_none"
    elif question == "declaring" and view.choice in view.declared:
        card = view.declared[view.choice]
        question, fields = "declaring_suit", {"card": name_of(card, page.language)}
    elif question == "declaring" and view.choice:
        fields = {"card": name_of(view.choice, page.language)}
    return say(f"web.fantasy.headline.mine.{question}", page.language, **fields)


def _several(page: TablePage, view: FantasyView) -> str:
    """Several are asked at once: all of them in a trade on a clock, some at scoring."""
    key = "all_trading" if view.phase == "trading" else "all_declaring"
    seats = listed([page.names[seat] for seat in view.awaiting], page.language)
    return say(f"web.fantasy.headline.{key}", page.language, seats=seats, n=len(view.awaiting))
