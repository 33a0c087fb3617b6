"""One state as a batch shows it: what a seat sees, its legal actions, moves as actions.

So a policy that learned in a batch plays at any table: `observation`, `action_mask`,
`action_of` and `move_of` of a game ask here.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.arena.batches.arrays import PATH, new_arrays
from realms.arena.game_parts import batch_rules
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Game, State, copy_state

KEPT = 32
"""Tables whose numbering is kept ready."""

Shown = tuple[NDArray[Any], NDArray[np.bool_]]
"""What a seat sees, and its legal actions."""


class UnfinishedMove(NamedTuple):
    """How far some actions have come with a move."""

    state: State
    path: NDArray[np.int16]
    steps: tuple[int, ...]
    is_whole: bool


class Numbering:
    """The actions and observations of one table, for one state at a time."""

    def __init__(self, game: Game, options: Any) -> None:
        self.game, self.rules = game, batch_rules(game)
        self.layout = self.rules.layout(options)
        self._arrays = new_arrays(game.state_type, self.layout, int(options.players), 1)
        self._rows = self.rules.rows(options, self.layout, self._arrays)

    def show(self, state: State, seat: int, actions: Sequence[int] = ()) -> Shown:
        """What a seat sees and may do, having begun a move with some actions."""
        begun = self._walk(state, seat, actions)
        if begun.is_whole:
            raise IllegalMove("batch/whole", seat=seat)
        return self._show(begun.state, begun.path, seat)

    def move_of(self, state: State, seat: int, actions: Sequence[int]) -> Any:
        """The move that actions make; None if it takes more of them."""
        begun = self._walk(state, seat, actions)
        return self.game.decode(state, seat, begun.steps) if begun.is_whole else None

    def actions_of(self, state: State, seat: int, move: Any) -> tuple[int, ...]:
        """The actions that make a legal move."""
        steps = self.game.encode(state, seat, move)
        refused, _events = self.game.attempt(copy_state(state), seat, steps)
        if refused:
            raise IllegalMove(refused[0], paragraph=refused[1], move=str(move))
        actions: list[int] = []
        for code in steps:
            actions += self.rules.actions_of(self.layout, state, seat, code)
        if not self._walk(state, seat, actions).is_whole:
            raise IllegalMove("batch/no_action", move=str(move))
        return tuple(actions)

    def _walk(self, state: State, seat: int, actions: Sequence[int]) -> UnfinishedMove:
        """Go through the actions of a move on a copy; each must be legal where it stands."""
        after, path = copy_state(state), np.zeros(PATH, np.int16)
        steps: list[int] = []
        is_whole = False
        for action in actions:
            mask = self._show(after, path, seat)[1]
            if is_whole or not 0 <= action < len(mask) or not mask[action]:
                raise IllegalMove("batch/action", seat=seat, action=int(action))
            code = self.rules.code_of(self.layout, after, path, seat, int(action))
            if code >= 0:
                path[0] = 0
                steps.append(code)
                self.game.advance(after, seat, code)
                several = len(steps) > 1 or self.game.count(state, seat) is not None
                is_whole = not (several and self.game.midway(after, seat))
        return UnfinishedMove(after, path, tuple(steps), is_whole)

    def _show(self, state: State, path: NDArray[np.int16], seat: int) -> Shown:
        a = self._arrays
        a.states[0], a.paths[0] = state, path
        self._rows.show(np.array([seat], np.int64), a.mask, a.seen)
        return a.seen[0].copy(), a.mask[0].copy()


def numbering_of(game: Game, state: State) -> Numbering:
    """The numbering of the table that a state is from."""
    return _numbering(game, game.options(state), threading.get_ident())


@lru_cache(KEPT)
def _numbering(game: Game, options: Any, _thread: int) -> Numbering:
    """One for each thread: each has arrays that it works in."""
    return Numbering(game, options)
