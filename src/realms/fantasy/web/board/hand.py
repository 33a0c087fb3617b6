"""One's own hand: each card with what it is worth, and what can be done with it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.web.board.places import Placed, placed
from realms.fantasy.web.board.sheets import RowShown, SheetShown, sheet_shown
from realms.fantasy.web.board.worth import (
    FULL,
    After,
    after_discarding,
    best_of,
    best_sheet,
    without,
)
from realms.web.pages.table.table_page import Look

TURNS = ("taking", "keeping", "discarding")
"""The phases in which hands grow and shrink."""


class HandShown(Struct, frozen=True, kw_only=True):
    """A hand, and its score sheet."""

    cards: tuple[Placed, ...]
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
        held = {placed.card.id for placed in self.cards}
        return tuple(
            row for row in (self.sheet.rows if self.sheet else ()) if row.card.id not in held
        )


def hand(look: Look) -> HandShown | None:
    """The hand of the seat that looks; None for those who only watch."""
    view: FantasyView = look.seen.view
    if look.seen.seat is None:
        return None
    language = look.language
    moves: dict[str, Any] = {mv.card: mv for mv in look.moves if isinstance(mv, m.Discard)}
    after: dict[str, After] = {}
    if view.phase == "trading":
        after = without(view)
    elif len(view.hand) > FULL:
        after = after_discarding(view)
    is_eight = len(view.hand) > FULL
    least = best_of(after) if is_eight else None
    sheet = _sheet(view, least, language)
    now = sheet.score if sheet and view.phase == "trading" else None
    cards = placed(
        view.hand, language, moves=moves, after=after, now=now, best=least, new=_drawn(look)
    )
    return HandShown(
        cards=tuple(_worth(card, view, sheet) for card in cards),
        sheet=sheet,
        left_out=name_of(least, language) if least else "",
        is_discarding=bool(moves),
        is_choosing=view.phase == "trading" and look.is_asked,
        open_places=max(FULL + 1 - len(view.hand), 0) if view.phase in TURNS else 0,
    )


def _drawn(look: Look) -> frozenset[str]:
    """What was drawn last, by the seat that looks."""
    events = [event for event in look.seen.events if isinstance(event, m.Drew)]
    return frozenset(
        card for event in events if event.seat == look.seen.seat for card in event.cards
    )


def _sheet(view: FantasyView, least: str | None, language: str) -> SheetShown | None:
    if not view.hand:
        return None
    cards = [card for card in view.hand if card != least]
    area = [*view.area, least] if least else view.area
    return sheet_shown(best_sheet(cards, area, view.variant == "chaos"), language)


def _worth(card: Placed, view: FantasyView, sheet: SheetShown | None) -> Placed:
    rows = {row.card.id: row for row in sheet.rows} if sheet else {}
    row = rows.get(card.card.id)
    offered = {offer.card for offer in view.offers if offer.seat == view.seat}
    return structs.replace(
        card,
        total=row.total if row else "",
        blanked=row.blanked_by if row and row.blanked else (),
        is_offered=card.card.id in offered,
    )
