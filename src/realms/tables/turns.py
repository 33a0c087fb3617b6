"""What a table is made of: chairs, the moves that were made, the story, and changes to come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from realms.kernel.game import Event, State
from realms.tables import entries as log

Viewer = int | None
"""A seat, or None for a spectator."""


class Chair(Struct):
    """A seat of a table: free, a person's, a bot's, or a person's whom a bot stands in for."""

    name: str = ""
    secret: str = ""
    bot: str = ""

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit down."""
        return not self.secret and not self.bot

    @property
    def is_person(self) -> bool:
        """Whether a person plays it now."""
        return bool(self.secret) and not self.bot


class Turn(Struct, frozen=True, gc=False):
    """A move that was made: the state before it, and whether it uncovered anything."""

    seq: int
    seat: int | None
    move: Any
    answer: str | None
    before: State
    uncovered: bool
    noticed: frozenset[Viewer] | None
    """Who could notice it; None for everybody."""


class Told(Struct, frozen=True, gc=False):
    """Something that the story of a table tells: a move and what it led to, or another act."""

    entry: log.AnyEntry
    name: str
    """Whose act it was, as they were called then."""
    events: tuple[Event, ...] = ()
    moves: int = 0
    """The moves that had been made with it."""


class Request(Struct):
    """A request to undo, and who has agreed."""

    seat: int
    moves: int
    agreed: set[int]


class Change(Struct):
    """What an entry changes, ready to be made."""

    make: Callable[[], None]
    events: list[Event] = []
    status: str = ""
    """How the table stands after it, where that is new."""
    noticed: frozenset[Viewer] | None = None
    """Who could notice it; None for everybody."""
    entry: log.AnyEntry | None = None
    name: str = ""
