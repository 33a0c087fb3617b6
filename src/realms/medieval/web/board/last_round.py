"""The last round as the log tells it: where leaders stood, and who held which land. [MR-23]"""

from __future__ import annotations

from msgspec import Struct

from realms.medieval.interface import events as e
from realms.medieval.interface.moves import Place
from realms.medieval.web.board.board_reader import BoardReader


class LastRound(Struct, frozen=True):
    """What was revealed in the round before."""

    placements: tuple[Place, ...] = ()
    holders: dict[int, int | None] = {}
    """Who held each land that was fought for; None where nobody did."""

    def stood(self, land: int) -> tuple[tuple[int, str], ...]:
        """Who stood on a land: a seat and a sort of leader for each."""
        found: list[tuple[int, str]] = []
        for seat, placement in enumerate(self.placements):
            found += [(seat, "general")] * placement.generals.count(land)
            found += [(seat, "admiral")] * placement.admirals.count(land)
            found += [(seat, "decoy")] * placement.decoys.count(land)
        return tuple(found)


def last_round(reading: BoardReader) -> LastRound:
    """The round whose screens came down last; empty before the first."""
    holders: dict[int, int | None] = {}
    for line in reversed(reading.page.story):
        if isinstance(line.event, e.LandFought):
            holders[line.event.land] = line.event.seat
        elif isinstance(line.event, e.Revealed):
            return LastRound(line.event.placements, holders)
    return LastRound()
