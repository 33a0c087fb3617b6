"""One's own hand: each card with what it is worth, and what can be done with it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import (
    FULL,
    After,
    after_discarding,
    hand_sheet,
    least_card,
    without,
)
from realms.fantasy.web.board.places import PlacedCard, place_cards
from realms.fantasy.web.board.sheets import RowShown, SheetShown, sheet_shown
from realms.web.pages.table.table_page import TablePage

TURNS = ("taking", "keeping", "discarding")
"""The phases in which hands grow and shrink."""


class HandShown(Struct, frozen=True, kw_only=True):
    """A hand, and its score sheet."""

    cards: tuple[PlacedCard, ...]
    sheet: SheetShown | None
    """None for an empty hand."""
    left_out: str = ""
    """The card of eight that the sheet leaves out, since discarding it is best."""
    is_discarding: bool = False
    is_choosing: bool = False
    """Whether a card is chosen for a trade."""
    open_places: int = 0
    """Room for the cards that are still to come: up to seven, and the one that goes again."""

    @property
    def raised(self) -> tuple[RowShown, ...]:
        """The card of the sheet that the Necromancer adds to the hand. [FR-20]"""
        held = {place_cards.card.id for place_cards in self.cards}
        return tuple(
            row for row in (self.sheet.rows if self.sheet else ()) if row.card.id not in held
        )


def hand(page: TablePage) -> HandShown | None:
    """The hand of the seat that looks; None for those who only watch."""
    view: FantasyView = page.table.view
    if page.table.seat is None:
        return None
    language = page.language
    moves: dict[str, Any] = {mv.card: mv for mv in page.moves if isinstance(mv, m.Discard)}
    after: dict[str, After] = {}
    if view.phase == "trading":
        after = without(view)
    elif len(view.hand) > FULL:
        after = after_discarding(view)
    least = least_card(view)
    sheet = _sheet(view, language)
    now = sheet.score if sheet and view.phase == "trading" else None
    cards = place_cards(
        view.hand, language, moves=moves, after=after, now=now, best=least, new=_drawn(page)
    )
    return HandShown(
        cards=tuple(_worth(card, view, sheet) for card in cards),
        sheet=sheet,
        left_out=name_of(least, language) if least else "",
        is_discarding=bool(moves),
        is_choosing=view.phase == "trading" and page.is_asked,
        open_places=max(FULL + 1 - len(view.hand), 0) if view.phase in TURNS else 0,
    )


def _drawn(page: TablePage) -> frozenset[str]:
    """What was drawn last, by the seat that looks."""
    events = [event for event in page.table.events if isinstance(event, m.Drew)]
    return frozenset(
        card for event in events if event.seat == page.table.seat for card in event.cards
    )


def _sheet(view: FantasyView, language: str) -> SheetShown | None:
    sheet = hand_sheet(view)
    return sheet_shown(sheet, language) if sheet else None


def _worth(card: PlacedCard, view: FantasyView, sheet: SheetShown | None) -> PlacedCard:
    rows = {row.card.id: row for row in sheet.rows} if sheet else {}
    row = rows.get(card.card.id)
    offered = {offer.card for offer in view.offers if offer.seat == view.seat}
    return structs.replace(
        card,
        total=row.total if row else "",
        blanked=row.blanked_by if row and row.blanked else (),
        is_offered=card.card.id in offered,
    )
