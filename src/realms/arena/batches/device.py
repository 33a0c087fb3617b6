"""A batch on the GPU: the same games and arrays, which stay there.

Every array has `__cuda_array_interface__`, by which CuPy, PyTorch and JAX take it without
copying; and actions may come from any of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import ArrayLike, NDArray

from realms.arena.batches.arrays import Arrays, draw_actions, first_refused, new_arrays
from realms.arena.batches.batch import BESIDE, Batch, Turns
from realms.arena.game_parts import device_part
from realms.kernel.chance import branch, rng_state_from
from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.game import State
from realms.kernel.gpu import device


@device.kernel()
def clear_kernel(which: Any, rewards: Any, over: Any) -> None:
    """Forget how the last games of some rows ended."""
    row = cuda.grid(1)
    if row < len(which) and which[row]:
        over[row] = False
        for seat in range(rewards.shape[1]):
            rewards[row, seat] = 0


@device.kernel()
def legal_kernel(given: Any, actions: Any, mask: Any, seats: Any, refused: Any) -> None:
    """Take the actions given; the first row whose action is not legal, if there is one."""
    row = cuda.grid(1)
    if row < len(actions):
        one = slice(row, row + 1)
        actions[row] = given[row]
        if first_refused(mask[one], seats[one], actions[one]) >= 0:
            cuda.atomic.min(refused, 0, row)


@device.kernel()
def asked_kernel(given: Any, asked: Any, awaiting: Any, seats: Any, refused: Any) -> None:
    """Take the seats that are asked; the first row where one owes no decision."""
    row = cuda.grid(1)
    if row < len(asked):
        asked[row] = given[row]
        seat = asked[row]
        if seat != seats[row]:
            if seat < 0 or seat >= awaiting.shape[1] or not awaiting[row, seat]:
                cuda.atomic.min(refused, 0, row)


@device.kernel()
def looking_kernel(given: Any, looking: Any, players: Any, refused: Any) -> None:
    """Take the seats that look; the first row where there is no such seat."""
    row = cuda.grid(1)
    if row < len(looking):
        looking[row] = given[row]
        if looking[row] < 0 or looking[row] >= players:
            cuda.atomic.min(refused, 0, row)


@device.kernel()
def draw_kernel(
    mask: Any, seats: Any, numbers: Any, actions: Any, rng_state: Any, time: Any
) -> None:
    """A random legal action for every row."""
    row = cuda.grid(1)
    if row < len(actions):
        one = slice(row, row + 1)
        draw_actions(mask[one], seats[one], numbers[one], actions[one], rng_state, time)


class DeviceBatch(Batch):
    """Many games of one table that lie on the GPU, stepped together.

    What is handed out is the batch's own: its arrays, and those of `observe`, `awaiting`
    and `random_actions`, which the next call of the same name changes.
    """

    def _make_room(self, jobs: int) -> None:
        """Make the arrays, on the GPU."""
        module = device_part(self.game.name).device_batch()
        here = new_arrays(module.DEVICE_STATE, self.layout, self.players, self.n)
        self._arrays = Arrays(*map(cuda.to_device, here))
        self._all = module.device_rows(self.options, self.layout, self._arrays)
        self._everyone = cuda.to_device(np.ones(self.n, np.bool_))
        self._none = np.full(1, self.n)
        self._refused = cuda.to_device(self._none)
        self._seats: NDArray[np.int64] = cuda.device_array(self.n, np.int64)
        self._random: NDArray[np.int64] = cuda.device_array(self.n, np.int64)
        self._awaiting: NDArray[np.bool_] = cuda.device_array((self.n, self.players), np.bool_)
        self.turns = Turns(*self._arrays.turn_arrays())

    @property
    def states(self) -> Any:
        """The states of all games, on the GPU, their fields laid out for it."""
        return self._arrays.states

    def state(self, row: int) -> State:
        """A copy of the state of one game, as the processor has it."""
        there: Any = self._arrays.states[row : row + 1]
        state: State = device.copy_in_layout(there.copy_to_host()[0], self.game.state_type)[0]
        return state

    def reset(self, seed: str | None = None, rows: ArrayLike | None = None) -> Turns:
        """Begin new games: all of them, or only in some rows (a mask)."""
        a: Any = self._arrays
        if seed is not None:
            self._rng_state, self._drawn = rng_state_from(seed), 0
            a.episodes.copy_to_device(np.zeros(self.n, np.int64))
        which = self._everyone if rows is None else put_on_device(rows, np.bool_)
        if which.shape != (self.n,) or which.dtype != np.bool_:
            raise Unreadable("batch/rows", n=self.n)
        device.launch(clear_kernel, self.n, which, a.rewards, a.over)
        self._all.deal(self._rng_state, which)
        return self.turns

    def step(self, actions: ArrayLike) -> Turns:
        """Play one action in every game, from here or from the GPU; SKIP leaves one out."""
        a = self._arrays
        row = self._first(legal_kernel, self._given(actions), a.actions, a.mask, a.seats)
        if row < self.n:
            seat, action = int(a.seats[row]), int(a.actions[row])
            raise IllegalMove("batch/illegal", row=row, seat=seat, action=action)
        self._all.step(self._rng_state, self.auto_reset)
        return self.turns

    def ask(self, seats: ArrayLike) -> Turns:
        """Let other seats move next, where several owe a decision at once."""
        a: Any = self._arrays
        arrays = (self._seats, self.awaiting(), a.seats)
        row = self._first(asked_kernel, self._given(seats), *arrays)
        if row < self.n:
            raise IllegalMove("batch/not_awaited", row=row, seat=int(self._seats[row]))
        a.seats.copy_to_device(self._seats)
        self._all.show(a.seats, a.mask, a.seen)
        return self.turns

    def observe(self, seats: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """What any seats see, and their legal actions: one seat for all games, or one each."""
        if self._other is None:
            a = self._arrays
            self._other = (cuda.device_array_like(a.seen), cuda.device_array_like(a.mask))
        one_for_all = not is_on_device(seats) and np.ndim(seats) == 0
        given = self._given(np.full(self.n, seats) if one_for_all else seats)
        if self._first(looking_kernel, given, self._seats, self.players) < self.n:
            raise Unreadable("batch/seats", players=self.players)
        seen, mask = self._other
        self._all.show(self._seats, mask, seen)
        return seen, mask

    def awaiting(self) -> NDArray[np.bool_]:
        """Which seats owe a decision, `(n, players)`."""
        self._all.awaiting(self._awaiting)
        return self._awaiting

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game, the same that the processor draws."""
        a, rng_state = self._arrays, np.uint64(branch(self._rng_state, BESIDE))
        drawn = (self._random, rng_state, self._drawn)
        device.launch(draw_kernel, self.n, a.mask, a.seats, a.numbers, *drawn)
        self._drawn += 1
        return self._random

    def _given(self, values: ArrayLike) -> Any:
        """One whole number a game, on the GPU."""
        given = put_on_device(values)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise Unreadable("batch/numbers", n=self.n)
        return given

    def _first(self, kernel: Any, *arguments: Any) -> int:
        """The first row that a kernel refuses, or as many as there are."""
        device.launch(kernel, self.n, *arguments, self._refused)
        row = int(self._refused.copy_to_host()[0])
        if row < self.n:
            self._refused.copy_to_device(self._none)
        return row


def is_on_device(values: Any) -> bool:
    """Whether an array lies on the GPU, whoever made it."""
    return hasattr(values, "__cuda_array_interface__") or hasattr(values, "__cuda_ndarray__")


def put_on_device(values: Any, kind: Any = None) -> Any:
    """An array on the GPU: the very one, if it lies there already."""
    if not is_on_device(values):
        values = np.ascontiguousarray(values, kind)
        return cuda.to_device(values) if values.dtype.kind in "biu" else values
    return values if hasattr(values, "__cuda_ndarray__") else cuda.as_cuda_array(values)
