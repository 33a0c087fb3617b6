"""Batches of any game, stepped by its contract: one Python call a move, not compiled loops.

Actions are the steps that the rules number; a move of several steps takes as many actions,
and is known to its own seat alone until it is whole. An observation is the seat's number and
its view as numbers (`view_numbers`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import inspect
from numpy.typing import NDArray

from realms.arena.batches.arrays import SKIP, Arrays, row_rng_state
from realms.arena.batches.layout import Layout, blocks_of, fields_of
from realms.arena.batches.view_numbers import Numbers, field_numbers
from realms.kernel.chance import seed_of
from realms.kernel.game import Game, State, copy_state


class GeneralBatchRules:
    """How games of a batch are dealt, stepped and shown, for a game without rules for it."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def view_fields(self, options: Any) -> list[tuple[str, Numbers]]:
        """How each field of a view is written down at a table."""
        state = self.game.start(options, "layout")
        views = [self.game.view(state, seat) for seat in range(options.players)]
        kind = inspect.type_info(type(views[0]))
        assert isinstance(kind, inspect.StructType)
        return field_numbers(kind, views, "", options.players)

    def layout(self, options: Any) -> Layout:
        """The actions and observations of a table."""
        view_fields = [
            (name, part.size, part.low, part.high) for name, part in self.view_fields(options)
        ]
        return Layout(
            actions=blocks_of([("step", self.game.code_space)]),
            fields=fields_of([("seat", 1, 0, options.players - 1), *view_fields]),
            dtype=np.int32,
        )

    def rows(self, options: Any, layout: Layout, arrays: Arrays) -> GeneralRows:
        """Some rows of a batch."""
        writers = [part for _, part in self.view_fields(options) if part.size]
        names = [field.name for field in layout.fields[1:]]
        return GeneralRows(self.game, options, arrays, list(zip(names, writers, strict=True)))

    def code_of(self, layout: Layout, state: State, path: Any, seat: int, action: int) -> int:
        """The step that an action is."""
        return action

    def actions_of(self, layout: Layout, state: State, seat: int, code: int) -> tuple[int, ...]:
        """The action that a step is."""
        return (code,)


class GeneralRows:
    """Some rows of a batch, played through the contract of their game."""

    def __init__(
        self, game: Game, options: Any, arrays: Arrays, view_fields: list[tuple[str, Numbers]]
    ) -> None:
        self.game, self.options, self.arrays = game, options, arrays
        self.view_fields = view_fields
        self.paths: dict[tuple[int, int], tuple[int, ...]] = {}
        """The steps of moves that are not whole yet, by row and seat."""

    def deal(self, rng_state: np.uint64, which: NDArray[np.bool_]) -> None:
        """Begin the next game in the rows that are marked."""
        for row in np.flatnonzero(which).tolist():
            self._deal_row(row, rng_state)
            self.arrays.seats[row] = self._next_seat(row)
        self.show(self.arrays.seats, self.arrays.mask, self.arrays.seen)

    def step(self, rng_state: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row; begin the next game where one ended, if so told."""
        a = self.arrays
        for row in range(len(a.states)):
            a.over[row] = False
            a.rewards[row, :] = 0
            if a.actions[row] == SKIP or a.seats[row] == SKIP:
                continue
            self._play(row, int(a.seats[row]), int(a.actions[row]))
            if not self.game.awaiting(a.states[row]):
                self._settle(row)
                if auto_reset:
                    self._deal_row(row, rng_state)
            a.seats[row] = seat = self._next_seat(row)
            if seat == SKIP:
                a.mask[row, :] = False
            else:
                self._show_row(row, seat, a.mask[row], a.seen[row])

    def show(self, seats: NDArray[np.int64], mask: Any, seen: Any) -> None:
        """Write down what seats see, and their legal actions where they owe a decision."""
        for row, seat in enumerate(seats.tolist()):
            if seat == SKIP:
                mask[row, :] = False
                seen[row, :] = 0
            else:
                self._show_row(row, seat, mask[row], seen[row])

    def awaiting(self, seats: NDArray[np.bool_]) -> None:
        """Write down which seats owe a decision."""
        seats[:] = False
        for row, state in enumerate(self.arrays.states):
            seats[row, list(self.game.awaiting(state))] = True

    def _deal_row(self, row: int, rng_state: np.uint64) -> None:
        a = self.arrays
        dealt = row_rng_state(rng_state, int(a.numbers[row]), int(a.episodes[row]))
        a.states[row] = self.game.start(self.options, seed_of(np.uint64(dealt)))
        a.episodes[row] += 1
        self._forget(row)

    def _forget(self, row: int, but: tuple[int, ...] = ()) -> None:
        """Drop the unfinished moves of a row, but for those of some seats."""
        for key in [key for key in self.paths if key[0] == row and key[1] not in but]:
            del self.paths[key]

    def _next_seat(self, row: int) -> int:
        """The awaited seat that moves next: the first, or one in the midst of its move."""
        awaited = self.game.awaiting(self.arrays.states[row])
        midway = [seat for seat in awaited if (row, seat) in self.paths]
        return (*midway, *awaited, SKIP)[0]

    def _midway(self, row: int, seat: int) -> State:
        """The state as a seat has it that is in the midst of its move: a copy, or the state."""
        state: State = self.arrays.states[row]
        path = self.paths.get((row, seat), ())
        if path:
            state = copy_state(state)
            for code in path:
                self.game.advance(state, seat, code)
        return state

    def _play(self, row: int, seat: int, action: int) -> None:
        """One more step of a seat; a whole move is made on the state."""
        game, state = self.game, self.arrays.states[row]
        steps = (*self.paths.get((row, seat), ()), action)
        after = copy_state(self._midway(row, seat))
        game.advance(after, seat, action)
        takes_several = len(steps) > 1 or game.count(state, seat) is not None
        if takes_several and game.midway(after, seat):
            self.paths[row, seat] = steps
            return
        self.paths.pop((row, seat), None)
        game.attempt(state, seat, steps)
        self._forget(row, but=game.awaiting(state))

    def _settle(self, row: int) -> None:
        """Write down how a game ended: points, and what they are worth."""
        a, outcome = self.arrays, self.game.outcome(self.arrays.states[row])
        assert outcome is not None
        a.over[row] = True
        for seat, score in enumerate(outcome.scores):
            a.scores[row, seat] = score
            a.rewards[row, seat] = outcome.share(seat) - 1 / len(outcome.scores)

    def _show_row(self, row: int, seat: int, mask: Any, seen: Any) -> None:
        """The legal steps of a seat, and its view as numbers."""
        game, state = self.game, self.arrays.states[row]
        own = self._midway(row, seat)
        mask[:] = False
        if seat in game.awaiting(state):
            mask[game.codes(own, seat)] = True
        view = game.view(own, seat)
        numbers = [seat]
        for name, part in self.view_fields:
            numbers += part.write(getattr(view, name))
        seen[:] = numbers
