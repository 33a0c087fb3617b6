"""A batch: many games in one array, stepped together from NumPy."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from realms.arena.batches.arrays import (
    SKIP,
    Arrays,
    Rows,
    draw_actions,
    first_refused,
    new_arrays,
    row_rng_state,
)
from realms.arena.batches.layout import Layout
from realms.arena.game_parts import batch_rules
from realms.kernel.chance import branch, rng_state_from, seed_of
from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.game import Game, State
from realms.kernel.games import game_named
from realms.kernel.gpu import device as kernel_device

LEAST = 256
"""Fewer games than this are not worth a thread."""
BESIDE = 1 << 62
"""The number beside those of all rows, whose rng state draws random actions."""

__all__ = ["SKIP", "Batch", "Turns"]


class Turns(NamedTuple):
    """How all games of a batch stand: one row a game.

    The arrays are the batch's own, shown without copying: they cannot be written to, and
    the next step changes them.
    """

    seat: NDArray[np.int64]
    """The seat that moves next; −1 where a game is over and not dealt anew."""
    mask: NDArray[np.bool_]
    """Its legal actions, `(n, actions)`."""
    observation: NDArray[Any]
    """What it sees, `(n, size)`."""
    rewards: NDArray[np.float32]
    """`(n, players)`: nought but where a game ended in this step, then the part of the win
    less `1 / players`, so that all add up to nought."""
    terminated: NDArray[np.bool_]
    """Where a game ended in this step."""
    scores: NDArray[np.int32]
    """`(n, players)`: the final points of the last game that ended in a row."""


class Batch:
    """Many games of one table, stepped together; see `docs/batch.md`."""

    def __init__(
        self,
        game: Game,
        options: Any,
        n: int,
        seed: str = "",
        jobs: int = 0,
        auto_reset: bool = True,
    ) -> None:
        game.check_unattended(options)
        if n < 1:
            raise Unreadable("batch/games", n=n)
        self.game, self.options, self.n = game, options, n
        self.auto_reset = auto_reset
        self._rules = batch_rules(game)
        self.layout: Layout = self._rules.layout(options)
        """The actions and the fields of observations, by name."""
        self._other: tuple[NDArray[Any], NDArray[np.bool_]] | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._make_room(jobs or os.cpu_count() or 1)
        self.reset(seed)

    def _make_room(self, jobs: int) -> None:
        """Make the arrays, and a share of them for each thread."""
        self._arrays = new_arrays(self.game.state_type, self.layout, self.players, self.n)
        self._everyone = np.ones(self.n, np.bool_)
        self._cuts = _cuts(self.n, jobs)
        self._rows = [self._rows_of(first, last) for first, last in self._cuts]
        if len(self._cuts) > 1:
            self._pool = ThreadPoolExecutor(len(self._cuts))
        self.turns = Turns(*map(_read_only, self._arrays.turn_arrays()))
        """How all games stand."""

    def _rows_of(self, first: int, last: int) -> Rows:
        return self._rules.rows(self.options, self.layout, self._arrays.part(first, last))

    @property
    def players(self) -> int:
        """How many seats a game has."""
        return int(self.options.players)

    @property
    def states(self) -> NDArray[Any]:
        """The states of all games, read only: `batch.game.view(batch.states[0], seat)`."""
        return _read_only(self._arrays.states)

    def state(self, row: int) -> State:
        """A copy of the state of one game."""
        return self._arrays.states[row : row + 1].copy()[0]  # type: ignore[no-any-return]

    def seed_of(self, row: int) -> str:
        """The seed of a row's game: `game.start(options, seed)` deals the same."""
        a = self._arrays
        return seed_of(row_rng_state(self._rng_state, row, int(a.episodes[row]) - 1))

    def reset(self, seed: str | None = None, rows: ArrayLike | None = None) -> Turns:
        """Begin new games: all of them, or only in some rows (a mask).

        With a seed everything begins anew; without, each row goes on to its next deal.
        """
        if seed is not None:
            self._rng_state, self._drawn = rng_state_from(seed), 0
            self._arrays.episodes[:] = 0
        which = self._everyone if rows is None else np.asarray(rows, np.bool_)
        if which.shape != (self.n,):
            raise Unreadable("batch/rows", n=self.n)
        self._arrays.rewards[which] = 0
        self._arrays.over[which] = False
        self._each(lambda rows, first, last: rows.deal(self._rng_state, which[first:last]))
        return self.turns

    def step(self, actions: ArrayLike) -> Turns:
        """Play one action in every game, for the seat it awaits; SKIP (−1) leaves one out.

        An action that is not legal is refused, and then no game has changed.
        """
        self._arrays.actions[:] = self._numbers(actions)
        a = self._arrays
        row = int(first_refused(a.mask, a.seats, a.actions))
        if row >= 0:
            seat, action = int(a.seats[row]), int(a.actions[row])
            raise IllegalMove("batch/illegal", row=row, seat=seat, action=action)
        self._each(lambda rows, _first, _last: rows.step(self._rng_state, self.auto_reset))
        return self.turns

    def ask(self, seats: ArrayLike) -> Turns:
        """Let other seats move next, where several owe a decision at once."""
        asked, awaiting = self._numbers(seats), self.awaiting()
        for row in np.flatnonzero(asked != self._arrays.seats):
            if not 0 <= asked[row] < self.players or not awaiting[row, asked[row]]:
                raise IllegalMove("batch/not_awaited", row=int(row), seat=int(asked[row]))
        self._arrays.seats[:] = asked
        a = self._arrays
        self._show(a.seats, a.mask, a.seen)
        return self.turns

    def observe(self, seats: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """What any seats see, and their legal actions: one seat for all games, or one each.

        The arrays are kept for the next call. Seats that owe no decision have no action.
        """
        if self._other is None:
            self._other = (np.zeros_like(self._arrays.seen), np.zeros_like(self._arrays.mask))
        seen, mask = self._other
        looking = self._numbers(np.array(np.broadcast_to(np.asarray(seats), (self.n,))))
        if looking.min() < 0 or looking.max() >= self.players:
            raise Unreadable("batch/seats", players=self.players)
        self._show(looking, mask, seen)
        return _read_only(seen), _read_only(mask)

    def awaiting(self) -> NDArray[np.bool_]:
        """Which seats owe a decision, `(n, players)`; while leaders are placed, several do."""
        found = np.zeros((self.n, self.players), np.bool_)
        self._each(lambda rows, first, last: rows.awaiting(found[first:last]))
        return found

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game, each as likely; they follow from the seed."""
        drawn, a = np.empty(self.n, np.int64), self._arrays
        rng_state, time = np.uint64(branch(self._rng_state, BESIDE)), self._drawn

        def draw(_rows: Rows, first: int, last: int) -> None:
            part = slice(first, last)
            draw_actions(a.mask[part], a.seats[part], a.numbers[part], drawn[part], rng_state, time)

        self._each(draw)
        self._drawn += 1
        return drawn

    # For what plays in a batch besides its caller.

    @property
    def arrays(self) -> Arrays:
        """The arrays themselves; who writes to them answers for it."""
        return self._arrays

    @property
    def rng_state(self) -> np.uint64:
        """The rng state from which all deals come."""
        return self._rng_state

    @property
    def cuts(self) -> Sequence[tuple[int, int]]:
        """Where the rows of each thread begin and end."""
        return self._cuts

    def work(self, work: Callable[[Rows, int, int], None]) -> None:
        """Do something with the rows of every thread."""
        self._each(work)

    def ask_first(self) -> Turns:
        """Let the first seat that owes a decision move next in every game; SKIP if none does."""
        awaiting, a = self.awaiting(), self._arrays
        a.seats[:] = np.where(awaiting.any(axis=1), awaiting.argmax(axis=1), SKIP)
        self._show(a.seats, a.mask, a.seen)
        return self.turns

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _show(self, seats: NDArray[np.int64], mask: Any, seen: Any) -> None:
        self._each(
            lambda rows, first, last: rows.show(
                seats[first:last], mask[first:last], seen[first:last]
            )
        )

    def _numbers(self, values: ArrayLike) -> NDArray[np.int64]:
        """One whole number a game."""
        numbers = np.asarray(values)
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iu":
            raise Unreadable("batch/numbers", n=self.n)
        return numbers.astype(np.int64, copy=False)

    def _each(self, work: Callable[[Rows, int, int], None]) -> None:
        """Do something with every chunk of rows, a thread each."""
        chunks = zip(self._rows, self._cuts, strict=True)
        if self._pool is None:
            for rows, (first, last) in chunks:
                work(rows, first, last)
            return
        running = [self._pool.submit(work, rows, first, last) for rows, (first, last) in chunks]
        for done in running:
            done.result()


def _cuts(n: int, jobs: int) -> Sequence[tuple[int, int]]:
    """The first and last rows of the parts into which threads split a batch."""
    parts = max(1, min(jobs, n // LEAST))
    ends = [n * part // parts for part in range(parts + 1)]
    return list(pairwise(ends))


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def open_batch(game: str | Game, options: Any, n: int, *, device: str = "cpu", **how: Any) -> Batch:
    """A batch of a game, by itself or by its name, on the processor or the GPU."""
    found = game_named(game) if isinstance(game, str) else game
    chosen = found.options_type() if options is None else options
    return _kind_on(device)(found, chosen, n, **how)


def _kind_on(device: str) -> type[Batch]:
    """The kind of batch that lies on a device."""
    if device == "cpu":
        return Batch
    if device != "cuda":
        raise Unreadable("batch/device", device=device)
    kernel_device.require()
    from realms.arena.batches.device import DeviceBatch  # noqa: PLC0415  (loads its compiler)

    return DeviceBatch
