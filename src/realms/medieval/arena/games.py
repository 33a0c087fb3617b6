"""Whole games of Medieval Realms between bots, in compiled loops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.arena.loops import CompiledLoops, GameResults, Lineup
from realms.kernel.chance import branch, decision_seed
from realms.kernel.rule import rule
from realms.medieval.bots.players import decide
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.play import next_awaited
from realms.medieval.rules.setup import deal
from realms.medieval.rules.state import ENDED, SEATS, STATE
from realms.medieval.scoring.scoring import rank


class MedievalLoopWorkspace(NamedTuple):
    """What a loop over games needs beside the players."""

    laid_out: NDArray[Any]
    """An array of one game before its deal."""
    table: NDArray[Any]
    """An array of one: the game that is played."""
    tables_row: NDArray[Any]
    """An array of one: the tables that the rules read."""
    points: NDArray[np.int64]
    ranking: NDArray[np.int64]


@rule
def play_one(s: Any, tables: Any, rng_state: np.uint64, row: int, lineup: Any, moves: Any) -> int:
    """Play a dealt game to its end between bots; returns the number of decisions.

    Each decision has its own rng state, so any of them can be repeated alone.
    """
    decisions = 0
    while s.phase != ENDED:
        seat = next_awaited(s)
        player = lineup.who[row, seat]
        workspace = lineup.workspaces[player]
        workspace.chance = decision_seed(rng_state, decisions)
        decide(lineup.bots[player], s, tables, seat, workspace, None)
        decisions += 1
        if len(moves):
            moves[row, seat] += 1
    return decisions


@rule
def play_rows(rng_state: np.uint64, lineup: Any, played: Any, w: Any) -> None:
    """Play a game per row of a lineup."""
    s, tables = w.table[0], w.tables_row[0]
    for row in range(len(played.scores)):
        w.table[0] = w.laid_out[0]
        s.chance = branch(rng_state, lineup.deals[row])
        bots_rng_state = branch(s.chance, 1)
        deal(s, tables)
        played.lengths[row] = play_one(s, tables, bots_rng_state, row, lineup, played.moves)
        if len(played.states):
            played.states[row] = s
        rank(s, tables, w.points, w.ranking)
        for seat in range(s.players):
            played.scores[row, seat] = w.points[seat]
        played.winners[row] = 1 << w.ranking[0]


def play_all(
    options: MedievalOptions, rng_state: np.uint64, lineup: Lineup, played: GameResults
) -> None:
    """Play all games of a lineup at a table."""
    laid_out = np.zeros(1, STATE)
    GAME.prepare(laid_out[0], options)
    sums = (np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64))
    workspace = MedievalLoopWorkspace(laid_out, laid_out.copy(), rule_tables_row(options), *sums)
    play_rows(rng_state, lineup, played, workspace)


LOOPS = CompiledLoops(new_workspace, play_all, STATE)
play_batch = LOOPS.play_batch
