"""Whole games of Fantasy Realms on the GPU, a thread a game.

Playing and scoring are kernels of their own: play keeps a state in the fast memory of a
thread, scoring a hand. Between them lie the hands, in the memory of the GPU.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import cuda

from realms import fantasy
from realms.fantasy.bots.greedy import greedy_code
from realms.fantasy.bots.players import GREEDY, RANDOM
from realms.fantasy.bots.random_bot import random_code
from realms.fantasy.bots.workspace import WORKSPACE
from realms.fantasy.device.hands import (
    DEVICE_CHOICES,
    SCORING_HAND_THERE,
    best_points,
    plain_points,
)
from realms.fantasy.interface.options import FantasyOptions
from realms.fantasy.rules.codes import MOST_MOVES
from realms.fantasy.rules.ending import compare, score_seat, to_raise
from realms.fantasy.rules.play import next_awaited, play
from realms.fantasy.rules.state import ENDED, STATE, deal
from realms.kernel.chance import branch, decision_seed
from realms.kernel.gpu import device
from realms.kernel.rule import rule

BOTS = (RANDOM, GREEDY)
"""The bots that play on the GPU; what the planner remembers is too much for a thread."""
MOVES = 64
"""Moves that are listed in a workspace; only Chaos has more."""
ROOM = 128
"""Hands that the greedy bot compares: seven exchanges for each card of the area, and none."""

DEVICE_STATE = device.device_layout(STATE)


def device_workspace(moves: int, room: int) -> np.dtype[Any]:
    """A workspace for the GPU, which has room for what its bots need and no more."""
    rooms = {"moves": max(moves, room), **dict.fromkeys(("hands", "points"), room)}
    rooms |= dict.fromkeys(("active", "cleared", "army_cleared"), room)
    fields = [("chance", WORKSPACE["chance"]), *((name, np.int64, rooms[name]) for name in rooms)]
    return device.device_layout(np.dtype(fields))


@rule
def random_choice(bot: int, s: Any, seat: int, workspace: Any, h: Any, made: Any) -> int:
    """What the random bot plays, whoever is asked."""
    return random_code(s, seat, workspace, h, made)


@rule
def either_choice(bot: int, s: Any, seat: int, workspace: Any, h: Any, made: Any) -> int:
    """What a random or a greedy bot plays."""
    if bot == GREEDY:
        return greedy_code(s, seat, workspace, h, made)
    return random_code(s, seat, workspace, h, made)


@functools.cache
def playing_kernel(choice: Callable[..., int], workspace_type: np.dtype[Any], declare: bool) -> Any:
    """A kernel that plays games between bots; declared choices are scored with them."""

    @device.kernel(f"{choice.__name__} {workspace_type.itemsize} {declare}")
    def played(
        laid_out: Any,
        rng_state: Any,
        first: Any,
        bots: Any,
        hands: Any,
        raisable: Any,
        lengths: Any,
    ) -> None:
        row = cuda.grid(1)
        if row < len(lengths):
            table = cuda.local.array(1, DEVICE_STATE)
            workspaces = cuda.local.array(1, workspace_type)
            scoring_hands = cuda.local.array(1, SCORING_HAND_THERE)
            choices = cuda.local.array(1, DEVICE_CHOICES)
            table[0] = laid_out[0]
            s, workspace, h, made = table[0], workspaces[0], scoring_hands[0], choices[0]
            s.chance = branch(rng_state, first + row)
            bots_rng_state = branch(s.chance, 1)
            deal(s)
            decisions = 0
            while s.phase != ENDED:
                seat = next_awaited(s)
                workspace.chance = decision_seed(bots_rng_state, decisions)
                play(s, seat, choice(bots[seat], s, seat, workspace, h, made), None)
                decisions += 1
            lengths[row] = decisions
            for seat in range(s.players):
                if declare:
                    hands[row, seat] = score_seat(s, seat, h, made)
                    raisable[row, seat] = made.strengths
                else:
                    hands[row, seat] = s.hands[seat]
                    raisable[row, seat] = to_raise(s, seat)

    return played


@device.kernel()
def compare_kernel(scores: Any, strengths: Any, players: Any, winners: Any) -> None:
    """The winners of each game. [FR-6]"""
    row = cuda.grid(1)
    if row < len(winners):
        winners[row] = compare(scores[row], strengths[row], players)


@device.kernel()
def step_kernel(states: Any, codes: Any) -> None:
    """One move in each of many games, of the seat that is awaited. [FR-4]"""
    row = cuda.grid(1)
    if row < len(states) and states[row].phase != ENDED:
        s = states[row]
        play(s, next_awaited(s), codes[row], None)


def step(states: Any, codes: Any) -> None:
    """Play a legal move in every game of a batch that lies on the GPU; ended games rest.

    States are of `DEVICE_STATE`, moves as in `fantasy/codes.py`.
    """
    device.launch(step_kernel, len(states), states, codes)


class FantasyDeviceGames:
    """Games of one table on the GPU: room for a batch of them, played batch by batch."""

    def __init__(self, options: FantasyOptions, bots: Sequence[int], size: int) -> None:
        laid_out = np.zeros(1, STATE)
        fantasy.game.prepare(laid_out[0], options)
        self.laid_out = cuda.to_device(device.to_device_layout(laid_out[0]))
        self.bots = cuda.to_device(np.array(bots, np.int64))
        self.players, self.declare = options.players, bool(laid_out[0].declare)
        self.chaos = options.variant == "chaos"
        shape = (size, self.players)
        self.hands, self.raisable = (cuda.device_array(shape, np.int64) for _ in range(2))
        self.scores, self.strengths = (cuda.device_array(shape, np.int64) for _ in range(2))
        self.winners, self.lengths = (cuda.device_array(size, np.int64) for _ in range(2))
        greedy = GREEDY in bots
        workspace = device_workspace(MOST_MOVES if self.chaos else MOVES, ROOM if greedy else 1)
        self.kernel = playing_kernel(
            either_choice if greedy else random_choice, workspace, self.declare
        )

    def play(self, rng_state: np.uint64, first: int, games: int, exact: bool = True) -> None:
        """Play games `first` and on, of those a word stands for; all results stay there."""
        hands, raisable = self.hands[:games], self.raisable[:games]
        arguments = (
            self.laid_out,
            rng_state,
            first,
            self.bots,
            hands,
            raisable,
            self.lengths[:games],
        )
        device.launch(self.kernel, games, *arguments)
        if self.declare:
            self.scores, self.strengths = self.hands, self.raisable
        else:
            self._score(games, exact)
        if exact:
            results = (self.scores[:games], self.strengths[:games], self.players)
            device.launch(compare_kernel, games, *results, self.winners[:games])

    def _score(self, games: int, exact: bool) -> None:
        """Score the hands of a batch, with their best choices or plainly."""
        flat = games * self.players
        hands, raisable, scores, strengths = (
            lying[:games].reshape(flat)
            for lying in (self.hands, self.raisable, self.scores, self.strengths)
        )
        if exact:
            best_points(hands, raisable, self.chaos, scores, strengths)
        else:
            plain_points(hands, scores)


device_games = FantasyDeviceGames
"""The games of a table, by the name that simulations call them."""
