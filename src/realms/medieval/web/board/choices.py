"""What is asked besides actions: the draft, bids, and choices that are owed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.medieval.interface import events as e
from realms.medieval.interface.moves import Bid, Choose, PassBid
from realms.medieval.interface.view import AuctionView
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.lexicon import CardFace, ResourceWords
from realms.medieval.web.board.motion_names import Flips
from realms.medieval.web.board.panel import Action, move_json

RUNGS = 8
"""Bids that a ladder shows at once."""


class DraftChoice(Struct, frozen=True):
    """A resource of which a token may be drafted."""

    resource: ResourceWords
    held: int
    checked: bool


class Taken(Struct, frozen=True):
    """The pair that a seat has drafted."""

    seat: int
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
            seat,
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

    seat: int
    name: str
    purse: int
    inside: bool
    leads: bool
    asked: bool
    is_me: bool


class PastBid(Struct, frozen=True):
    """A step of an auction: a bid, or that somebody left."""

    seat: int
    name: str
    amount: int
    """0 for who left."""


class BidStep(Struct, frozen=True):
    """A number of tokens that was bid, or can be."""

    amount: int
    seat: int | None
    """Who bid it."""
    is_now: bool
    is_free: bool
    """Whether it is more than the highest bid."""


class Bidding(Struct, frozen=True):
    """The form of whoever is asked to bid. [MR-45]"""

    least: int
    most: int
    value: int
    raise_: Action
    certain: Action | None
    """The least bid that nobody can outbid; None where the first one is, or one cannot pay it."""
    is_certain: bool
    """Whether nobody can outbid the least raise."""
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
    square: int
    """Where the card lay; 0 where that is not known."""
    opener: str
    past: tuple[PastBid, ...]
    rungs: tuple[BidStep, ...]
    limit: int
    """The most that any other who is in can bid; 0 where none is."""
    limit_seat: int
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
    purses = [seat.tokens[found.resource] for seat in view.seats]
    purse = 0 if reading.me is None else purses[reading.me]
    inside = reading.me in found.inside and reading.page.is_live
    rivals = [seat for seat in found.inside if seat != reading.me]
    limit_seat = max(rivals, key=lambda seat: purses[seat], default=0)
    limit = purses[limit_seat] if rivals else 0
    opened, past = past_bids(reading)
    return Auction(
        card=reading.card(found.card),
        flip=flips.next(found.card),
        resource=resource,
        bid=found.bid,
        bidder=reading.names[found.bidder],
        bidders=tuple(
            Bidder(
                seat=seat,
                name=reading.names[seat],
                purse=purses[seat],
                inside=seat in found.inside,
                leads=seat == found.bidder,
                asked=seat == found.asked,
                is_me=seat == reading.me,
            )
            for seat in seats
        ),
        bidding=_bidding(reading, found, limit) if reading.acts else None,
        square=opened.square if opened else 0,
        opener=reading.names[opened.seat] if opened else "",
        past=past,
        rungs=_rungs(found, past, max(purses[seat] for seat in found.inside)),
        limit=limit,
        limit_seat=limit_seat,
        may_leave_most=inside and (purse > found.bid or reading.me == found.bidder),
        most=reading.page.table.most,
        purse=purse,
    )


def past_bids(reading: BoardReader) -> tuple[e.Opened | None, tuple[PastBid, ...]]:
    """How an auction was opened and went on, as far as the log tells. [MR-44] [MR-45]"""
    past: list[PastBid] = []
    for line in reversed(reading.page.story):
        match line.event:
            case e.Opened(seat, _, _, bid) as opened:
                past.append(PastBid(seat, reading.names[seat], bid))
                return opened, tuple(reversed(past))
            case e.Raised(seat, bid):
                past.append(PastBid(seat, reading.names[seat], bid))
            case e.LeftAuction(seat):
                past.append(PastBid(seat, reading.names[seat], 0))
    return None, ()


def _rungs(found: AuctionView, past: tuple[PastBid, ...], most: int) -> tuple[BidStep, ...]:
    """The bids around the highest one, as many as there is room for."""
    last = max(found.bid + 1, min(most, found.bid + RUNGS // 2))
    first = max(1, last - RUNGS + 1)
    last = max(last, min(most, first + RUNGS - 1))
    bids = {one.amount: one.seat for one in past if one.amount} | {found.bid: found.bidder}
    return tuple(
        BidStep(n, bids.get(n), n == found.bid, n > found.bid) for n in range(first, last + 1)
    )


def _bidding(reading: BoardReader, found: AuctionView, limit: int) -> Bidding:
    """The least raise, the least one that wins for certain, any other, and to leave."""
    bid, purse = found.bid, found.purse
    certain = max(bid + 1, limit)

    def action(amount: int, key: str) -> Action:
        return Action(
            move_json(Bid(amount)), reading.say("board.raise", n=amount), key, price=amount
        )

    typed = reading.page.typed.get("bid", "")
    value = int(typed) if typed.isdecimal() and len(typed) < 4 else bid + 1
    return Bidding(
        least=bid + 1,
        most=purse,
        value=min(value, max(purse, bid + 1)),
        raise_=action(bid + 1, "1"),
        certain=action(certain, "2") if bid + 1 < certain <= purse else None,
        is_certain=certain == bid + 1,
        leave=Action(move_json(PassBid()), reading.say("leave"), "p", main=False),
    )


def _key(place: int) -> str:
    return str(place + 1)


# --- Choices ---


class Choosing(Struct, frozen=True):
    """A choice that is owed: a resource for a milestone or a card. [MR-55] [MR-68]"""

    title: str
    what: str
    """`milestone` or `tithe`."""
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
    return Choosing(title, found.what, paragraph, reading.card(found.card), options)
