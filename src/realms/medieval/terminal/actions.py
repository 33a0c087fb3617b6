"""Actions: activate a card, play a card from the hand, or pass. [MR-31]"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from rich.text import Text

from realms.cli.terminal.menu import (
    BACK,
    NO_NUMBER,
    NOTHING,
    Ask,
    Item,
    Menu,
    back_item,
    unknown,
    word_item,
)
from realms.cli.terminal.terminal_game import PERSON
from realms.medieval.interface.events import Received
from realms.medieval.interface.moves import Activate, PassRound, Play
from realms.medieval.terminal.action_text import (
    HAND_FROM,
    AuctionOpening,
    number_in,
    read_action,
    read_verb,
)
from realms.medieval.terminal.question import check_move
from realms.medieval.terminal.table_view import TerminalView


class BidRange(Struct, frozen=True):
    """The bids that are possible, in a resource."""

    least: int
    most: int
    resource: str

    def text(self, seen: TerminalView) -> str:
        """The bids in words."""
        return seen.span(self.least, self.most, self.resource)


def act(seen: TerminalView, ask: Ask) -> Any:
    """The person's action; an auction card asks for its opening bid besides. [MR-44]"""
    while True:
        chosen = ask(action_menu(seen))
        if isinstance(chosen, AuctionOpening):
            chosen = ask(_opening_menu(seen, chosen.square))
        if chosen is not BACK:
            return chosen


def action_menu(seen: TerminalView) -> Menu:
    """Everything possible: squares by their number, then the hand, and 0 to pass."""
    squares = {move.square: move for move in seen.legal if isinstance(move, Activate)}
    items = [_square_item(seen, move) for _square, move in sorted(squares.items())]
    items += [
        _hand_item(seen, slot, card)
        for slot, card in enumerate(seen.mine.hand)
        if Play(card) in seen.legal
    ]
    only = not items
    items.append(word_item(PassRound(), "terminal_medieval.pass", seen.language, number=0))
    title = seen.say("act_only_pass" if only else "act_hint")
    return Menu(
        title,
        items,
        other=lambda text: read_action(seen, text),
        enter=PassRound() if only else NOTHING,
        own_numbers=True,
    )


def _square_item(seen: TerminalView, move: Activate) -> Item:
    """A card of the panel: what it costs to activate, and where it goes."""
    card: Any = seen.view.current[move.square - 1]
    kind, names = seen.cards[card].type, seen.names(card)
    price = seen.tokens({"goods": seen.view.prices[move.square - 1]})
    if kind == "auction":
        bids = bids_for(seen, move.square)
        price_text = seen.say("open", span=bids.text(seen))
        value: Any = AuctionOpening(move.square)
    else:
        price_text = seen.say("take", price=price) if kind == "hole" else _award(seen, move, price)
        value = Activate(move.square)
    facts = (seen.colour(card), Text(price_text))
    return Item(value, names, seen.name(card), facts, number=move.square)


def _award(seen: TerminalView, move: Activate, price: str) -> str:
    """Who gets a majority card if it is activated now; all of that is open. [MR-38]"""
    _after, events = seen.table.game.play(seen.table.state, PERSON, Activate(move.square))
    to = next((event.seat for event in events if isinstance(event, Received)), None)
    if to is None:
        return seen.say("award_nobody", price=price)
    return seen.say("award_you" if to == PERSON else "award", price=price, seat=seen.seat(to))


def _hand_item(seen: TerminalView, slot: int, card: str) -> Item:
    facts = (seen.colour(card), Text(seen.say("play", cost=seen.cost(card))))
    return Item(Play(card), seen.names(card), seen.name(card), facts, number=HAND_FROM + slot)


def bids_for(seen: TerminalView, square: int) -> BidRange:
    """The opening bids that the person can make for a square. [MR-44]"""
    bids = [
        move.bid
        for move in seen.legal
        if isinstance(move, Activate) and move.square == square and move.bid is not None
    ]
    card: Any = seen.view.current[square - 1]
    cost: Any = seen.cards[card].cost
    return BidRange(min(bids), max(bids), cost.resource)


def _opening_menu(seen: TerminalView, square: int) -> Menu:
    """How much to open an auction with: the number is the bid."""
    bids, card = bids_for(seen, square), seen.view.current[square - 1]
    title = seen.say("open_hint", card=seen.name(card or "").plain, span=bids.text(seen))

    def typed(text: str) -> Any:
        verb, rest = read_verb(text, ("bid",))
        bid = number_in(rest if verb else text)
        return unknown(text) if bid is None else check_move(seen, Activate(square, bid))

    ends = dict.fromkeys((bids.least, bids.most))
    items = [
        Item(Activate(square, bid), (), Text(seen.tokens({bids.resource: bid})), number=bid)
        for bid in ends
    ]
    back = back_item(seen.language, 0 if bids.least else NO_NUMBER)
    return Menu(title, [*items, back], other=typed, own_numbers=True)
