"""Trading in Chaos: open offers, what one may offer and wish for, the clock. [FR-23a] [FR-25]"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD, CARDS, SUITS
from realms.fantasy.interface.moves import Pass, Withdraw
from realms.fantasy.interface.view import FantasyView, OfferView
from realms.fantasy.web.board.forms import EVERYBODY
from realms.fantasy.web.board.places import written
from realms.kernel.text import listed
from realms.web.pages.table.table_page import Look


class OfferShown(Struct, frozen=True, kw_only=True):
    """An open offer: whose, to whom, for what; and what one can do about it."""

    id: str
    name: str
    """Who made it."""
    to: str
    """To whom by name; empty for everybody."""
    is_to_me: bool = False
    card: str = ""
    """The card, where it is one's own."""
    wish: str = ""
    wish_suit: str = ""
    fitting: str = ""
    """Cards of one's own hand that the wish asks for."""
    move: str = ""


class Choice(Struct, frozen=True):
    """A line of a list to choose from."""

    value: str
    text: str
    is_chosen: bool = False


class TradingShown(Struct, frozen=True, kw_only=True):
    """Everything about trading that a seat sees."""

    theirs: tuple[OfferShown, ...]
    mine: tuple[OfferShown, ...]
    partners: tuple[Choice, ...]
    suits: tuple[Choice, ...]
    cards: tuple[Choice, ...]
    may_offer: bool
    """Whether a card is left that is in no offer."""
    card: str
    """The card that was chosen when the form was refused."""
    pass_move: str
    """Empty where nobody passes: on a clock."""
    trades: int
    rounds_left: int | None


def trading(look: Look) -> TradingShown | None:
    """Offers and what can be done; None outside of trading."""
    view: FantasyView = look.seen.view
    if view.phase != "trading":
        return None
    mine = look.seen.seat
    return TradingShown(
        theirs=tuple(_theirs(look, offer) for offer in view.offers if offer.seat != mine),
        mine=tuple(_mine(look, offer) for offer in view.offers if offer.seat == mine),
        partners=_partners(look),
        suits=_wishes(look, [suit.id for suit in SUITS]),
        cards=_wishes(look, [card.id for card in CARDS if _is_played(look, card.id)]),
        may_offer=look.is_asked and any(not _is_offered(view, card) for card in view.hand),
        card=look.typed.get("card", ""),
        pass_move=written(Pass()) if look.is_asked and view.rounds_left is not None else "",
        trades=view.trades,
        rounds_left=view.rounds_left,
    )


def _is_played(look: Look, card: str) -> bool:
    return card != "jester" or look.seen.options.jester


def _is_offered(view: FantasyView, card: str) -> bool:
    return any(offer.seat == view.seat and offer.card == card for offer in view.offers)


def _theirs(look: Look, offer: OfferView) -> OfferShown:
    accept: dict[str, Any] = {"type": "accept", "seat": offer.seat, "offer": offer.offer}
    return OfferShown(
        id=f"offer-{offer.seat}-{offer.offer}",
        name=look.names[offer.seat],
        to="" if offer.to is None else look.names[offer.to],
        is_to_me=offer.to is not None and offer.to == look.seen.seat,
        wish=name_of(offer.wish, look.language) if offer.wish else "",
        wish_suit=_suit_of(offer.wish),
        fitting=_fitting(look, offer.wish),
        move=written(accept) if look.is_asked else "",
    )


def _mine(look: Look, offer: OfferView) -> OfferShown:
    card = offer.card or ""
    return OfferShown(
        id=f"offer-mine-{card}",
        name=look.names[offer.seat],
        to="" if offer.to is None else look.names[offer.to],
        card=name_of(card, look.language),
        wish=name_of(offer.wish, look.language) if offer.wish else "",
        wish_suit=_suit_of(offer.wish),
        move=written(Withdraw(card)) if look.is_asked else "",
    )


def _suit_of(wish: str | None) -> str:
    if wish is None:
        return ""
    return CARD[wish].suit if wish in CARD else wish


def _fitting(look: Look, wish: str | None) -> str:
    held = [card for card in look.seen.view.hand if wish in (card, CARD[card].suit)]
    return listed([name_of(card, look.language) for card in held], look.language)


def _partners(look: Look) -> tuple[Choice, ...]:
    typed = look.typed.get("to", EVERYBODY)
    return tuple(
        Choice(str(seat), name, str(seat) == typed)
        for seat, name in enumerate(look.names)
        if seat != look.seen.seat
    )


def _wishes(look: Look, things: list[str]) -> tuple[Choice, ...]:
    typed = look.typed.get("wish", "")
    named = [Choice(thing, name_of(thing, look.language), thing == typed) for thing in things]
    return tuple(sorted(named, key=lambda choice: choice.text))
