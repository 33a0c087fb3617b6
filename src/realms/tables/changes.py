"""What an entry would change at a table, and the moves and lines that it leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from realms.kernel.game import Event, Outcome, State
from realms.tables.entries import AnyEntry, BotFault

ViewerSeat = int | None
"""The seat of a viewer; None for a spectator."""


class Turn(Struct, frozen=True, gc=False):
    """A move that was made: the state before it, and whether it uncovered anything."""

    seq: int
    seat: int | None
    move: Any
    answer: str | None
    before: State
    uncovered: bool
    noticed: frozenset[ViewerSeat] | None
    """Who could notice it; None for everybody."""
    events: list[Event] = []
    """What happened with it."""


class StoryEntry(Struct, frozen=True, gc=False):
    """A part of the story of a table: a move and what it led to, or another act."""

    entry: AnyEntry
    name: str
    """Whose act it was, as they were called then."""
    events: tuple[Event, ...] = ()
    moves: int = 0
    """The moves that had been made with it."""


class FailedBot(Struct, frozen=True, gc=False):
    """A seat whose own bot could not make its last move, so that a house bot made it."""

    seat: int
    fault: BotFault


class UndoRequest(Struct):
    """A request to undo, and who has agreed."""

    seat: int
    moves: int
    agreed: set[int]


class Change(Struct):
    """What an entry changes, ready to be applied."""

    apply: Callable[[], None]
    events: list[Event] = []
    status: str = ""
    """The status of the table after it, where that is new."""
    noticed: frozenset[ViewerSeat] | None = None
    """Who could notice it; None for everybody."""
    entry: AnyEntry | None = None
    """The entry as it is written down; `Table.consider` sets it."""
    name: str = ""
    """Who acted, where their name changes with it."""
    at: int = 0
    """When; `Table.consider` sets it."""
    ended: tuple[State, Outcome] | None = None
    """How the game stands and who has won, where it is over with this."""
