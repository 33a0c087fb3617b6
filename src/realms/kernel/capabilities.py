"""What a game may offer besides the contract of all games; tables ask for it by type.

A game that has a capability implements its methods; nothing has to be registered.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from realms.kernel.game import State


@runtime_checkable
class HasProxyBids(Protocol):
    """A game with auctions in which a seat may leave a highest bid, secret from all others."""

    def may_bid(self, state: State, seat: int) -> bool:
        """Whether a seat is in an auction that is on, so that it may leave a highest bid."""

    def proxy_move(self, state: State, seat: int, most: int) -> Any:
        """What a seat that left a highest bid does when it is asked; None if it is not."""


@runtime_checkable
class HasSharedClock(Protocol):
    """A game that may be played against one clock for all seats."""

    def needs_clock(self, options: Any) -> bool:
        """Whether a game with these options is played against a clock; if not, none ever runs."""

    def time_up_move(self, state: State) -> Any:
        """The move that nobody's seat makes when time is over; None where no clock runs."""


@runtime_checkable
class HasFinalCards(Protocol):
    """A game in which a seat ends with cards that make its score."""

    def final_cards(self, state: State, seat: int) -> tuple[str, ...]:
        """The cards of a seat in a game that is over, by their names in content files."""
