"""All that a view tells in numbers, looked up by one compiled rule. [FR-5] [FR-23b]"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np

from realms.fantasy.content.tables import NOBODY
from realms.fantasy.rules.play import awaited
from realms.fantasy.rules.redeal import known_area, known_hand
from realms.fantasy.rules.state import CHAOS, DECLARED, DECLARING, ENDED, HAND, KEEPING, SEATS
from realms.fantasy.rules.turn import must_draw
from realms.kernel.bits.sets import count
from realms.kernel.game import State
from realms.kernel.rule import rule


class ViewNumbers(NamedTuple):
    """What a viewer may know, in numbers; sets of cards and of seats are bits."""

    variant: int
    players: int
    phase: int
    first: int
    turn: int
    awaited: int
    hand: int
    area: int
    deck: int
    must_draw: int
    taken: int
    is_keeping: int
    """Whether the viewer has drawn two cards and keeps one. [FR-21]"""
    one_drawn: int
    other_drawn: int
    trades: int
    passes: int
    rounds_left: int
    """Trade rounds to come, or −1 where they are not counted. [FR-25]"""
    pending: int
    """The choice that the viewer declares next, or NOBODY. [FR-18]"""
    cards_held: list[int]
    """By seat, as the two that follow."""
    known: list[int]
    declared: list[int]


BY_SEAT = ("cards_held", "known", "declared")
SINGLES = len(ViewNumbers._fields) - len(BY_SEAT)
VIEW_NUMBERS = np.dtype(
    (
        np.record,
        [(name, np.int64, SEATS if name in BY_SEAT else ()) for name in ViewNumbers._fields],
    )
)
"""The record that the rule fills, with the same fields in the same order."""
HELD, KNOWN, DECLARATIONS = (
    slice(SINGLES + place * SEATS, SINGLES + (place + 1) * SEATS) for place in range(len(BY_SEAT))
)
"""Where the numbers by seat stand in it."""


class _Room(threading.local):
    """A record to fill, one for each thread: making one takes longer than filling it."""

    def __init__(self) -> None:
        self.numbers = np.zeros(VIEW_NUMBERS.itemsize // 8, np.int64)
        self.record: Any = self.numbers.view(VIEW_NUMBERS)[0]


_ROOM = _Room()


@rule
def fill_view(s: Any, viewer: int, v: Any) -> None:
    """Fill in what a viewer, a seat or -1, may know in numbers. [FR-5] [FR-23b] [FR-24]"""
    is_chaos = s.variant == CHAOS
    is_keeping = s.phase == KEEPING and s.turn == viewer
    v.variant = s.variant
    v.players = s.players
    v.phase = s.phase
    v.first = s.first
    v.turn = s.turn
    v.awaited = awaited(s)
    v.hand = s.hands[viewer] if viewer >= 0 else 0
    v.area = known_area(s, viewer)
    # In Chaos without what was laid aside, which would tell. [FR-24]
    v.deck = s.cards - (HAND * s.players if is_chaos and s.phase != ENDED else s.dealt)
    v.must_draw = s.phase != ENDED and must_draw(s)
    v.taken = s.taken
    v.is_keeping = is_keeping
    v.one_drawn = s.pair[0] if is_keeping else NOBODY
    v.other_drawn = s.pair[1] if is_keeping else NOBODY
    v.trades = s.trades
    v.passes = s.passes
    v.rounds_left = s.rounds - s.lap if is_chaos and not s.clock else -1
    v.pending = s.pending[viewer] if viewer >= 0 and s.phase == DECLARING else NOBODY
    for seat in range(SEATS):  # those that nobody sits at too: nothing stays of another game
        v.cards_held[seat] = count(s.hands[seat])
        v.known[seat] = known_hand(s, seat, viewer)
        v.declared[seat] = s.phase == DECLARING and s.pending[seat] == DECLARED


def view_numbers(state: State, viewer: int) -> ViewNumbers:
    """What a viewer, a seat or -1, may know, in numbers."""
    room = _ROOM
    fill_view(state, viewer, room.record)
    numbers: list[Any] = room.numbers.tolist()
    numbers[SINGLES:] = (numbers[HELD], numbers[KNOWN], numbers[DECLARATIONS])
    return ViewNumbers._make(numbers)
