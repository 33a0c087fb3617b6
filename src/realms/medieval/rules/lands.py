"""Land combat: who controls each land this round. [MR-24] to [MR-27]"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    DECOY,
    GENERAL,
    MOST_LANDS,
    NOTHING,
    RESOURCE_COUNT,
)
from realms.medieval.rules.manor import gain
from realms.medieval.rules.reports import BY_LAND, FORCE, LAND


@rule
def strength(s: Any, tables: Any, seat: int, land: int) -> int:
    """Generals, admirals and decoys of a seat on a land, by combat value. [MR-24] [MR-26]"""
    total = 0
    for leader in range(3):
        total += int(s.forces[seat, leader, land]) * int(tables.combat[leader])
    return total


@rule
def holder(s: Any, tables: Any, land: int) -> int:
    """Who controls a land: stronger than everybody else, with military leaders there.

    A tie for the highest strength leaves the land to nobody, a weaker third included; a
    decoy only denies. [MR-24] [MR-25] [MR-26] [MR-27]
    """
    best, most, tied = NOTHING, 0, False
    for seat in range(s.players):
        here = strength(s, tables, seat, land)
        if here > most:
            best, most, tied = seat, here, False
        elif here == most:
            tied = True
    if best == NOTHING or tied or s.forces[best, DECOY, land]:
        return NOTHING
    return best


@rule
def resolve_lands(s: Any, tables: Any, journal: Any) -> None:
    """Every land gives its whole reward to whoever controls it. [MR-24]"""
    for land in range(MOST_LANDS):
        if not tables.lands[land]:
            continue
        winner = holder(s, tables, land)
        if journal is not None:
            tell_land(s, tables, land, winner, journal)
        if winner != NOTHING:
            for resource in range(RESOURCE_COUNT):
                gain(s, winner, resource, tables.reward[land, resource], BY_LAND, land, journal)


@rule
def tell_land(s: Any, tables: Any, land: int, winner: int, journal: Any) -> None:
    """Who stands on a land, and who controls it; nothing of a land where nobody is. [MR-24]"""
    contested = False
    for seat in range(s.players):
        if strength(s, tables, seat, land):
            contested = True
            admirals = int(s.forces[seat, ADMIRAL, land])
            others = 100 * int(s.forces[seat, DECOY, land]) + admirals
            note(journal, FORCE, seat, land, s.forces[seat, GENERAL, land], others)
    if contested:
        note(journal, LAND, land, winner)
