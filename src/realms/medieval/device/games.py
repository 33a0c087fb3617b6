"""Whole games of Medieval Realms on the GPU, a thread a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import cuda

from realms.kernel.chance import branch, decision_seed
from realms.kernel.gpu import device
from realms.kernel.gpu.warp import vote
from realms.kernel.rule import rule
from realms.medieval.bots.players import RANDOM
from realms.medieval.bots.random_bot import random_code, random_plan
from realms.medieval.bots.workspace import WORKSPACE
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.content.rule_tables import MOST_LANDS
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.placement import place_all
from realms.medieval.rules.play import follow, make_move, next_awaited, play
from realms.medieval.rules.setup import deal
from realms.medieval.rules.state import ENDED, PIECE_COUNT, PLACING, ROUND_OVER, SEATS, STATE
from realms.medieval.scoring.scoring import rank

BOTS = (RANDOM,)
"""The bots that play on the GPU; the others weigh more than a thread has room for."""
PHASES = ROUND_OVER + 1
"""Where a game can stand; see `medieval/state.py`."""
TOGETHER = (1 << PLACING) | (1 << ROUND_OVER)
"""Where games wait for one another: what is long, and what every round has once a seat.

A third more decisions a second than without, on an H200; where acting waited too, fewer.
"""

DEVICE_STATE = device.device_layout(STATE)
DEVICE_WORKSPACE = device.device_layout(
    np.dtype([(name, WORKSPACE[name]) for name in ("chance", "plan")])
)


@rule
def decide_by_lot(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """Make the decision that the random bot chooses; what follows is only noted. [MR-31]"""
    if s.phase == PLACING:
        for piece in range(PIECE_COUNT):
            for where in range(MOST_LANDS):
                workspace.plan[piece, where] = 0
        random_plan(s, tables, seat, workspace)
        place_all(s, tables, seat, workspace.plan, None)
    else:
        make_move(s, tables, seat, random_code(s, tables, seat, workspace), None)


@device.kernel()
def playing_kernel(
    laid_out: Any,
    tables_row: Any,
    rng_state: Any,
    first: Any,
    scores: Any,
    winners: Any,
    lengths: Any,
) -> None:
    """Play a game a thread between random bots, and rank its seats. [MR-75] [MR-76]

    The threads of a warp vote for each step: a decision of some kind, or what follows it.
    """
    row = cuda.grid(1)
    table = cuda.local.array(1, DEVICE_STATE)
    workspaces = cuda.local.array(1, DEVICE_WORKSPACE)
    s, tables, workspace = table[0], tables_row[0], workspaces[0]
    s.phase = ENDED
    bots_rng_state = rng_state
    if row < len(lengths):
        table[0] = laid_out[0]
        s.chance = branch(rng_state, first + row)
        bots_rng_state = branch(s.chance, 1)
        deal(s, tables)
    decisions = 0
    while True:
        step = vote(int(s.phase), PHASES, ENDED, TOGETHER)
        if step == ENDED:
            break
        if s.phase == step:
            if step > ENDED:
                follow(s, tables, None)
            else:
                workspace.chance = decision_seed(bots_rng_state, decisions)
                decide_by_lot(s, tables, next_awaited(s), workspace)
                decisions += 1
    if row < len(lengths):
        points = cuda.local.array(SEATS, np.int64)
        ranking = cuda.local.array(SEATS, np.int64)
        lengths[row] = decisions
        rank(s, tables, points, ranking)
        for seat in range(s.players):
            scores[row, seat] = points[seat]
        winners[row] = 1 << ranking[0]


@device.kernel()
def step_kernel(states: Any, tables_row: Any, codes: Any) -> None:
    """One step in each of many games, of the first seat that is awaited. [MR-16]"""
    row = cuda.grid(1)
    if row < len(states) and states[row].phase != ENDED:
        s, tables = states[row], tables_row[0]
        play(s, tables, next_awaited(s), codes[row], None)


def step(states: Any, tables_row: Any, codes: Any) -> None:
    """Play a legal step in every game of a batch that lies on the GPU; ended games rest.

    States are of `DEVICE_STATE`, steps as in `medieval/codes.py`.
    """
    device.launch(step_kernel, len(states), states, tables_row, codes)


class MedievalDeviceGames:
    """Games of one table on the GPU: room for a batch of them, played batch by batch."""

    def __init__(self, options: MedievalOptions, bots: Sequence[int], size: int) -> None:
        laid_out = np.zeros(1, STATE)
        GAME.prepare(laid_out[0], options)
        self.laid_out = cuda.to_device(device.to_device_layout(laid_out[0]))
        self.tables_row = cuda.to_device(device.to_device_layout(rule_tables_row(options)[0]))
        self.players = options.players
        self.scores = cuda.device_array((size, self.players), np.int64)
        self.winners, self.lengths = (cuda.device_array(size, np.int64) for _ in range(2))

    def play(self, rng_state: np.uint64, first: int, games: int, exact: bool = True) -> None:
        """Play games `first` and on, of those a word stands for; all results stay there."""
        results = (self.scores[:games], self.winners[:games], self.lengths[:games])
        arguments = (self.laid_out, self.tables_row, rng_state, first)
        device.launch(playing_kernel, games, *arguments, *results)


device_games = MedievalDeviceGames
"""The games of a table, by the name that simulations call them."""
