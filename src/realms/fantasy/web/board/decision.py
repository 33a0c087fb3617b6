"""A position of Fantasy Realms in a review: what its player saw, two moves marked in it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import hand_sheet
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.web.pages.table.table_page import TablePage


class MarkedCard(Struct, frozen=True):
    """A card, and whether a move was about it: `made`, `better`, `both`, or nothing."""

    card: CardShown
    mark: str


class KnownHand(Struct, frozen=True):
    """What was known of another hand."""

    seat: int
    name: str
    cards: tuple[CardShown, ...]
    hidden: int


class MarkedPosition(Struct, frozen=True, kw_only=True):
    """What a player saw when deciding."""

    others: tuple[KnownHand, ...]
    area: tuple[MarkedCard, ...]
    hand: tuple[MarkedCard, ...]
    drawn: tuple[MarkedCard, ...]
    deck: int
    deck_mark: str
    pass_mark: str
    action: str
    """What the marks are about: `take` a card, or let one `go`."""
    score: int | None
    """What the hand was worth."""
    hides: bool = True
    """Whether something was hidden that can be shown."""


def decision_shown(page: TablePage, made: Any, better: Any) -> MarkedPosition:
    """A position as its seat saw it, with the move that was made and a better one.

    Where the page has the views of all, the hands of the others lie open.
    """
    view: FantasyView = page.table.view

    def marked(cards: tuple[str, ...]) -> tuple[MarkedCard, ...]:
        return tuple(
            MarkedCard(card_shown(card, page.language), mark_of(card, made, better))
            for card in cards
        )

    sheet = hand_sheet(view)
    return MarkedPosition(
        others=tuple(_others(page)),
        area=marked(view.area),
        hand=marked(view.hand),
        drawn=marked(view.drawn),
        deck=view.deck,
        deck_mark=mark_of("", made, better),
        pass_mark=mark_of("pass", made, better),
        action="take" if view.phase in ("taking", "keeping") else "go",
        score=sheet.score if sheet is not None else None,
    )


def _others(page: TablePage) -> list[KnownHand]:
    """What was known of the other hands, or what they were."""
    view: FantasyView = page.table.view
    found = []
    for seat, one in enumerate(view.seats):
        if seat != view.seat:
            known = page.views[seat].hand if page.views is not None else one.known
            cards = tuple(card_shown(card, page.language) for card in known)
            found.append(KnownHand(seat, page.names[seat], cards, one.cards - len(known)))
    return found


def mark_of(card: str, made: Any, better: Any) -> str:
    """Which of two moves is about a card; no card stands for the deck, `pass` for passing."""
    is_made, is_better = (_is_about(move, card) for move in (made, better))
    if is_made:
        return "both" if better is None or is_better else "made"
    return "better" if is_better else ""


def _is_about(move: Any, card: str) -> bool:
    if move is None:
        return False
    tag = move.__struct_config__.tag
    if not card or card == "pass":
        return bool(tag == ("pass" if card else "draw"))
    return getattr(move, "card", None) == card
