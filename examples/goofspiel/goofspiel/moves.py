"""Options, moves, events and views of Goofspiel."""

from typing import Annotated

from msgspec import Meta, Struct

from goofspiel.rules import CARDS, SEATS
from realms.kernel.game import Event, Move, Options, View


class GoofspielOptions(Options, frozen=True):
    """What a table agrees on. [GS-1]"""

    players: Annotated[int, Meta(ge=2, le=SEATS)] = 3
    cards: Annotated[int, Meta(ge=3, le=CARDS)] = CARDS


class Bid(Move, frozen=True):
    """Bid a card of the hand; None stands for one that a reader may not know. [GS-3]"""

    card: int | None


class Laid(Event, frozen=True):
    """A seat laid its bid, and only it knows which card. [GS-3]"""

    seat: int
    card: int | None
    cited = "GS-3"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Others see that it did, not what."""
        return self if viewer == self.seat else Laid(self.seat, None)


class Revealed(Event, frozen=True):
    """The bid of a seat was revealed. [GS-4]"""

    seat: int
    card: int
    cited = "GS-4"


class Won(Event, frozen=True):
    """A seat won what was at stake. [GS-4]"""

    seat: int
    points: int
    cited = "GS-4"


class Carried(Event, frozen=True):
    """The highest bids were equal, and what was at stake stayed. [GS-5]"""

    points: int
    cited = "GS-5"


class Turned(Event, frozen=True):
    """The next prize was turned. [GS-2]"""

    prize: int
    stake: int
    cited = "GS-2"


EVENTS: tuple[type[Event], ...] = (Laid, Revealed, Won, Carried, Turned)


class GoofspielSeat(Struct, frozen=True):
    """What is known of one seat."""

    points: int
    hand: tuple[int, ...]
    has_bid: bool


class GoofspielView(View, frozen=True):
    """A game through one pair of eyes. [GS-7]"""

    round: int
    stake: int
    coming: tuple[int, ...]
    bid: int | None
    seats: tuple[GoofspielSeat, ...]
