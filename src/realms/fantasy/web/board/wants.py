"""Who could want a card, told from nothing but the cards that all have seen."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.web.board.cards import card_shown
from realms.web.pages.table.table_page import TablePage


class Want(Struct, frozen=True):
    """A seat that a card would suit, and the known cards of that seat which say so."""

    seat: int
    name: str
    cards: tuple[str, ...]
    suit: str
    """The suit of the first of them."""


def wants(page: TablePage, card: str) -> tuple[Want, ...]:
    """The other seats with known cards that a card goes with."""
    view: FantasyView = page.table.view
    found = []
    for seat, seen in enumerate(view.seats):
        fits = [held for held in seen.known if goes_with(card, held) or goes_with(held, card)]
        if seat != page.table.seat and fits:
            names = tuple(name_of(held, page.language) for held in fits)
            found.append(Want(seat, page.names[seat], names, CARD[fits[0]].suit))
    return tuple(found)


@cache
def goes_with(card: str, other: str) -> bool:
    """Whether the bonus of a card names another one, or its suit."""
    named = {piece.text for piece in card_shown(card, "en").bonus if piece.kind in ("card", "suit")}
    return name_of(other, "en") in named or name_of(CARD[other].suit, "en") in named
