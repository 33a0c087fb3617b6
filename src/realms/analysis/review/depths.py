"""How closely a game is looked at."""

from __future__ import annotations

from msgspec import Struct

from realms.kernel.errors import Unreadable


class ReviewDepth(Struct, frozen=True):
    """How many moves of a decision are compared, over how many re-deals.

    With a network few re-deals do, since it judges each by itself; where games are played to
    their end there must be more. `first` re-deals sort out the moves that are worth the rest.
    """

    name: str
    moves: int
    first: int
    redeals: int
    played_out: int
    """Re-deals where there is no network."""
    most: int = 0
    """Re-deals of a decision while it is unclear what to call it, at most."""
    to_the_end: int = 0
    """Games played out from a position where a game trusts them beside its network."""
    most_played: int = 0
    """Games by which a fault is tried, at most."""

    def redeals_with(self, has_network: bool) -> int:
        """Re-deals of the moves that are looked at closely."""
        return self.redeals if has_network else self.played_out


QUICK = ReviewDepth("quick", moves=3, first=0, redeals=3, played_out=12)
STANDARD = ReviewDepth(
    "standard",
    moves=5,
    first=4,
    redeals=16,
    played_out=96,
    most=4096,
    to_the_end=32,
    most_played=4096,
)
DEEP = ReviewDepth(
    "deep",
    moves=8,
    first=12,
    redeals=96,
    played_out=480,
    most=6144,
    to_the_end=128,
    most_played=8192,
)
DEPTHS = {depth.name: depth for depth in (QUICK, STANDARD, DEEP)}
LISTED = 40
"""Moves that are looked at first, at most."""


def depth_named(name: str) -> ReviewDepth:
    """A depth by its name; raises `Unreadable` for any other."""
    if name not in DEPTHS:
        raise Unreadable("review/depth", name=name, known=", ".join(DEPTHS))
    return DEPTHS[name]
