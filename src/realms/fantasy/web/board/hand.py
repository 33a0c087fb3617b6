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
    best_sheet,
    hand_sheet,
    least_card,
    without,
)
from realms.fantasy.scoring.sheet import ScoreSheet
from realms.fantasy.web.board.changes import change_rows
from realms.fantasy.web.board.places import PlacedCard, gain_text, place_cards
from realms.fantasy.web.board.sheets import RowShown, SheetShown, minus, sheet_shown
from realms.fantasy.web.board.wants import wants
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
    before: int | None = None
    """What a hand of eight was worth before its eighth card came."""
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
    before = hand_before(page, view)
    best = max((then.score for then in after.values()), default=0)
    shown = [_worth(card, view, sheet) for card in cards]
    if moves:
        shown = [_discard(card, page, before, best) for card in shown]
    return HandShown(
        cards=tuple(shown),
        before=before.score if before else None,
        sheet=sheet,
        left_out=name_of(least, language) if least else "",
        is_discarding=bool(moves),
        is_choosing=view.phase == "trading" and page.is_asked,
        open_places=max(FULL + 1 - len(view.hand), 0) if view.phase in TURNS else 0,
    )


def hand_before(page: TablePage, view: FantasyView) -> ScoreSheet | None:
    """The sheet of a hand before its eighth card came; None for a hand that has seven."""
    came = view.taken or next(iter(_drawn(page) & {*view.hand}), None)
    if len(view.hand) <= FULL or came is None:
        return None
    area = (*view.area, came) if view.taken else view.area
    return best_sheet([card for card in view.hand if card != came], area)


def _discard(card: PlacedCard, page: TablePage, before: ScoreSheet | None, best: int) -> PlacedCard:
    """A card that may go: what the hand would be without it, and who would be glad of it."""
    view: FantasyView = page.table.view
    if card.score is None:
        return card
    left = [held for held in view.hand if held != card.card.id]
    after = best_sheet(left, (*view.area, card.card.id))
    return structs.replace(
        card,
        behind=minus(card.score - best) if card.score < best else "",
        gain=gain_text(card.score - before.score) if before else "",
        rows=change_rows(before, after, page.language, card.card.id) if before else (),
        wants=wants(page, card.card.id),
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
        worth=worth_text(row) if row else "",
    )


def worth_text(row: RowShown) -> str:
    """How the worth of a card comes about; empty where it is nothing but its strength."""
    if row.blanked or not (row.bonus or row.penalty):
        return ""
    parts = [part for part in (row.bonus, row.penalty) if part]
    return " ".join([row.strength, *(f"{part[0]} {part[1:]}" for part in parts)])
