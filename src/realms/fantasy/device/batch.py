"""Games of Fantasy Realms stepped together on the GPU, a thread a game.

The few games that end in a step are scored apart, a thread a hand and more: in the thread
of its game, one hand with much to choose would keep all others waiting.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from realms.arena.batches.arrays import SKIP, Arrays, row_of, share_out
from realms.arena.batches.layout import Layout
from realms.fantasy.arena.batch import (
    LOOPS,
    FantasyBatchWorkspace,
    new_batch_workspace,
    show_one,
    step_one,
)
from realms.fantasy.device.games import DEVICE_STATE
from realms.fantasy.device.hands import DEVICE_CHOICES, SCORING_HAND_THERE, best_points
from realms.fantasy.interface.options import FantasyOptions
from realms.fantasy.rules.codes import DECLARE_SUIT
from realms.fantasy.rules.ending import compare, score_seat, to_raise
from realms.fantasy.rules.play import next_awaited
from realms.kernel.gpu import device

MOVES = DECLARE_SUIT
"""Moves that are listed at once: a card to take, discard or declare, or no card."""

__all__ = ["DEVICE_STATE", "device_rows"]

deal_row, deal_rows, show_rows, await_rows = LOOPS[:4]


class DeviceTable(NamedTuple):
    """What all threads share beside the rows: see `FantasyBatchWorkspace`."""

    laid_out: Any
    starts: Any
    spots: Any


class EndedGames(NamedTuple):
    """The games that ended in a step: their rows, and how many."""

    rows: Any
    count: Any


@device.kernel()
def deal_kernel(a: Any, which: Any, t: Any, rng_state: Any) -> None:
    """Begin the next game in the rows that are marked; the next seat of every row. [FR-3]"""
    row = cuda.grid(1)
    if row < len(a.states):
        deal_rows(row_of(a, row), which[row : row + 1], t, rng_state)


@device.kernel()
def play_kernel(a: Any, t: Any, ended: Any) -> None:
    """Play the action of every row, and list the games that end by it. [FR-4]"""
    row = cuda.grid(1)
    if row < len(a.states):
        a.over[row] = False
        for seat in range(a.rewards.shape[1]):
            a.rewards[row, seat] = 0
        if a.actions[row] != SKIP and a.seats[row] != SKIP:
            if step_one(a.states[row], a.paths[row], a.seats[row], a.actions[row], t):
                a.over[row] = True
                ended.rows[cuda.atomic.add(ended.count, 0, 1)] = row


@device.kernel()
def hands_kernel(ended: Any, states: Any, hands: Any, raisable: Any) -> None:
    """The final hands of ended games, and what their Necromancers may raise. [FR-20]"""
    place = cuda.grid(1)
    if place < len(ended):
        s = states[ended[place]]
        for seat in range(s.players):
            hands[place, seat] = s.hands[seat]
            raisable[place, seat] = to_raise(s, seat)


@device.kernel()
def declared_kernel(ended: Any, states: Any, points: Any, strengths: Any) -> None:
    """The points of ended games with the choices that were declared, a thread a hand. [FR-18]"""
    place = cuda.grid(1) // points.shape[1]
    seat = cuda.grid(1) % points.shape[1]
    if place < len(ended):
        casts = cuda.local.array(1, SCORING_HAND_THERE)
        choices = cuda.local.array(1, DEVICE_CHOICES)
        made = choices[0]
        points[place, seat] = score_seat(states[ended[place]], seat, casts[0], made)
        strengths[place, seat] = made.strengths


@device.kernel()
def settle_kernel(
    ended: Any, points: Any, strengths: Any, players: Any, rewards: Any, scores: Any
) -> None:
    """What the points of ended games are worth. [FR-6]"""
    place = cuda.grid(1)
    if place < len(ended):
        row = ended[place]
        for seat in range(players):
            scores[row, seat] = points[place, seat]
        share_out(rewards[row], compare(points[place], strengths[place], players), players)


@device.kernel()
def go_on_kernel(a: Any, t: Any, rng_state: Any, auto_reset: Any) -> None:
    """Begin the next game where one ended, if so told, and show what comes next."""
    row = cuda.grid(1)
    if row < len(a.states) and a.actions[row] != SKIP and a.seats[row] != SKIP:
        if a.over[row] and auto_reset:
            deal_row(a, row, t, rng_state)
        s = a.states[row]
        seat = next_awaited(s)
        a.seats[row] = seat
        if seat == SKIP:
            a.mask[row, :] = False
        else:
            moves = cuda.local.array(MOVES, np.int64)
            casts = cuda.local.array(1, SCORING_HAND_THERE)
            choices = cuda.local.array(1, DEVICE_CHOICES)
            w = FantasyBatchWorkspace(
                t.laid_out, t.starts, t.spots, moves, moves, casts[0], choices[0]
            )
            show_one(s, a.paths[row], seat, a.mask[row], a.seen[row], w)


@device.kernel()
def show_kernel(a: Any, seats: Any, mask: Any, seen: Any, t: Any) -> None:
    """What a seat of every row sees."""
    row = cuda.grid(1)
    if row < len(a.states):
        one = slice(row, row + 1)
        moves = cuda.local.array(MOVES, np.int64)
        casts = cuda.local.array(1, SCORING_HAND_THERE)
        choices = cuda.local.array(1, DEVICE_CHOICES)
        w = FantasyBatchWorkspace(t.laid_out, t.starts, t.spots, moves, moves, casts[0], choices[0])
        show_rows(row_of(a, row), seats[one], mask[one], seen[one], w)


@device.kernel()
def awaiting_kernel(a: Any, awaiting: Any) -> None:
    """All seats that owe a decision."""
    row = cuda.grid(1)
    if row < len(a.states):
        await_rows(row_of(a, row), awaiting[row : row + 1])


class FantasyDeviceRows:
    """The rows of a batch that lies on the GPU."""

    def __init__(self, options: FantasyOptions, layout: Layout, arrays: Arrays) -> None:
        self.arrays, self.size, self.players = arrays, len(arrays.states), options.players
        self.declare, self.chaos = options.declare, options.variant == "chaos"
        here = new_batch_workspace(options, layout)
        laid_out = device.to_device_layout(here.laid_out[0])
        self.table = DeviceTable(*map(cuda.to_device, (laid_out, here.starts, here.spots)))
        self.none = np.zeros(1, np.int64)
        self.ended = EndedGames(cuda.device_array(self.size, np.int64), cuda.to_device(self.none))
        shape = (self.size, self.players)
        self.hands, self.raisable = (cuda.device_array(shape, np.int64) for _ in range(2))
        self.points, self.strengths = (cuda.device_array(shape, np.int64) for _ in range(2))

    def deal(self, rng_state: np.uint64, which: Any) -> None:
        """Begin the next game in the rows that are marked."""
        a = self.arrays
        device.launch(deal_kernel, self.size, a, which, self.table, rng_state)
        self.show(a.seats, a.mask, a.seen)

    def step(self, rng_state: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row."""
        device.launch(play_kernel, self.size, self.arrays, self.table, self.ended)
        ended = int(self.ended.count.copy_to_host()[0])
        if ended:
            self.ended.count.copy_to_device(self.none)
            self._settle(ended)
        arguments = (self.table, rng_state, auto_reset)
        device.launch(go_on_kernel, self.size, self.arrays, *arguments)

    def _settle(self, games: int) -> None:
        """Score the games that ended, so many: points, and what they are worth. [FR-18]"""
        a, ended, hands = self.arrays, self.ended.rows[:games], games * self.players
        points, strengths = self.points[:games], self.strengths[:games]
        if self.declare:
            device.launch(declared_kernel, hands, ended, a.states, points, strengths)
        else:
            held = (self.hands[:games], self.raisable[:games])
            device.launch(hands_kernel, games, ended, a.states, *held)
            flat = [lying.reshape(hands) for lying in (*held, points, strengths)]
            best_points(flat[0], flat[1], self.chaos, flat[2], flat[3])
        results = (points, strengths, self.players, a.rewards, a.scores)
        device.launch(settle_kernel, games, ended, *results)

    def show(self, seats: Any, mask: Any, seen: Any) -> None:
        """Write down what seats see."""
        arguments = (seats, mask, seen, self.table)
        device.launch(show_kernel, self.size, self.arrays, *arguments)

    def awaiting(self, seats: Any) -> None:
        """Write down which seats owe a decision."""
        device.launch(awaiting_kernel, self.size, self.arrays, seats)


device_rows = FantasyDeviceRows
"""The rows of a batch, by the name that batches call them."""
