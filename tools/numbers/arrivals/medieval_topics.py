"""The topics of Medieval Realms: what is paid, held, placed first and collected.

Each says of a seat how much it had of an item: the price it paid for an auction card, the
rounds in which it controlled a land, its mayors on a square and its strength on a land in the
first round, the extra tokens it drafted, the cards of a colour it ended with, its place in the
first turn order.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from realms.kernel.rule import rule
from realms.medieval.content.content import CONTENT
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    GENERAL,
    MOST_LANDS,
    NOTHING,
    RESOURCE_COUNT,
    RESOURCES,
)
from realms.medieval.rules.realm import cards_of_colours, different_colours
from realms.medieval.rules.reports import WON
from realms.medieval.rules.state import SEATS
from tools.numbers.arrivals.arrivals import ITEMS, Topic, note_had

PRICE, LAND, MAYORS, STRENGTH, DRAFT, OPENING, COLOUR, COLOURS, PLACE = range(9)
MOST_OPENINGS = 24
"""Whole placements of mayors that are told of at each table."""
SQUARES = tuple(place for place, one in enumerate(CONTENT.resource) if one.zone)
"""The resources that have a square in the zone."""
FIRST_MAYORS = 4
"""Mayors that are placed in the first round. [MR-14]"""
PLACEMENTS = tuple(combinations_with_replacement(range(len(SQUARES)), FIRST_MAYORS))
"""Every way to place them."""
BASE = FIRST_MAYORS + 1


def _numbered() -> Any:
    """The number of each placement, by its mayors on the squares read as digits."""
    numbers = np.full(BASE ** len(SQUARES), -1, np.int64)
    for number, chosen in enumerate(PLACEMENTS):
        numbers[sum(BASE**square for square in chosen)] = number
    return numbers


NUMBERED = _numbered()
_SQUARES = np.array(SQUARES, np.int64)

assert len(PLACEMENTS) <= ITEMS >= RESOURCE_COUNT * RESOURCE_COUNT

TOPICS = (
    Topic("price", tuple(card.id for card in CONTENT.card)),
    Topic("land", tuple(str(land + 1) for land in range(MOST_LANDS))),
    Topic("mayors", RESOURCES),
    Topic("strength", tuple(str(land + 1) for land in range(MOST_LANDS))),
    Topic("draft", tuple(f"{one}+{other}" for one in RESOURCES for other in RESOURCES)),
    Topic(
        "opening",
        tuple("+".join(RESOURCES[SQUARES[n]] for n in chosen) for chosen in PLACEMENTS),
        MOST_OPENINGS,
    ),
    Topic("colour", tuple(colour.id for colour in CONTENT.colour)),
    Topic("colours", ("different",)),
    Topic("place", tuple(str(place + 1) for place in range(SEATS))),
)
"""In the order of their numbers."""


@rule
def note_places(s: Any, notes: Any) -> None:
    """Note the place of every seat in the turn order drawn at the start. [MR-12]"""
    for place in range(s.players):
        note_had(notes, PLACE, s.order[place], place, 1)


@rule
def note_sales(notes: Any, journal: Any) -> None:
    """Note what was paid for cards under the hammer. [MR-46]"""
    for row in range(1, int(journal[0, 0]) + 1):
        if journal[row, 0] == WON:
            note_had(notes, PRICE, journal[row, 1], journal[row, 2], journal[row, 3])


@rule
def note_opening(s: Any, tables: Any, notes: Any) -> None:
    """Note where every seat's leaders stand in the first round. [MR-19] [MR-20]"""
    for seat in range(s.players):
        placement, digit = 0, 1
        for square in _SQUARES:
            mayors = int(s.zone[seat, square])
            note_had(notes, MAYORS, seat, square, mayors)
            placement += mayors * digit
            digit *= BASE
        if placement < len(NUMBERED) and NUMBERED[placement] >= 0:
            note_had(notes, OPENING, seat, NUMBERED[placement], 1)
        for land in range(MOST_LANDS):
            if tables.lands[land]:
                strength = int(s.forces[seat, GENERAL, land]) * int(tables.combat[GENERAL])
                strength += int(s.forces[seat, ADMIRAL, land]) * int(tables.combat[ADMIRAL])
                note_had(notes, STRENGTH, seat, land, strength)


@rule
def note_end(s: Any, tables: Any, lands: Any, notes: Any) -> None:
    """Note what every seat drafted, held and ended with. [MR-15] [MR-24] [MR-72]"""
    for seat in range(s.players):
        if s.drafted[seat] != NOTHING:
            note_had(notes, DRAFT, seat, s.drafted[seat], 1)
        for land in range(MOST_LANDS):
            if tables.lands[land]:
                note_had(notes, LAND, seat, land, lands[seat, land])
        for colour in range(tables.colours):
            cards = cards_of_colours(s, tables, seat, 1 << colour)
            note_had(notes, COLOUR, seat, colour, cards)
        note_had(notes, COLOURS, seat, 0, different_colours(s, tables, seat))
