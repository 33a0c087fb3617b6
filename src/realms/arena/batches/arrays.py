"""The arrays of a batch: one row a game, and rules that any game's rows share."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from realms.arena.batches.layout import Layout
from realms.kernel.chance import S32, branch, decision_seed, mix
from realms.kernel.rule import rule

PATH = 3
"""Numbers that keep the actions of a move that is not whole yet."""
SKIP = -1
"""The action that leaves a game as it is; and the seat of a game that is over."""


class Arrays(NamedTuple):
    """One row a game; a slice of them is a chunk of games. Rules take it as it is."""

    states: NDArray[Any]
    paths: NDArray[np.int16]
    numbers: NDArray[np.int64]
    episodes: NDArray[np.int64]
    seats: NDArray[np.int64]
    actions: NDArray[np.int64]
    mask: NDArray[np.bool_]
    seen: NDArray[Any]
    rewards: NDArray[np.float32]
    scores: NDArray[np.int32]
    over: NDArray[np.bool_]

    def part(self, first: int, last: int) -> Arrays:
        """A view of some rows, on the same memory."""
        return Arrays._make(array[first:last] for array in self)

    def turn_arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays of a turn: who moves, what is legal, scores and endings."""
        return self.seats, self.mask, self.seen, self.rewards, self.over, self.scores


def new_arrays(state_type: np.dtype[Any], layout: Layout, players: int, n: int) -> Arrays:
    """The arrays of `n` games."""
    return Arrays(
        states=np.zeros(n, state_type),
        paths=np.zeros((n, PATH), np.int16),
        numbers=np.arange(n, dtype=np.int64),
        episodes=np.zeros(n, np.int64),
        seats=np.full(n, SKIP, np.int64),
        actions=np.full(n, SKIP, np.int64),
        mask=np.zeros((n, layout.action_count), np.bool_),
        seen=np.zeros((n, layout.observation_size), layout.dtype),
        rewards=np.zeros((n, players), np.float32),
        scores=np.zeros((n, players), np.int32),
        over=np.zeros(n, np.bool_),
    )


class Rows(Protocol):
    """Some rows of a batch, and what one thread needs to play them by a game's rules."""

    def deal(self, rng_state: np.uint64, which: NDArray[np.bool_]) -> None:
        """Begin the next game in the rows that are marked."""

    def step(self, rng_state: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row; begin the next game where one ended, if so told."""

    def show(self, seats: NDArray[np.int64], mask: Any, seen: Any) -> None:
        """Write down what seats see, and their legal actions where they owe a decision."""

    def awaiting(self, seats: NDArray[np.bool_]) -> None:
        """Write down which seats owe a decision."""


@rule
def row_of(a: Any, row: int) -> Any:
    """One row, as arrays of one game: a chunk for a thread of the GPU."""
    one = slice(row, row + 1)
    return Arrays(
        a.states[one],
        a.paths[one],
        a.numbers[one],
        a.episodes[one],
        a.seats[one],
        a.actions[one],
        a.mask[one],
        a.seen[one],
        a.rewards[one],
        a.scores[one],
        a.over[one],
    )


@rule
def row_rng_state(rng_state: np.uint64, number: int, episode: int) -> np.uint64:
    """The rng state that deals a game: its row, and how many were played there before, fix it."""
    return branch(branch(rng_state, number), episode)


@rule
def first_refused(mask: Any, seats: Any, actions: Any) -> int:
    """The first row whose action is not legal, or −1; rows may be skipped."""
    for row in range(len(actions)):
        action = actions[row]
        if action == SKIP or seats[row] == SKIP:
            continue
        if action < 0 or action >= mask.shape[1] or not mask[row, action]:
            return row
    return SKIP


@rule
def draw_actions(
    mask: Any, seats: Any, numbers: Any, actions: Any, rng_state: np.uint64, time: int
) -> None:
    """A random legal action for every row; the row and the time fix it."""
    for row in range(len(actions)):
        actions[row] = SKIP
        if seats[row] == SKIP:
            continue
        legal = 0
        for action in range(mask.shape[1]):
            legal += int(mask[row, action])
        bits = mix(decision_seed(branch(rng_state, numbers[row]), time)) >> S32
        left = int((bits * np.uint64(legal)) >> S32)
        action = 0
        while left > 0 or not mask[row, action]:
            left -= int(mask[row, action])
            action += 1
        actions[row] = action


@rule
def spread(cards: int, row: Any, start: int, size: int) -> None:
    """A set of cards as a one or a nought for each.

    Here and elsewhere a slice is taken before a loop, which then needs no look at negative
    places, so that the compiler writes many at once: three times as fast.
    """
    part = row[start : start + size]
    for card in range(size):
        part[card] = (cards >> card) & 1


@rule
def mark(mask: Any, start: int, cards: int, size: int) -> None:
    """The members of a set as legal actions of a block."""
    part = mask[start : start + size]
    for card in range(size):
        part[card] = (cards >> card) & 1 == 1


@rule
def share_out(rewards: Any, winners: int, players: int) -> None:
    """What an ended game is worth to each seat: its part of the win, less an equal part."""
    won = 0
    for seat in range(players):
        won += (winners >> seat) & 1
    for seat in range(players):
        rewards[seat] = ((winners >> seat) & 1) / won - 1.0 / players
