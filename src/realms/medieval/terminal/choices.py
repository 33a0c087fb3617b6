"""Bids in an auction, and choices that milestones and cards bring. [MR-45] [MR-55]"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from realms.cli.terminal.menu import Ask, Item, Menu, unknown, word_item
from realms.medieval.interface.moves import Bid, Choose, Get, PassBid
from realms.medieval.interface.notation import RESOURCE_NAMES
from realms.medieval.terminal.action_text import number_in, read_verb
from realms.medieval.terminal.question import check_move, resource_item
from realms.medieval.terminal.table_view import TerminalView


def bid(seen: TerminalView, ask: Ask) -> Any:
    """A higher bid, by its number, or 0 to leave. [MR-45]"""
    auction: Any = seen.view.auction

    def typed(text: str) -> Any:
        verb, rest = read_verb(text, ("bid", "pass"))
        amount = number_in(rest if verb == "bid" else text)
        if verb == "pass":
            return PassBid()
        return unknown(text) if amount is None else check_move(seen, Bid(amount))

    ends = dict.fromkeys((auction.bid + 1, auction.purse))
    items = [
        Item(Bid(n), (), Text(seen.say("bid", tokens=seen.tokens({auction.resource: n}))), number=n)
        for n in ends
    ]
    items.append(word_item(PassBid(), "terminal_medieval.leave", seen.language, number=0))
    span = seen.span(auction.bid + 1, auction.purse, auction.resource)
    title = seen.say("bid_hint", span=span)
    return ask(Menu(title, items, other=typed, own_numbers=True))


def choose(seen: TerminalView, ask: Ask) -> Any:
    """The choice that is owed: a resource, or a card of the panel. [MR-55] [MR-68] [MR-71]"""
    what: Any = seen.view.choice

    def typed(text: str) -> Any:
        _verb, rest = read_verb(text, ("milestone", "tithe", "get"))
        if what.what == "get":
            return check_move(seen, Get(number_in(rest) or 0))
        return check_move(seen, Choose(what.what, RESOURCE_NAMES.find(rest)))

    items = [_item(seen, move) for move in seen.legal]
    own = what.what == "get"
    return ask(Menu(seen.say("choose_hint"), items, other=typed, own_numbers=own))


def _item(seen: TerminalView, move: Choose | Get) -> Item:
    if isinstance(move, Choose):
        return resource_item(seen, move, move.resource)
    card: Any = seen.view.current[move.square - 1]
    return Item(move, seen.names(card), seen.name(card), (seen.colour(card),), number=move.square)
