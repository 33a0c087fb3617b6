"""The table of Fantasy Realms as a page shows it, made from what one viewer may know."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import FULL, after_keeping, after_taking, best_of, best_sheet
from realms.fantasy.web.board.declaration import DeclaringShown, declaring
from realms.fantasy.web.board.ending import EndShown, ending
from realms.fantasy.web.board.hand import HandShown, hand
from realms.fantasy.web.board.places import PlacedCard, move_json, place_cards
from realms.fantasy.web.board.players import PlayerShown, players
from realms.fantasy.web.board.trades import TradingShown, trading
from realms.web.pages.table.table_page import TablePage

AREA_ENDS = {"standard": 10, "duel": 12}
"""So many discards end the game. [FR-6] [FR-22]"""


class DeckShown(Struct, frozen=True):
    """The deck."""

    cards: int
    move: str = ""
    is_pair: bool = False
    """Whether two cards are drawn, one of them to keep. [FR-21]"""


class AreaShown(Struct, frozen=True):
    """The discard area, and how many cards in it end the game."""

    cards: tuple[PlacedCard, ...]
    end: int | None


class Countdown(Struct, frozen=True):
    """The clock that all share in Chaos. [FR-23]"""

    until: int
    """When time is up, in milliseconds."""
    left: str
    """Minutes and seconds until then."""


class FantasyBoard(Struct, frozen=True, kw_only=True):
    """Everything on the table."""

    variant: str
    phase: str
    is_asked: bool
    is_playing: bool
    """Whether the viewer belongs to a seat of a game that goes on."""
    players: tuple[PlayerShown, ...]
    deck: DeckShown
    area: AreaShown | None
    drawn: tuple[PlacedCard, ...]
    hand: HandShown | None
    trading: TradingShown | None
    declaring: DeclaringShown | None
    end: EndShown | None
    countdown: Countdown | None
    taken: str
    """The card just taken, which cannot go straight back. [FR-4a]"""


def board(page: TablePage) -> FantasyBoard | None:
    """The table; None before the cards are dealt."""
    view: FantasyView | None = page.table.view
    if view is None:
        return None
    end = ending(page)
    return FantasyBoard(
        variant=view.variant,
        phase=view.phase,
        is_asked=page.is_asked,
        is_playing=page.is_live and page.table.seat is not None and end is None,
        players=() if end else players(page),
        deck=_deck(page, view),
        area=_area(page, view),
        drawn=_drawn(page, view),
        hand=None if end else hand(page),
        trading=trading(page),
        declaring=declaring(page),
        end=end,
        countdown=_countdown(page, view),
        taken=name_of(view.taken, page.language) if view.taken and page.is_asked else "",
    )


def _deck(page: TablePage, view: FantasyView) -> DeckShown:
    move = next((move_json(move) for move in page.moves if isinstance(move, m.Draw)), "")
    is_pair = view.variant == "duel" and view.seats[view.turn].cards < FULL
    return DeckShown(view.deck, move, is_pair)


def _area(page: TablePage, view: FantasyView) -> AreaShown | None:
    """The discard area; in Chaos only what the Necromancer has to choose from. [FR-24]"""
    if view.variant == "chaos" and not view.area:
        return None
    moves = {move.card: move for move in page.moves if isinstance(move, m.Take)}
    after: Any = {}
    score = None
    if page.table.seat is not None and view.phase in ("taking", "discarding"):
        if len(view.hand) <= FULL:
            after = after_taking(view)
            score = best_sheet(view.hand, view.area).score if view.hand else 0
    best = best_of(after)
    helps = best is not None and score is not None and after[best].score > score
    cards = place_cards(
        view.area,
        page.language,
        moves=moves,
        after=after,
        now=score,
        best=best if helps else None,
        new=_new_discards(page),
    )
    return AreaShown(cards, AREA_ENDS.get(view.variant))


def _new_discards(page: TablePage) -> frozenset[str]:
    """What was discarded last."""
    cards = []
    for event in page.table.events:
        if isinstance(event, m.Discarded):
            cards.append(event.card)
        elif isinstance(event, m.Kept):
            cards.append(event.discarded)
    return frozenset(cards)


def _drawn(page: TablePage, view: FantasyView) -> tuple[PlacedCard, ...]:
    """The two cards of the duel, one of which is kept. [FR-21]"""
    if not view.drawn:
        return ()
    moves = {move.card: move for move in page.moves if isinstance(move, m.Keep)}
    after = after_keeping(view)
    score = best_sheet(view.hand, view.area).score if view.hand else 0
    best = best_of(after)
    return place_cards(view.drawn, page.language, moves=moves, after=after, now=score, best=best)


def _countdown(page: TablePage, view: FantasyView) -> Countdown | None:
    clock = page.table.clock
    if clock is None or view.phase != "trading" or view.rounds_left is not None or not page.is_live:
        return None
    until = clock.began + min(clock.left) if clock.ends is None else clock.ends
    minutes, seconds = divmod(max(until - page.now, 0) // 1000, 60)
    return Countdown(until, f"{minutes}:{seconds:02}")
