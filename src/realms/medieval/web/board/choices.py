"""What is asked besides actions: the draft, bids, and choices that are owed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.medieval.interface.moves import Bid, Choose, PassBid
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.lexicon import CardFace, ResourceWords
from realms.medieval.web.board.motion_names import Flips
from realms.medieval.web.board.panel import Action, move_json


class DraftChoice(Struct, frozen=True):
    """A resource of which a token may be drafted."""

    resource: ResourceWords
    held: int
    checked: bool


class Taken(Struct, frozen=True):
    """The pair that a seat has drafted."""

    name: str
    pair: str
    ids: str
    """The same by their ids, in the order of the resources."""


class Drafting(Struct, frozen=True):
    """The draft of two extra tokens: what may be taken, and which pairs are gone. [MR-15]"""

    choices: tuple[DraftChoice, ...]
    """Empty for whoever is not asked."""
    taken: tuple[Taken, ...]


def drafting(reading: BoardReader) -> Drafting | None:
    """The draft, while it goes on."""
    view, words = reading.view, reading.lexicon
    if view.phase != "drafting":
        return None
    taken = tuple(
        Taken(
            reading.names[seat],
            " + ".join(words.resources[id_].word for id_ in pair),
            " ".join(id_ for id_ in words.resources if id_ in pair),
        )
        for seat in reversed(view.order)
        if (pair := view.seats[seat].drafted)
    )
    mine = reading.mine
    if not reading.acts or mine is None:
        return Drafting((), taken)
    typed = reading.page.typed
    choices = tuple(
        DraftChoice(resource, mine.tokens[id_], f"token.{id_}" in typed)
        for id_, resource in words.resources.items()
    )
    return Drafting(choices, taken)


# --- Auctions ---


class Bidder(Struct, frozen=True):
    """A seat in an auction: what it has to bid with, whether it is still in. [MR-45]"""

    name: str
    purse: int
    inside: bool
    leads: bool
    asked: bool
    is_me: bool


class Bidding(Struct, frozen=True):
    """The form of whoever is asked to bid. [MR-45]"""

    least: int
    most: int
    value: int
    quick: tuple[Action, ...]
    leave: Action


class Auction(Struct, frozen=True):
    """An auction that goes on. [MR-45]"""

    card: CardFace
    flip: str
    resource: ResourceWords
    bid: int
    bidder: str
    bidders: tuple[Bidder, ...]
    """Clockwise from the seat that bid highest."""
    bidding: Bidding | None
    may_leave_most: bool
    """Whether one may leave a highest bid."""
    most: int | None
    """The highest bid that one has left; nobody else sees it."""
    purse: int


def auction(reading: BoardReader, flips: Flips) -> Auction | None:
    """The auction, while it goes on."""
    view, found = reading.view, reading.view.auction
    if found is None:
        return None
    resource = reading.lexicon.resources[found.resource]
    seats = [(found.bidder + step) % view.players for step in range(view.players)]
    purse = 0 if reading.mine is None else reading.mine.tokens[found.resource]
    inside = reading.me in found.inside and reading.page.is_live
    return Auction(
        card=reading.card(found.card),
        flip=flips.next(found.card),
        resource=resource,
        bid=found.bid,
        bidder=reading.names[found.bidder],
        bidders=tuple(
            Bidder(
                name=reading.names[seat],
                purse=view.seats[seat].tokens[found.resource],
                inside=seat in found.inside,
                leads=seat == found.bidder,
                asked=seat == found.asked,
                is_me=seat == reading.me,
            )
            for seat in seats
        ),
        bidding=_bidding(reading, found.bid, found.purse, resource) if reading.acts else None,
        may_leave_most=inside and (purse > found.bid or reading.me == found.bidder),
        most=reading.page.table.most,
        purse=purse,
    )


def _bidding(reading: BoardReader, bid: int, purse: int, resource: ResourceWords) -> Bidding:
    steps = dict.fromkeys(n for n in (bid + 1, bid + 2, purse) if n <= purse)
    quick = tuple(
        Action(
            move_json(Bid(n)), reading.say("bid", n=n, resource=resource.word), _key(place), False
        )
        for place, n in enumerate(steps)
    )
    leave = Action(move_json(PassBid()), reading.say("leave"), "p", main=False)
    typed = reading.page.typed.get("bid", "")
    value = int(typed) if typed.isdecimal() and len(typed) < 4 else bid + 1
    return Bidding(bid + 1, purse, value, quick, leave)


def _key(place: int) -> str:
    return str(place + 1)


# --- Choices ---


class Choosing(Struct, frozen=True):
    """A choice that is owed: a resource for a milestone or a card. [MR-55] [MR-68]"""

    title: str
    paragraph: str
    card: CardFace
    options: tuple[tuple[Action, ResourceWords, int], ...]
    """A button for each resource, and how many tokens of it one has."""


def choosing(reading: BoardReader) -> Choosing | None:
    """The choice that one owes; a card of the panel is got there. [MR-71]"""
    found: Any = reading.view.choice
    mine = reading.mine
    if found is None or not reading.acts or mine is None or found.what == "get":
        return None
    words = reading.lexicon
    options = tuple(
        (
            Action(move_json(Choose(found.what, id_)), words.resources[id_].name, _key(place)),
            words.resources[id_],
            mine.tokens[id_],
        )
        for place, id_ in enumerate(found.resources)
    )
    title = reading.say(f"choose.{found.what}", n=found.times, amount=found.amount)
    paragraph = "MR-55" if found.what == "milestone" else "MR-68"
    return Choosing(title, paragraph, reading.card(found.card), options)
