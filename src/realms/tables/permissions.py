"""Who may do what at a table, beyond what its log has to meet.

A log is replayed by the laxer rules that it was written under; what is here is asked of new
entries only, of the table as it is when they are written. Each function raises `IllegalMove`.

* A seat is decided about by who holds it: who sat down there, present or away. Only they
  leave it, come back to it, name it, and choose the bot that stands in for them.
* Free seats, and bots that stand in for nobody, are decided about by all who hold a seat; at
  a table where nobody does, by anybody who has the link.
* At a table of a room the host has said which bots play: who stands in for oneself is all that
  anybody decides about.
* To undo what is not free takes the consent of everybody who holds a seat. Who is away has a
  say; the bot that stands in for them has none.
* Among bots alone nothing is undone past the moment at which a seat learned something.
* Where no clock runs and a person has owed a decision for long, whoever holds another seat
  may let a bot stand in; the seat stays theirs, and they may take it back at any time.
* Acts that bring the game no nearer to its end have a rate for each seat, and the log of a
  table takes so many entries; a full one takes only what leads to the end of the game, and
  who is away may still come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from realms.kernel.names import folded
from realms.tables.changes import ViewerSeat
from realms.tables.entries import (
    AnyEntry,
    GameStarted,
    MoveMade,
    PlayerReturned,
    RematchOpened,
    SeatCovered,
    SeatLeft,
)
from realms.tables.names import look_alike
from realms.tables.table import Table
from realms.tables.terms import refuse

HOUR = 3600 * 1000
"""An hour, in milliseconds."""
PATIENCE = 72 * HOUR
"""How long a decision may be owed before others may let a bot stand in, in milliseconds."""
MOST_ENTRIES, SPARE_ENTRIES = 2_000, 200
"""Entries of a log after which a table takes only what leads to its end; then, of returns."""
MOST_OPEN = MOST_ENTRIES // 2
"""Those of them that everybody noticed; the others are shared out among the seats."""
IDLE_RATE, IDLE_BURST = 1.0, 60
"""Acts of a seat that bring nothing nearer to the end: so many a second, and so many at once."""
LAST_ACTS = (SeatLeft, SeatCovered, GameStarted, RematchOpened)
"""What leads to the end of a game, or cannot go on for ever: a full log takes it still."""


def check_name(table: Table, seat: int, name: str) -> None:
    """Refuse a name that looks like the one of another seat."""
    others = [chair.name for place, chair in enumerate(table.chairs) if place != seat]
    for other in others:
        if folded(other) == folded(name):
            return  # the table refuses it, as the same name
        if other and look_alike(name, other):
            raise refuse("name_alike", name=name, other=other)


def check_bot_seat(table: Table, held: tuple[int, ...], place: int) -> None:
    """Refuse a bot for a seat that whoever holds the seats `held` does not decide about."""
    chair = table.seating.chair(place)
    if table.terms.room and not table.seating.is_away(place):
        raise refuse("room_seats")
    if table.seating.is_away(place):
        if place not in held:
            raise refuse("held_by_another", name=chair.name)
    elif table.seating.holders and not held:
        raise refuse("not_yours")


def has_consent(table: Table) -> bool:
    """Whether everybody who holds a seat, present or away, agreed to the undo asked for."""
    return table.undo.request is not None and table.seating.holders <= table.undo.request.agreed


def check_known(table: Table, seat: int, moves: int) -> None:
    """Refuse to undo, among bots, what let a seat see something: they would not know of it."""
    is_alone = table.seating.holders <= {seat}
    if is_alone and moves > table.undo.free_moves(seat) and table.undo.learned_since(seat, moves):
        raise refuse("undo_known")


def check_undo(table: Table, seat: int, moves: int) -> None:
    """Refuse an undo that is neither free nor agreed to by all who hold a seat."""
    request = table.undo.request
    is_asked = request is not None and (request.seat, request.moves) == (seat, moves)
    if moves > table.undo.free_moves(seat) and not (is_asked and has_consent(table)):
        raise refuse("undo_needs_consent")
    check_known(table, seat, moves)


def absent_seats(table: Table, now: int, patience: int) -> tuple[int, ...]:
    """The seats of people for whom others may let a bot play: they have owed a move for long."""
    if table.terms.clock is not None or now - table.time.began < patience:
        return ()
    return tuple(seat for seat in table.awaiting if table.chairs[seat].is_person)


def check_absence(table: Table, seat: int, now: int, patience: int) -> None:
    """Refuse a bot for somebody who owes nothing, or has not owed it for long."""
    chair = table.seating.chair(seat)
    if table.terms.clock is not None:
        raise refuse("clock_decides")
    if not chair.is_person:
        raise refuse("nobody_there", seat=seat + 1)
    if seat not in table.awaiting:
        raise refuse("not_awaited", name=chair.name)
    if seat not in absent_seats(table, now, patience):
        left = patience - (now - table.time.began)
        raise refuse("not_absent", name=chair.name, n=-(-left // HOUR))


# --- Acts that lead nowhere ---


def is_idle(table: Table, entry: AnyEntry) -> bool:
    """Whether an act of a person brings the table no nearer to its end.

    Such acts could go on for ever: names, undoing, bids that are left, changes of a decision
    that was made, and trading for as long as one clock runs for all.
    """
    if isinstance(entry, MoveMade):
        if entry.by != "seat":
            return False
        return table.time_up_move is not None or entry.seat not in table.awaiting
    return not isinstance(entry, LAST_ACTS)


def is_full(table: Table, seat: ViewerSeat, spare: int = 0) -> bool:
    """Whether the log takes no more acts of a seat that lead nowhere.

    Only what the seat knows of is counted, what everybody noticed and what it did in secret
    itself: else it could tell how much others did in secret.
    """
    history = table.history
    share = MOST_OPEN // len(table.chairs)
    return history.open_acts >= MOST_OPEN + spare or history.secret_acts(seat) >= share + spare


class IdleActs:
    """Counts the acts of each seat that bring a table no nearer to its end."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, burst: float = IDLE_BURST
    ) -> None:
        self.clock, self.burst = clock, burst
        self._until: dict[int | None, float] = {}
        """When the acts of a seat will have been forgotten."""

    def __len__(self) -> int:
        return len(self._until)

    def check(self, table: Table, entry: AnyEntry) -> None:
        """Count an act, if it is one of those; refuse it if there are too many."""
        if not is_idle(table, entry):
            return
        seat, now = getattr(entry, "seat", None), self.clock()
        if is_full(table, seat, SPARE_ENTRIES if isinstance(entry, PlayerReturned) else 0):
            raise refuse("log_full")
        owed = max(self._until.get(seat, now) - now, 0.0)
        if owed > (self.burst - 1) / IDLE_RATE:
            raise refuse("hurried")
        self._until[seat] = now + owed + 1 / IDLE_RATE
