"""Steps 3 and 4: screens down, and resources come in. [MR-23] [MR-28]"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    GOODS,
    MAKE_ON_SQUARE,
    MAKE_PER_LEADER,
    MAYOR,
    MOST_EFFECTS,
    NOTHING,
    RESOURCE_COUNT,
)
from realms.medieval.rules.lands import resolve_lands
from realms.medieval.rules.manor import gain
from realms.medieval.rules.reports import BY_MAYORS, BY_PRODUCTION, BY_STEP_FOUR, REVEALED
from realms.medieval.rules.turn_order import begin_actions


@rule
def screens_down(s: Any, tables: Any, journal: Any) -> None:
    """All placements are revealed together; steps 3, 4 and 5 follow. [MR-16] [MR-23]"""
    note(journal, REVEALED, s.round_now)
    mayors_produce(s, journal)
    resolve_lands(s, tables, journal)
    cards_produce(s, tables, journal)
    give_goods(s, tables, journal)
    begin_actions(s, journal)


@rule
def mayors_produce(s: Any, journal: Any) -> None:
    """Each mayor makes one token of its square. [MR-19] [MR-23]"""
    for seat in range(s.players):
        for resource in range(RESOURCE_COUNT):
            gain(s, seat, resource, s.zone[seat, resource], BY_MAYORS, NOTHING, journal)


@rule
def leaders_owned(s: Any, tables: Any, seat: int, leader: int) -> int:
    """The leaders that cards count; decoys are no mayors, unless switched. [MR-73]"""
    owned = int(s.leaders[seat, leader])
    if leader == MAYOR and tables.decoys_as_mayors:
        owned += int(tables.decoys)
    return owned


@rule
def produced(s: Any, tables: Any, seat: int, card: int, effect: int) -> int:
    """The tokens that a production effect makes now; 0 where there is none. [MR-7] [MR-66]"""
    what = tables.production[card, effect, 0]
    amount = int(tables.production[card, effect, 2])
    if what == MAKE_PER_LEADER:
        return amount * leaders_owned(s, tables, seat, tables.production[card, effect, 3])
    if what == MAKE_ON_SQUARE:
        return amount * int(s.zone[seat, tables.production[card, effect, 1]])
    return amount if what else 0


@rule
def cards_produce(s: Any, tables: Any, journal: Any) -> None:
    """Repetitive production of all cards in play. [MR-7] [MR-23] [MR-58] [MR-66]"""
    for place in range(s.entered):
        card = int(s.played[place])
        if not tables.is_producing[card]:
            continue
        seat = int(s.owner[place])
        for effect in range(MOST_EFFECTS):
            made = produced(s, tables, seat, card, effect)
            resource = tables.production[card, effect, 1]
            gain(s, seat, resource, made, BY_PRODUCTION, card, journal)


@rule
def give_goods(s: Any, tables: Any, journal: Any) -> None:
    """Step 4: goods for everybody. [MR-28]"""
    for seat in range(s.players):
        gain(s, seat, GOODS, tables.goods, BY_STEP_FOUR, NOTHING, journal)
