"""Choices at scoring, declared card by card where the table asks for it. [FR-18]"""

from __future__ import annotations

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD
from realms.fantasy.interface.moves import Declare
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import best_sheet
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.fantasy.web.board.places import KEYS, move_json
from realms.fantasy.web.board.sheets import SheetShown, sheet_shown
from realms.web.pages.table.table_page import TablePage


class DeclarationOption(Struct, frozen=True):
    """A card or a suit that can be declared."""

    id: str
    text: str
    suit: str
    move: str
    key: str = ""
    strength: int | None = None
    is_best: bool = False


class DeclaringShown(Struct, frozen=True, kw_only=True):
    """What a seat declares next."""

    chooser: CardShown | None
    """The card that asks for a choice; None where the hand has none left."""
    changed: str = ""
    """The card that gets another suit, where the Book of Changes asks for one."""
    options: tuple[DeclarationOption, ...] = ()
    best_move: str = ""
    """Leaves all choices to the rules."""
    stay_move: str = ""
    """Declares that the card chooses nothing."""
    is_ready: bool = False
    advice: SheetShown | None = None
    """The best choices, and what they are worth."""


def declaring(page: TablePage) -> DeclaringShown | None:
    """The choice to be declared; None at other times, and for those who only watch."""
    view: FantasyView = page.table.view
    if view.phase != "declaring" or page.table.seat is None:
        return None
    moves: list[Declare] = [move for move in page.moves if isinstance(move, Declare)]
    best = best_sheet(view.hand, view.area, view.variant == "chaos")
    wanted = best.choices.get(view.choice or "")
    is_suit = any(move.value is not None and move.value not in CARD for move in moves)
    if isinstance(wanted, dict):
        wanted = wanted["suit" if is_suit else "card"]
    chosen = [move for move in moves if move.value is not None]
    return DeclaringShown(
        chooser=card_shown(view.choice, page.language) if view.choice else None,
        changed=name_of(view.declared[view.choice], page.language)
        if is_suit and view.choice
        else "",
        options=tuple(
            _option(move, number, wanted, page.language) for number, move in enumerate(chosen)
        ),
        best_move=next((move_json(move) for move in moves if move.choice == "best"), ""),
        stay_move=next((move_json(m) for m in moves if m.choice != "best" and m.value is None), ""),
        is_ready=view.seats[page.table.seat].ready,
        advice=sheet_shown(best, page.language),
    )


def _option(move: Declare, number: int, wanted: str | None, language: str) -> DeclarationOption:
    assert move.value is not None
    card = CARD.get(move.value)
    return DeclarationOption(
        id=move.value,
        text=name_of(move.value, language),
        suit=card.suit if card else move.value,
        move=move_json(move),
        key=KEYS[number] if number < len(KEYS) else "",
        strength=card.strength if card else None,
        is_best=move.value == wanted,
    )
