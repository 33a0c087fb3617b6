"""Bids in an auction, and choices that milestones and cards bring. [MR-45] [MR-55]"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from realms.cli.terminal.menu import Item, Menu, unknown, word_item
from realms.kernel.text import LANGUAGES
from realms.medieval.interface.moves import Bid, Choose, Get, PassBid
from realms.medieval.interface.notation import RESOURCE_NAMES
from realms.medieval.terminal.action_text import number_in, verb_meant
from realms.medieval.terminal.question import Ask, checked, resource_item
from realms.medieval.terminal.table_view import Seen


def bid(seen: Seen, ask: Ask) -> Any:
    """A higher bid, by its number, or 0 to leave. [MR-45]"""
    auction: Any = seen.view.auction

    def typed(text: str) -> Any:
        verb, rest = verb_meant(text, ("bid", "pass"))
        amount = number_in(rest if verb == "bid" else text)
        if verb == "pass":
            return PassBid()
        return unknown(text) if amount is None else checked(seen, Bid(amount))

    ends = dict.fromkeys((auction.bid + 1, auction.purse))
    items = [
        Item(Bid(n), (), Text(seen.say("bid", tokens=seen.tokens({auction.resource: n}))), number=n)
        for n in ends
    ]
    items.append(word_item(PassBid(), "terminal_medieval.leave", seen.language, number=0))
    span = seen.span(auction.bid + 1, auction.purse, auction.resource)
    title = seen.say("bid_hint", span=span)
    return ask(Menu(title, items, other=typed, own_numbers=True))


def choose(seen: Seen, ask: Ask) -> Any:
    """The choice that is owed: a resource, or a card of the panel. [MR-55] [MR-68] [MR-71]"""
    what: Any = seen.view.choice

    def typed(text: str) -> Any:
        _verb, rest = verb_meant(text, ("milestone", "tithe", "get"))
        if what.what == "get":
            return checked(seen, Get(number_in(rest) or 0))
        return checked(seen, Choose(what.what, RESOURCE_NAMES.find(rest)))

    items = [_item(seen, move) for move in seen.legal]
    own = what.what == "get"
    return ask(Menu(seen.say("choose_hint"), items, other=typed, own_numbers=own))


def _item(seen: Seen, move: Choose | Get) -> Item:
    if isinstance(move, Choose):
        return resource_item(seen, move, move.resource)
    card: Any = seen.view.current[move.square - 1]
    names = (card, *(seen.cards[card].name[language] for language in LANGUAGES))
    return Item(move, names, seen.name(card), (seen.colour(card),), number=move.square)
