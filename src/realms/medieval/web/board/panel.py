"""The panels: what lies on each square, who would get it, and what one can do about it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from realms.medieval.content.registry import rule_tables_for
from realms.medieval.interface.moves import Activate, Get
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.contests import Candidate, MajorityShown, majority
from realms.medieval.web.board.lexicon import CardFace, ResourceWords
from realms.medieval.web.board.motion_names import Flips
from realms.medieval.web.board.open_counts import Refusals

KEYS = "qwerasdfzxcv"
"""The keys of the squares: three rows of four, as the squares lie."""


class Why(Struct, frozen=True):
    """Why something cannot be done, and the paragraph that says so."""

    text: str
    paragraph: str
    short: str = ""
    """The same in a word or two, for the face of a card."""
    colour: str = ""
    """The colour that the hand holds already, where that is the reason."""


class Action(Struct, frozen=True):
    """A button: the move it makes as JSON, its words, its key."""

    move: str
    label: str
    key: str = ""
    main: bool = True
    """Whether it is for one's own good, as far as one can tell."""
    price: int = 0
    """The goods it costs."""
    about: str = ""
    """What comes of it, where the label does not tell."""


class OpeningBid(Struct, frozen=True):
    """An auction that one could open: from the least bid to all one has. [MR-44]"""

    least: int
    most: int
    resource: str
    word: str
    label: str
    key: str


class Running(Struct, frozen=True):
    """A seat in the running for a majority card."""

    name: str
    amount: int
    gets: bool
    seat: int
    is_me: bool
    bar: str = ""
    """Why it cannot get the card."""


class Majority(Struct, frozen=True):
    """Who would get a majority card now, in a sentence and seat by seat. [MR-38]"""

    text: str
    resource: ResourceWords
    seat: int | None
    """Who would get it; None for nobody."""
    running: tuple[Running, ...]


class Square(Struct, frozen=True):
    """A square of a panel."""

    number: int
    card: CardFace | None
    flip: str = ""
    price: int = 0
    swept: bool = False
    """Whether what lies here is cleared at the end of the round. [MR-51]"""
    majority: Majority | None = None
    action: Action | None = None
    opening: OpeningBid | None = None
    why: Why | None = None
    is_mine: bool = False
    """Whether a majority card would come to the viewer."""

    @property
    def state(self) -> str:
        """What can be done with it now, in a word; empty where there is nothing to tell."""
        if self.why:
            return "no"
        if self.opening:
            return "bid"
        if self.majority:
            return "you" if self.is_mine else "nobody" if self.majority.seat is None else "to"
        return "take" if self.action else ""


def move_json(move: Any) -> str:
    """A move as the value of a button."""
    return msgspec.json.encode(move).decode()


def current_panel(reading: BoardReader, flips: Flips) -> tuple[Square, ...]:
    """The twelve squares, with what one may do where it is one's turn. [MR-2] [MR-31]"""
    view = reading.view
    swept = int(rule_tables_for(reading.options).swept) if view.round < view.rounds else 0
    acts = Acting(reading) if reading.acts and view.phase in ("acting", "choosing") else None
    squares = []
    for number, (id_, price) in enumerate(zip(view.current, view.prices, strict=True), 1):
        if id_ is None:
            squares.append(Square(number, None, price=price))
            continue
        card = reading.card(id_)
        square = Square(
            number=number,
            card=card,
            flip=flips.next(id_),
            price=0 if card.type == "auction" else price,
            swept=number <= swept,
            majority=(award := _majority(reading, card, price) if is_majority(card) else None),
            is_mine=award is not None and award.seat is not None and award.seat == reading.me,
        )
        squares.append(acts.on(square) if acts else square)
    return tuple(squares)


def future_panel(reading: BoardReader, flips: Flips) -> tuple[Square, ...]:
    """The six squares whose cards come next. [MR-2]"""
    return tuple(
        Square(number, None) if id_ is None else Square(number, reading.card(id_), flips.next(id_))
        for number, id_ in enumerate(reading.view.future, 1)
    )


# --- Majorities ---


def is_majority(card: CardFace) -> bool:
    """Whether the most tokens decide who gets a card. [MR-38]"""
    return card.type == "majority"


def _majority(reading: BoardReader, card: CardFace, price: int) -> Majority | None:
    """Who would get a card if the seat whose turn it is activated it. [MR-38]"""
    view = reading.view
    if view.phase == "ended":
        return None
    activator = view.turn if view.phase in ("acting", "bidding", "choosing") else None
    found = _award(reading, card, price, activator)
    if found.seat is None:
        text = reading.say("goes_to_nobody")
    elif found.seat == reading.me and not reading.page.is_replay:
        text = reading.say("goes_to_you_tied" if _is_tied(found) else "goes_to_you")
    else:
        key = "goes_to_tied" if _is_tied(found) else "goes_to"
        text = reading.say(key, seat=reading.names[found.seat])
    running = tuple(_running(reading, one, found.seat) for one in found.candidates)
    return Majority(text, reading.lexicon.resources[found.resource], found.seat, running)


def _is_tied(found: MajorityShown) -> bool:
    """Whether somebody else who may take a card has as many tokens. [MR-39]"""
    free = [one for one in found.candidates if not one.bar]
    own = next((one.amount for one in free if one.seat == found.seat), 0)
    return sum(one.amount >= own for one in free) > 1


def _award(
    reading: BoardReader, card: CardFace, price: int, activator: int | None
) -> MajorityShown:
    """Who would get a card, by the switches of the table. [MR-39]"""
    literal = bool(rule_tables_for(reading.options).tie_to_activator)
    return majority(reading.view, reading.lexicon, card, price, activator, tie_to_activator=literal)


def _running(reading: BoardReader, one: Candidate, gets: int | None) -> Running:
    bar = reading.say(f"bar.{one.bar}") if one.bar else ""
    name, is_me = reading.names[one.seat], one.seat == reading.me
    return Running(name, one.amount, one.seat == gets, one.seat, is_me, bar)


# --- Actions ---


class Acting:
    """What the seat may do with the panel now: activate, or get a card. [MR-31] [MR-71]"""

    def __init__(self, reading: BoardReader) -> None:
        assert reading.me is not None
        self.reading, self.me = reading, reading.me
        moves = reading.page.moves
        self.free = {move.square for move in moves if isinstance(move, Activate)}
        self.got = {move.square for move in moves if isinstance(move, Get)}
        self.gets = reading.view.choice is not None and reading.view.choice.what == "get"
        self.chooses = reading.view.phase == "choosing"
        self.refusals = Refusals(reading.view, reading.options, reading.me)
        self.least = int(rule_tables_for(reading.options).least_bid)

    def on(self, square: Square) -> Square:
        """A square with its button, or the reason why there is none."""
        card = square.card
        assert card is not None
        if self.chooses:
            return self._get(square) if self.gets else square
        if square.number not in self.free:
            return self._barred(square, card)
        key = KEYS[square.number - 1]
        if card.type == "auction":
            return msgspec.structs.replace(square, opening=self._opening(card, key))
        about, main = self._outcome(square, card)
        label = self.reading.say("board.activate" if about else "board.take", card=card.title)
        move = move_json(Activate(square.number))
        action = Action(move, label, key, main, square.price, about)
        return msgspec.structs.replace(square, action=action)

    def _outcome(self, square: Square, card: CardFace) -> tuple[str, bool]:
        """Who gets it, where that is a question; an activation for another stands back."""
        reading = self.reading
        if card.type == "hole":
            return "", True
        found = _award(reading, card, square.price, self.me)
        if found.seat is None:
            return reading.say("board.to_nobody"), False
        if found.seat == self.me:
            return reading.say("board.to_you"), True
        return reading.say("board.to", seat=reading.names[found.seat]), False

    def _opening(self, card: CardFace, key: str) -> OpeningBid:
        most = self.reading.view.seats[self.me].tokens[card.asks]
        word = self.reading.lexicon.resources[card.asks].word
        label = self.reading.say("board.open", card=card.title)
        return OpeningBid(self.least, most, card.asks, word, label, key)

    def _get(self, square: Square) -> Square:
        if square.number not in self.got:
            why = Why(self.reading.say("why.not_for_hand"), "MR-71", self.reading.say("short.hand"))
            return msgspec.structs.replace(square, why=why)
        key = KEYS[square.number - 1]
        action = Action(move_json(Get(square.number)), self.reading.say("get"), key)
        return msgspec.structs.replace(square, action=action)

    def _barred(self, square: Square, card: CardFace) -> Square:
        refused = self.refusals.square(square.number, card.type == "auction")
        if refused is None:
            return square
        return msgspec.structs.replace(square, why=reason(self.reading, refused, card, square))


def reason(
    reading: BoardReader, refused: tuple[str, str], card: CardFace, square: Square | None = None
) -> Why:
    """Why a card cannot be taken or played, in a few words. [MR-34] [MR-44] [MR-48]"""
    code, paragraph = refused
    mine: Any = reading.mine
    held = [reading.card(id_).name for id_ in mine.hand if reading.card(id_).colour == card.colour]
    asks = reading.lexicon.resources.get(card.asks)
    leader = reading.lexicon.leaders.get(card.cost_icon)
    name, fields = code.partition("/")[2], {
        "n": square.price if square else card.cost_number,
        "have": mine.tokens["goods" if square and card.type != "auction" else card.asks or "goods"],
        "resource": asks.word if asks else "",
        "colour": card.colour_word,
        "card": held[0] if held else "",
        "leaders": leader.other if leader else "",
    }  # fmt: skip
    text = reading.say(f"why.{name}", **fields)
    short = reading.say(f"short.{name}", **fields)
    return Why(text, paragraph, short, card.look if name == "same_colour" else "")
