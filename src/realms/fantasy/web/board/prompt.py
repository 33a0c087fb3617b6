"""What is asked, and of whom, in one plain sentence."""

from __future__ import annotations

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.web.board.ending import won
from realms.fantasy.web.board.sheets import minus
from realms.fantasy.web.board.worth import FULL
from realms.kernel.text import listed, say
from realms.web.pages.table.table_page import Look


def headline(look: Look) -> str:
    """Whose turn it is and what is asked of these eyes."""
    view: FantasyView | None = look.seen.view
    if view is None:
        return say("web.fantasy.headline.open", look.language)
    if look.seen.outcome is not None and view.phase == "ended":
        return _ended(look)
    if look.is_asked:
        return _mine(look, view)
    if len(view.awaiting) == 1:
        name = look.names[view.awaiting[0]]
        return say(f"web.fantasy.headline.theirs.{_question(view)}", look.language, seat=name)
    return _several(look, view)


def _ended(look: Look) -> str:
    outcome = look.seen.outcome
    assert outcome is not None
    if look.seen.seat is not None and outcome.winners == (look.seen.seat,):
        points = outcome.scores[look.seen.seat]
        return say("web.fantasy.headline.won", look.language, n=points, points=minus(points))
    return won(outcome, look.names, look.language)


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


def _mine(look: Look, view: FantasyView) -> str:
    question, fields = _question(view), {}
    if question == "trading" and view.rounds_left is None:
        question = "trading_clock"
    elif question == "discarding" and view.taken:
        question, fields = "discarding_taken", {"card": name_of(view.taken, look.language)}
    elif question == "declaring" and view.choice is None:
        question = "declaring_none"
    elif question == "declaring" and view.choice in view.declared:
        card = view.declared[view.choice]
        question, fields = "declaring_suit", {"card": name_of(card, look.language)}
    elif question == "declaring" and view.choice:
        fields = {"card": name_of(view.choice, look.language)}
    return say(f"web.fantasy.headline.mine.{question}", look.language, **fields)


def _several(look: Look, view: FantasyView) -> str:
    """Several are asked at once: all of them in a trade on a clock, some at scoring."""
    key = "all_trading" if view.phase == "trading" else "all_declaring"
    seats = listed([look.names[seat] for seat in view.awaiting], look.language)
    return say(f"web.fantasy.headline.{key}", look.language, seats=seats, n=len(view.awaiting))
