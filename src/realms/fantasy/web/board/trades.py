"""Trading in Chaos: open offers, what one may offer and wish for, the clock. [FR-23a] [FR-25]"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD, CARDS, SUITS
from realms.fantasy.interface.moves import Pass, Withdraw
from realms.fantasy.interface.view import FantasyView, OfferView
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.fantasy.web.board.forms import EVERYBODY
from realms.fantasy.web.board.places import move_json
from realms.kernel.text import listed
from realms.web.pages.table.table_page import TablePage


class OfferShown(Struct, frozen=True, kw_only=True):
    """An open offer: whose, to whom, for what; and what one can do about it."""

    id: str
    seat: int
    name: str
    """Who made it."""
    to: str
    """To whom by name; empty for everybody."""
    is_to_me: bool = False
    card: str = ""
    """The card, where it is one's own."""
    shown: CardShown | None = None
    """The same, to be drawn."""
    wish: str = ""
    wish_suit: str = ""
    fitting: str = ""
    """Cards of one's own hand that the wish asks for."""
    move: str = ""


class TradeChoice(Struct, frozen=True):
    """A line of a list to choose from."""

    value: str
    text: str
    is_chosen: bool = False


class TradingShown(Struct, frozen=True, kw_only=True):
    """Everything about trading that a seat sees."""

    theirs: tuple[OfferShown, ...]
    mine: tuple[OfferShown, ...]
    partners: tuple[TradeChoice, ...]
    suits: tuple[TradeChoice, ...]
    cards: tuple[TradeChoice, ...]
    may_offer: bool
    """Whether a card is left that is in no offer."""
    card: str
    """The card that was chosen when the form was refused."""
    pass_move: str
    """Empty where nobody passes: on a clock."""
    trades: int
    rounds_left: int | None


def trading(page: TablePage) -> TradingShown | None:
    """Offers and what can be done; None outside of trading."""
    view: FantasyView = page.table.view
    if view.phase != "trading":
        return None
    mine = page.table.seat
    return TradingShown(
        theirs=tuple(_theirs(page, offer) for offer in view.offers if offer.seat != mine),
        mine=tuple(_mine(page, offer) for offer in view.offers if offer.seat == mine),
        partners=_partners(page),
        suits=_wishes(page, [suit.id for suit in SUITS]),
        cards=_wishes(page, [card.id for card in CARDS if _is_played(page, card.id)]),
        may_offer=page.is_asked and any(not _is_offered(view, card) for card in view.hand),
        card=page.typed.get("card", ""),
        pass_move=move_json(Pass()) if page.is_asked and view.rounds_left is not None else "",
        trades=view.trades,
        rounds_left=view.rounds_left,
    )


def _is_played(page: TablePage, card: str) -> bool:
    return card != "jester" or page.table.options.jester


def _is_offered(view: FantasyView, card: str) -> bool:
    return any(offer.seat == view.seat and offer.card == card for offer in view.offers)


def _theirs(page: TablePage, offer: OfferView) -> OfferShown:
    accept: dict[str, Any] = {"type": "accept", "seat": offer.seat, "offer": offer.offer}
    return OfferShown(
        id=f"offer-{offer.seat}-{offer.offer}",
        seat=offer.seat,
        name=page.names[offer.seat],
        to="" if offer.to is None else page.names[offer.to],
        is_to_me=offer.to is not None and offer.to == page.table.seat,
        wish=name_of(offer.wish, page.language) if offer.wish else "",
        wish_suit=_suit_of(offer.wish),
        fitting=_fitting(page, offer.wish),
        move=move_json(accept) if page.is_asked else "",
    )


def _mine(page: TablePage, offer: OfferView) -> OfferShown:
    card = offer.card or ""
    return OfferShown(
        id=f"offer-mine-{card}",
        seat=offer.seat,
        name=page.names[offer.seat],
        to="" if offer.to is None else page.names[offer.to],
        card=name_of(card, page.language),
        shown=card_shown(card, page.language),
        wish=name_of(offer.wish, page.language) if offer.wish else "",
        wish_suit=_suit_of(offer.wish),
        move=move_json(Withdraw(card)) if page.is_asked else "",
    )


def _suit_of(wish: str | None) -> str:
    if wish is None:
        return ""
    return CARD[wish].suit if wish in CARD else wish


def _fitting(page: TablePage, wish: str | None) -> str:
    held = [card for card in page.table.view.hand if wish in (card, CARD[card].suit)]
    return listed([name_of(card, page.language) for card in held], page.language)


def _partners(page: TablePage) -> tuple[TradeChoice, ...]:
    typed = page.typed.get("to", EVERYBODY)
    return tuple(
        TradeChoice(str(seat), name, str(seat) == typed)
        for seat, name in enumerate(page.names)
        if seat != page.table.seat
    )


def _wishes(page: TablePage, things: list[str]) -> tuple[TradeChoice, ...]:
    typed = page.typed.get("wish", "")
    named = [TradeChoice(thing, name_of(thing, page.language), thing == typed) for thing in things]
    return tuple(sorted(named, key=lambda choice: choice.text))
