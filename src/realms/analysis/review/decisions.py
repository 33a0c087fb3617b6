"""The decisions of a game that are judged: whose they were, and what else was possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from realms.kernel.game import Game, State
from realms.kernel.record import Moment

Steps = tuple[int, ...]
"""A move as the steps that the rules see."""


class Decision(Struct, frozen=True):
    """A move that a seat was free to choose."""

    number: int
    """The number of the move in its record, from one on."""
    seat: int
    state: State
    """How things stood before it."""
    move: Any
    steps: Steps
    own_number: int
    """How many of its own came before: all that may be drawn by, as its seat knows it."""


def decisions_in(game: Game, moments: Sequence[Moment]) -> list[Decision]:
    """The free decisions of a replayed game; a choice that was changed in time counts as changed.

    Moves of nobody's seat, and moves without an alternative, are none.
    """
    found: list[Decision] = []
    made: dict[int, int] = {}
    for moment in moments[1:]:
        played: Any = moment.played
        seat = played.seat
        if seat is None or not _is_free(game, moment.before, seat):
            continue
        if seat not in game.awaiting(moment.before):  # it changes what it did
            found = _without_last_of(found, seat)
        own_number = made.get(seat, 0)
        made[seat] = own_number + 1
        steps = game.encode(moment.before, seat, played.move)
        found.append(Decision(moment.number, seat, moment.before, played.move, steps, own_number))
    return found


def _is_free(game: Game, state: State, seat: int) -> bool:
    """Whether a seat has more than one move."""
    counted = game.count(state, seat)
    return (len(game.codes(state, seat)) if counted is None else counted) > 1


def _without_last_of(found: list[Decision], seat: int) -> list[Decision]:
    last = max((n for n, one in enumerate(found) if one.seat == seat), default=-1)
    return [one for n, one in enumerate(found) if n != last]


def one_state(state: State) -> Any:
    """A state as an array of one."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)
