"""A re-deal: what a viewer may know stays true, everything else is dealt anew. [MR-8]

Hidden are the order of the deck, and where others stand behind their screens.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import ADMIRAL, GENERAL, MAYOR, MOST_LANDS, RESOURCE_COUNT
from realms.medieval.rules.placement import fits, has_free_land, put_down, take_back
from realms.medieval.rules.state import DECOYS, PLACING, bit, has

SPECTATOR = -1


@rule
def redeal(s: Any, tables: Any, viewer: int, word: np.uint64) -> None:
    """Deal anew, from a fresh word of chance, all that a viewer cannot know. [MR-8]"""
    s.chance = word
    unshuffle(s)
    if s.phase != PLACING:
        return
    for seat in range(s.players):
        if seat == viewer:
            continue
        was_ready = has(s.ready, seat)
        take_back(s, tables, seat)
        if was_ready:
            place_anyhow(s, tables, seat)
            s.ready |= bit(seat)


@rule
def unshuffle(s: Any) -> None:
    """Put what is left of the deck in order; chance shuffles it as it is drawn. [MR-10]"""
    for place in range(int(s.dealt) + 1, s.cards):
        card = s.deck[place]
        spot = place
        while spot > s.dealt and s.deck[spot - 1] > card:
            s.deck[spot] = s.deck[spot - 1]
            spot -= 1
        s.deck[spot] = card


@rule
def place_anyhow(s: Any, tables: Any, seat: int) -> None:
    """Place all leaders of a seat at random. [MR-19] [MR-20] [MR-22]"""
    for piece in (MAYOR, GENERAL, ADMIRAL):
        places = RESOURCE_COUNT if piece == MAYOR else MOST_LANDS
        for _leader in range(s.unplaced[seat, piece]):
            put_down(s, seat, piece, anywhere(s, tables, seat, piece, places), 1)
    if not has_free_land(s, tables, seat):
        s.unplaced[seat, DECOYS] = 0
    for _decoy in range(s.unplaced[seat, DECOYS]):
        put_down(s, seat, DECOYS, anywhere(s, tables, seat, DECOYS, MOST_LANDS), 1)


@rule
def anywhere(s: Any, tables: Any, seat: int, piece: int, places: int) -> int:
    """A random square or land where a leader may stand."""
    where = below(s, places)
    while not fits(s, tables, seat, piece, where):
        where = below(s, places)
    return where
