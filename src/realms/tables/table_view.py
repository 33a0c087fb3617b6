"""A table as one seat, or a spectator, may see it: all that leaves the tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from realms.kernel.game import Outcome
from realms.tables.changes import FailedBot, UndoRequest
from realms.tables.seating import Chair
from realms.tables.table import Table


class SeatStatus(Struct, frozen=True, gc=False):
    """A seat: its name, and whether a person or a bot plays it."""

    name: str
    kind: str
    """`free`, `person`, `bot`, or `away` where a bot stands in for a person."""
    bot: str | None = None


class TalkLine(Struct, frozen=True):
    """Something said at a table; the seat is None for a spectator."""

    number: int
    seat: int | None
    text: str


class UndoStatus(Struct, frozen=True):
    """A request to undo."""

    seat: int
    moves: int
    agreed: tuple[int, ...]


class ClockStatus(Struct, frozen=True, gc=False):
    """The clock: when the present turn began, and what is left to each seat, in ms."""

    began: int
    left: tuple[int, ...]
    ends: int | None = None
    """When the time of all runs out, where they share one clock."""


class PracticeStatus(Struct, frozen=True):
    """Where a game goes on from that is tried again."""

    seat: int
    """Whose eyes it was taken with."""
    moves: int
    """The moves that were made in the other game."""
    is_anew: bool
    """Whether what that seat could not know was dealt anew."""
    source: str
    """The address of the replay it was taken from."""


class TableView(Struct, frozen=True, gc=False):
    """A table as one viewer may see it."""

    id: str
    seq: int
    game: str
    rules: str
    options: Any
    public: bool
    watched: bool
    status: str
    seat: int | None
    seats: tuple[SeatStatus, ...]
    awaiting: tuple[int, ...]
    commitment: str
    seed: str | None
    view: Any
    events: tuple[Any, ...]
    """What happened with the last entry, as this seat may know it."""
    outcome: Outcome | None
    undo: UndoStatus | None
    free_undo: int
    most: int | None
    """The highest bid that this seat has left for the auction that is on."""
    clock: ClockStatus | None
    next: str | None
    lines: tuple[TalkLine, ...]
    closed: bool = False
    """Whether whoever runs the server ended it before the game was over."""
    failed: FailedBot | None = None
    """Whose bot, of another package, failed at what happened last; a house bot moved for it."""
    day: str = ""
    """The day whose deal is played; empty at other tables."""
    room: str = ""
    """The room whose deal is played; empty at other tables."""
    practice: PracticeStatus | None = None
    """Where a game of practice goes on from; None for one that counts."""


class TableListing(Struct, frozen=True):
    """A table as a list shows it."""

    id: str
    game: str
    options: dict[str, Any]
    status: str
    names: list[str]
    free: int
    """Seats that are free."""
    watched: bool
    mine: tuple[int, ...] = ()
    """The seats of whoever asked for the list."""
    asked: tuple[int, ...] = ()
    """Those of them that owe a decision."""
    next: str = ""
    """The table where the same people play another game."""


def list_table(table: Table, mine: tuple[int, ...] = ()) -> TableListing:
    """A table as a list shows it, to the people of some seats."""
    return TableListing(
        id=table.id,
        game=table.game.name,
        options=msgspec.to_builtins(table.options),
        status=table.status,
        names=[chair.name for chair in table.chairs if chair.name],
        free=sum(chair.is_free for chair in table.chairs),
        watched=table.terms.watched,
        mine=mine,
        asked=tuple(seat for seat in mine if seat in table.awaiting),
        next=table.next_table if mine else "",
    )


def view_table(table: Table, seat: int | None, lines: Sequence[TalkLine] = ()) -> TableView:
    """A table as a seat, or a spectator (None), may see it."""
    state, request, outcome = table.state, table.undo.request, table.outcome
    events = [event.seen_by(seat) for event in table.events_for(seat)]
    return TableView(
        id=table.id,
        seq=table.seq_for(seat),
        game=table.game.name,
        rules=table.game.rules,
        options=table.options,
        public=table.terms.public,
        watched=table.terms.watched,
        status=table.status,
        seat=seat,
        seats=tuple([_seat(chair) for chair in table.seating.chairs]),
        awaiting=table.awaiting,
        commitment=table.commitment,
        seed=None if outcome is None else table.seed,
        view=None if state is None else table.game.view(state, seat),
        events=tuple([seen for seen in events if seen is not None]),
        outcome=outcome,
        undo=None if request is None else _undo(request),
        free_undo=0 if seat is None else table.undo.free_moves(seat),
        most=None if seat is None else table.most.get(seat),
        clock=_clock(table),
        next=table.next_table or None,
        lines=tuple(lines),
        closed=table.is_closed,
        failed=table.history.failed_for(seat),
        day=table.terms.day,
        room=table.terms.room,
        practice=_practice(table),
    )


def _practice(table: Table) -> PracticeStatus | None:
    begun, moves = table.practice, table.progress.begins
    if begun is None or moves is None:
        return None
    is_anew = bool(table.progress.redeals)
    return PracticeStatus(begun.seat, moves, is_anew, begun.source)


def _clock(table: Table) -> ClockStatus | None:
    time = table.time
    return ClockStatus(time.began, tuple(time.banks), table.time_ends) if time.banks else None


def _undo(request: UndoRequest) -> UndoStatus:
    return UndoStatus(request.seat, request.moves, tuple(sorted(request.agreed)))


def _seat(chair: Chair) -> SeatStatus:
    if chair.is_person:
        return SeatStatus(chair.name, "person")
    if chair.is_free:
        return SeatStatus("", "free")
    return SeatStatus(chair.name, "away" if chair.secret else "bot", chair.bot)


_ENCODER = msgspec.json.Encoder()


def table_frame(table: Table, seat: int | None, lines: Sequence[TalkLine] = ()) -> bytes:
    """A table as a seat may see it, as JSON: what answers and streams send."""
    return _ENCODER.encode(view_table(table, seat, lines))
