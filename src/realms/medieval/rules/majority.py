"""A majority card goes to whoever has most of its resource. [MR-37] to [MR-42]"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import NOTHING
from realms.medieval.rules.reports import RECEIVED, UNCLAIMED
from realms.medieval.rules.state import HAND, discard, holds_colour, to_hand


@rule
def is_candidate(s: Any, tables: Any, seat: int, card: int) -> bool:
    """Anybody, passed or not, with room in hand and no card of that colour in it. [MR-38]"""
    return s.held[seat] < HAND and not holds_colour(s, tables, seat, tables.colour[card])


@rule
def recipient(s: Any, tables: Any, activator: int, card: int) -> int:
    """The candidate with most tokens of the card's resource, or NOTHING.

    A tie goes to the activator if among the tied, or, where the switch says so, if a
    candidate at all; else to the earliest on the turn-order track. No tokens at all can
    win. [MR-38] [MR-39] [MR-40] [MR-41] [MR-42]
    """
    resource = tables.asks_for[card]
    best, most, tied = NOTHING, -1, False
    for place in range(s.players):
        seat = int(s.order[place])
        if not is_candidate(s, tables, seat, card):
            continue
        tokens = int(s.tokens[seat, resource])
        tied = tokens == most or (tied and tokens < most)
        if tokens > most or (tokens == most and seat == activator):
            best, most = seat, tokens
    if tied and tables.tie_to_activator and is_candidate(s, tables, activator, card):
        return activator
    return best


@rule
def award(s: Any, tables: Any, activator: int, card: int, journal: Any) -> None:
    """Give a majority card to its recipient, who cannot refuse; or discard it. [MR-41] [MR-42]"""
    seat = recipient(s, tables, activator, card)
    if seat == NOTHING:
        discard(s, card)
        note(journal, UNCLAIMED, card)
    else:
        to_hand(s, seat, card)
        note(journal, RECEIVED, seat, card, s.tokens[seat, tables.asks_for[card]], activator)
