"""The moves of Medieval Realms, as people and programs make them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from realms.kernel.game import Move

UNKNOWN = "?"
"""Stands for what a reader may not know."""


class Draft(Move, frozen=True):
    """Take two extra tokens of two different resources. [MR-15]"""

    tokens: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("draft", *self.tokens))


class Place(Move, frozen=True):
    """Place all leaders: mayors on resources, the others on lands by number. [MR-18]

    A placement that is not to be known has None for its mayors.
    """

    mayors: dict[str, int] | None = field(default_factory=dict)
    generals: tuple[int, ...] = ()
    admirals: tuple[int, ...] = ()
    decoys: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.mayors is None:
            return f"place {UNKNOWN}"
        parts = ["place"]
        for resource, number in self.mayors.items():
            parts.append(resource if number == 1 else f"{resource} {number}")
        for leader, lands in (
            ("general", self.generals),
            ("admiral", self.admirals),
            ("decoy", self.decoys),
        ):
            if lands:
                parts.append(" ".join((leader, *map(str, lands))))
        return " ".join(parts)


class Activate(Move, frozen=True, omit_defaults=True):
    """Activate the card of a square, counted from 1; an auction card with a bid. [MR-31]"""

    square: int
    bid: int | None = None

    def __str__(self) -> str:
        bid = "" if self.bid is None else f" bid {self.bid}"
        return f"activate {self.square}{bid}"


class Bid(Move, frozen=True):
    """Bid higher in an auction. [MR-45]"""

    amount: int

    def __str__(self) -> str:
        return f"bid {self.amount}"


class PassBid(Move, frozen=True, tag="pass_bid"):
    """Leave an auction. [MR-45]"""

    def __str__(self) -> str:
        return "pass bid"


class Play(Move, frozen=True):
    """Play a card from the hand. [MR-48]"""

    card: str

    def __str__(self) -> str:
        return f"play {self.card}"


class Choose(Move, frozen=True):
    """Choose a resource: for a milestone, or as a card such as the Tithe lets one. [MR-55]"""

    what: Literal["milestone", "tithe"] = field(name="for")
    resource: str

    def __str__(self) -> str:
        return f"{self.what} {self.resource}"


class Get(Move, frozen=True):
    """Get a card of the current panel into the hand, as a card lets one. [MR-71]"""

    square: int

    def __str__(self) -> str:
        return f"get {self.square}"


class PassRound(Move, frozen=True, tag="pass"):
    """Take no more actions this round. [MR-50]"""

    def __str__(self) -> str:
        return "pass"


AnyMove = Draft | Place | Activate | Bid | PassBid | Play | Choose | Get | PassRound


class LandForce(Struct, frozen=True):
    """Who stood on a land, and how strong. [MR-24]"""

    seat: int
    generals: int
    admirals: int
    decoys: int
    strength: int
