"""Games that a list of numbers drives: each number chooses who moves, and what.

When the numbers run out, everybody passes as soon as possible, so every list is a whole
game. `Ledger` keeps the books of a game from its events alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from realms.kernel.conformance import seat_names
from realms.kernel.game import Event, State
from realms.kernel.record import Played, Record, new_record
from realms.medieval import Options, game
from realms.medieval.content.switches import NAMES, VALUES
from realms.medieval.interface import events as e
from realms.medieval.interface.moves import AnyMove
from realms.medieval.interface.view import MedievalView

FLIPPED: dict[str, Any] = {name: VALUES[name][-1] for name in NAMES}
"""Every switch as the English edition does not have it."""

SEED = "driven"
LAST = -1
"""The last legal move is to pass, wherever one may."""


class Step(Struct):
    """One move of a game, and the states before and after it."""

    before: State
    seat: int
    move: AnyMove
    events: list[Event]
    after: State


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Any table, with any switches told."""
    fields: dict[str, Any] = {
        name: draw(st.sampled_from(VALUES[name]))
        for name in draw(st.lists(st.sampled_from(NAMES), unique=True))
    }
    fields |= {"players": draw(st.integers(2, 5)), "edition": draw(st.sampled_from(("en", "es")))}
    return Options(**fields)


CHOICES = st.lists(st.integers(0, 2**20), min_size=30, max_size=160)


def steps(table: Options, choices: Sequence[int]) -> Iterator[Step]:
    """The game to which the numbers lead, move by move."""
    state, left = game.start(table, SEED), iter(choices)
    while game.awaiting(state):
        number = next(left, LAST)
        seats = (*game.awaiting(state), *game.may_change(state)) if number > 0 else ()
        seat = seats[number % len(seats)] if seats else game.awaiting(state)[0]
        legal = game.legal(state, seat)
        move: Any = legal[number // 8 % len(legal) if number >= 0 else LAST]
        after, events = game.play(state, seat, move)
        yield Step(state, seat, move, events, after)
        state = after


def record_of(table: Options, made: Sequence[Step]) -> Record:
    """The record of such a game."""
    moves = tuple(Played(step.seat, step.move) for step in made)
    record = new_record(game, table, seat_names(table.players), SEED)
    return Record(record.rules, record.options, record.seats, record.seed, moves)


class Ledger:
    """What is where, kept from the events alone."""

    def __init__(self, view: MedievalView) -> None:
        self.tokens = [Counter(seat.tokens) for seat in view.seats]
        self.leaders = [Counter(seat.leaders) for seat in view.seats]
        self.points = [seat.points for seat in view.seats]
        self.hands = [Counter(seat.hand) for seat in view.seats]
        self.realms = [Counter(seat.realm) for seat in view.seats]
        self.panels = Counter(card for card in (*view.current, *view.future) if card)
        self.discards = Counter(view.discards)
        self.deck, self.round, self.order = view.deck, view.round, view.order
        self.lots = 0

    def enter(self, event: Any) -> None:
        """Enter an event: what it gives and takes, and where its card goes."""
        seat = getattr(event, "seat", None)
        match event:
            case e.GoodsGiven(amount):
                for tokens in self.tokens:
                    tokens["goods"] += amount
            case e.TookCard() | e.Activated():
                self.tokens[event.seat]["goods"] -= event.price
                self.panels[event.card] -= 1
            case e.Opened():
                self.panels[event.card] -= 1
            case e.Won():
                self.tokens[event.seat][event.resource] -= event.bid
                self.realms[event.seat][event.card] += 1
            case e.CardPlayed():
                self.tokens[event.seat].subtract(event.tokens)
                self.leaders[event.seat].subtract(event.leaders)
                self.hands[event.seat][event.card] -= 1
                self.realms[event.seat][event.card] += 1
            case e.Chose():
                self.tokens[event.seat][event.resource] += event.amount
            case e.GotCard():
                self.panels[event.card] -= 1
            case e.Unclaimed(card):
                self.discards[card] += 1
            case e.Swept(cards):
                self.panels.subtract(cards)
                self.discards.update(cards)
            case e.Refilled(cards):
                self.panels.update(cards)
                self.deck -= len(cards)
            case e.RoundBegan(number):
                self.round = number
            case e.OrderSet(order):
                self.order = order
            case _ if seat is not None:
                self.gain(event)
        if isinstance(event, e.TookCard | e.Received | e.GotCard):
            self.hands[event.seat][event.card] += 1

    def gain(self, event: Any) -> None:
        """Enter what an event gives to its seat."""
        self.tokens[event.seat].update(getattr(event, "tokens", {}))
        self.leaders[event.seat].update(getattr(event, "leaders", {}))
        if isinstance(event, e.Gained | e.Answered):
            self.points[event.seat] += event.points

    def summary(self) -> tuple[Any, ...]:
        """The books, to be compared."""
        counters = (self.tokens, self.leaders, self.hands, self.realms)
        kept = [[+counter for counter in kind] for kind in counters]
        open_cards = (+self.panels, +self.discards)
        return (*kept, self.points, *open_cards, self.deck, self.round, self.order)
