"""A realm: the cards in play, and what they count to. [MR-72]"""

from __future__ import annotations

from typing import Any

from realms.kernel.bits.sets import count
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import ADMIRAL, GENERAL


@rule
def cards_in_play(s: Any, seat: int) -> int:
    """How many cards a seat has in play. [MR-72]"""
    n = 0
    for place in range(s.entered):
        n += s.owner[place] == seat
    return n


@rule
def kind_in_play(s: Any, tables: Any, seat: int, kind: int) -> int:
    """How many cards of a kind, such as Islands, a seat has in play. [MR-63] [MR-72]"""
    n = 0
    for place in range(s.entered):
        n += s.owner[place] == seat and tables.kind[s.played[place]] == kind
    return n


@rule
def colours_in_play(s: Any, tables: Any, seat: int) -> int:
    """The set of colours a seat has in play. [MR-59] [MR-72]"""
    colours = 0
    for place in range(s.entered):
        if s.owner[place] == seat:
            colours |= 1 << int(tables.colour[s.played[place]])
    return colours


@rule
def cards_of_colours(s: Any, tables: Any, seat: int, colours: int) -> int:
    """How many cards of any of some colours a seat has in play. [MR-65] [MR-72]"""
    n = 0
    for place in range(s.entered):
        colour = int(tables.colour[s.played[place]])
        n += s.owner[place] == seat and (int(colours) >> colour) & 1 == 1
    return n


@rule
def different_colours(s: Any, tables: Any, seat: int) -> int:
    """How many different colours a seat has in play. [MR-59]"""
    return count(colours_in_play(s, tables, seat))


@rule
def great_persons(s: Any, tables: Any, seat: int) -> int:
    """How many Great Persons a seat has in play. [MR-75]"""
    n = 0
    for place in range(s.entered):
        n += s.owner[place] == seat and tables.person[s.played[place]] == 1
    return n


@rule
def combat_value(s: Any, tables: Any, seat: int) -> int:
    """Admirals and generals by combat value; decoys never count. [MR-5] [MR-58]"""
    admirals = int(s.leaders[seat, ADMIRAL]) * int(tables.combat[ADMIRAL])
    return admirals + int(s.leaders[seat, GENERAL]) * int(tables.combat[GENERAL])
