"""What happens in a game of Medieval Realms, in the past tense.

Tokens are told by resource and leaders by kind, cards by id, squares and lands counted
from 1. Every token, point and leader that comes or goes is in one of these events.
"""

from __future__ import annotations

from typing import ClassVar

from realms.kernel.game import Event
from realms.medieval.interface.moves import LandForce, Place

Tokens = dict[str, int]
Leaders = dict[str, int]


class Drafted(Event, frozen=True):
    """A seat took two extra tokens. [MR-15]"""

    seat: int
    tokens: Tokens
    cited: ClassVar[str] = "MR-15"


class RoundBegan(Event, frozen=True, tag="round_began"):
    """Screens went up: a round began. [MR-17]"""

    number: int
    cited: ClassVar[str] = "MR-17"


class Placed(Event, frozen=True):
    """A seat placed its leaders; only it knows where. [MR-18]"""

    seat: int
    placement: Place | None
    again: bool = False
    """Whether it changed a placement that was made before."""
    cited: ClassVar[str] = "MR-18"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Others see that it did, not where; of a change they see nothing."""
        if viewer == self.seat:
            return self
        return None if self.again else Placed(self.seat, None)


class TookBack(Event, frozen=True, tag="took_back"):
    """A seat took its leaders back to place them anew; only it knows. [MR-18]"""

    seat: int
    cited: ClassVar[str] = "MR-18"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Others see nothing of it."""
        return self if viewer == self.seat else None


class Revealed(Event, frozen=True):
    """All placements were revealed. [MR-23]"""

    number: int
    placements: tuple[Place, ...]
    cited: ClassVar[str] = "MR-23"


class Produced(Event, frozen=True):
    """The mayors of a seat produced. [MR-19]"""

    seat: int
    tokens: Tokens
    cited: ClassVar[str] = "MR-19"


class LandFought(Event, frozen=True, tag="land_fought"):
    """A land was fought for, or held unopposed; nobody gets it where seat is None. [MR-24]"""

    land: int
    seat: int | None
    forces: tuple[LandForce, ...]
    tokens: Tokens

    @property
    def paragraph(self) -> str:
        """Strength decides; a tie or decoys leave the land to nobody. [MR-25] [MR-26]"""
        if self.seat is not None:
            return "MR-24"
        most = max(force.strength for force in self.forces)
        tied = [force for force in self.forces if force.strength == most]
        fought = any(force.generals or force.admirals for force in tied)
        return "MR-25" if len(tied) > 1 and fought else "MR-26"


class CardProduced(Event, frozen=True, tag="card_produced"):
    """A card in play produced. [MR-23]"""

    seat: int
    card: str
    tokens: Tokens
    cited: ClassVar[str] = "MR-23"


class GoodsGiven(Event, frozen=True, tag="goods_given"):
    """Everybody received goods. [MR-28]"""

    amount: int
    cited: ClassVar[str] = "MR-28"


class OrderSet(Event, frozen=True, tag="order_set"):
    """Goods decided the turn order. [MR-30]"""

    order: tuple[int, ...]
    goods: tuple[int, ...]
    cited: ClassVar[str] = "MR-30"


class TookCard(Event, frozen=True, tag="took"):
    """A seat paid for a hole card and took it. [MR-33]"""

    seat: int
    card: str
    square: int
    price: int
    cited: ClassVar[str] = "MR-33"


class Activated(Event, frozen=True):
    """A seat paid for a majority card. [MR-37]"""

    seat: int
    card: str
    square: int
    price: int
    cited: ClassVar[str] = "MR-37"


class Received(Event, frozen=True):
    """A majority card went to a seat, for so many tokens of its resource. [MR-38]"""

    seat: int
    card: str
    resource: str
    amount: int
    activator: int
    cited: ClassVar[str] = "MR-38"


class Unclaimed(Event, frozen=True):
    """Nobody could take a majority card: it was discarded. [MR-42]"""

    card: str
    cited: ClassVar[str] = "MR-42"


class Opened(Event, frozen=True):
    """A seat opened an auction. [MR-44]"""

    seat: int
    card: str
    square: int
    bid: int
    resource: str
    cited: ClassVar[str] = "MR-44"


class Raised(Event, frozen=True):
    """A seat bid higher. [MR-45]"""

    seat: int
    bid: int
    cited: ClassVar[str] = "MR-45"


class LeftAuction(Event, frozen=True, tag="left_auction"):
    """A seat left an auction; it had to where it could not raise. [MR-45]"""

    seat: int
    had_to: bool
    cited: ClassVar[str] = "MR-45"


class Won(Event, frozen=True):
    """A seat won an auction and paid. [MR-46]"""

    seat: int
    card: str
    bid: int
    resource: str
    cited: ClassVar[str] = "MR-46"


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A seat played a card from its hand, and what that cost. [MR-48]"""

    seat: int
    card: str
    tokens: Tokens
    leaders: Leaders
    cited: ClassVar[str] = "MR-48"


class Gained(Event, frozen=True):
    """A card did what it does on entering play. [MR-49]"""

    seat: int
    card: str
    points: int
    tokens: Tokens
    leaders: Leaders
    cited: ClassVar[str] = "MR-49"


class Answered(Event, frozen=True):
    """A card in play answered to another. [MR-61]"""

    seat: int
    card: str
    points: int
    tokens: Tokens
    cited: ClassVar[str] = "MR-61"


class MilestonesReached(Event, frozen=True, tag="milestones_reached"):
    """A marker reached or passed multiples of five. [MR-55]"""

    seat: int
    number: int
    points: int
    cited: ClassVar[str] = "MR-55"


class Chose(Event, frozen=True):
    """A seat chose tokens: for a milestone, or as a card lets it. [MR-55]"""

    seat: int
    what: str
    resource: str
    amount: int
    card: str | None

    @property
    def paragraph(self) -> str:
        """Milestones, or the choice that a card lets its owner make. [MR-55] [MR-68]"""
        return "MR-55" if self.what == "milestone" else "MR-68"


class GotCard(Event, frozen=True, tag="got_card"):
    """A seat got a card of the panel for nothing. [MR-71]"""

    seat: int
    card: str
    square: int
    cited: ClassVar[str] = "MR-71"


class PassedRound(Event, frozen=True, tag="passed"):
    """A seat passed. [MR-50]"""

    seat: int
    cited: ClassVar[str] = "MR-50"


class Swept(Event, frozen=True):
    """Cards were cleared off the panel. [MR-51]"""

    cards: tuple[str, ...]
    cited: ClassVar[str] = "MR-51"


class Refilled(Event, frozen=True):
    """Cards came from the deck. [MR-52]"""

    cards: tuple[str, ...]
    cited: ClassVar[str] = "MR-52"


class Finished(Event, frozen=True):
    """The game ended. [MR-74]"""

    rounds: int
    cited: ClassVar[str] = "MR-74"
