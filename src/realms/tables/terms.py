"""What a table is played by: the game and its options, who may come, and the clock."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from realms.kernel.capabilities import HasSharedClock
from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.game import Game
from realms.kernel.games import game_named

Seconds = Annotated[int, Meta(ge=1, le=30 * 24 * 3600)]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Time to think: so many seconds for each move, or a bank that moves add to."""

    kind: Literal["move", "bank"]
    seconds: Seconds
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed on when a table was opened."""

    game: str
    options: dict[str, Any] = {}
    public: bool = False
    """Whether the lobby lists it; else it is found by its link."""
    watched: bool = True
    """Whether others may watch."""
    clock: Clock | None = None
    day: str = ""
    """The day whose deal is played, as `2026-11-16`; empty at other tables."""
    room: str = ""
    """The room whose deal is played, by its id; empty at other tables."""


class Rules(Struct, frozen=True):
    """A game and the options it is played with at a table."""

    game: Game
    options: Any


def rules_of(terms: Terms) -> Rules:
    """The game and the options of a table, checked."""
    game = game_named(terms.game)
    try:
        options = msgspec.convert(terms.options, game.options_type)
    except msgspec.ValidationError as error:
        raise Unreadable("options/unreadable", text=str(terms.options)[:80]) from error
    game.check_options(options)
    if isinstance(game, HasSharedClock) and game.needs_clock(options) and terms.clock is None:
        raise Unreadable("table/clock")
    return Rules(game, options)


def refuse(code: str, **fields: Any) -> IllegalMove:
    """An act that the table does not allow."""
    return IllegalMove(f"table/{code}", **fields)
