"""Whole games of Fantasy Realms between bots, in compiled loops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.arena.loops import CompiledLoops, GameResults, Lineup
from realms.fantasy.bots.players import code_chosen, new_workspace
from realms.fantasy.fantasy_realms import GAME
from realms.fantasy.interface.options import FantasyOptions
from realms.fantasy.rules.ending import compare, score_seat
from realms.fantasy.rules.play import next_awaited, play
from realms.fantasy.rules.state import ENDED, STATE, deal
from realms.fantasy.scoring.plain import score_plain
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import new_choices
from realms.kernel.chance import branch, decision_seed
from realms.kernel.rule import rule


class FantasyLoopWorkspace(NamedTuple):
    """What a loop over games needs beside the players."""

    laid_out: NDArray[Any]
    """An array of one game before its deal."""
    table: NDArray[Any]
    """An array of one: the game that is played."""
    strengths: NDArray[np.int64]
    hand: Any
    choices: Any
    exact: bool
    """Whether hands are scored with their best choices [FR-18]; if not, plainly."""


@rule
def play_one(s: Any, rng_state: np.uint64, row: int, lineup: Any, moves: Any, w: Any) -> int:
    """Play a dealt game to its end between bots; returns the number of decisions.

    Each decision has its own rng state, so any of them can be repeated alone.
    """
    decisions = 0
    while s.phase != ENDED:
        seat = next_awaited(s)
        player = lineup.who[row, seat]
        workspace = lineup.workspaces[player]
        workspace.chance = decision_seed(rng_state, decisions)
        code = code_chosen(lineup.bots[player], s, seat, workspace, w.hand, w.choices)
        play(s, seat, code, None)
        decisions += 1
        if len(moves):
            moves[row, seat] += 1
    return decisions


@rule
def play_rows(rng_state: np.uint64, lineup: Any, played: Any, w: Any) -> None:
    """Play a game per row of a lineup; hands instead of scores where they are scored plainly."""
    scores = played.scores
    s = w.table[0]
    for row in range(len(scores)):
        w.table[0] = w.laid_out[0]
        s.chance = branch(rng_state, lineup.deals[row])
        bots_rng_state = branch(s.chance, 1)
        deal(s)
        played.lengths[row] = play_one(s, bots_rng_state, row, lineup, played.moves, w)
        if len(played.states):
            played.states[row] = s
        for seat in range(s.players):
            if w.exact:
                scores[row, seat] = score_seat(s, seat, w.hand, w.choices)
                w.strengths[seat] = w.choices.strengths
            else:
                scores[row, seat] = s.hands[seat]
        if w.exact:
            played.winners[row] = compare(scores[row], w.strengths, s.players)


def play_all(
    options: FantasyOptions,
    rng_state: np.uint64,
    lineup: Lineup,
    played: GameResults,
    exact: bool = True,
) -> None:
    """Play all games of a lineup at a table. Plain scoring measures the speed of play alone."""
    laid_out = np.zeros(1, STATE)
    GAME.prepare(laid_out[0], options)
    choice_workspace = (np.zeros(8, np.int64), new_scoring_hand(), new_choices())
    workspace = FantasyLoopWorkspace(laid_out, laid_out.copy(), *choice_workspace, exact)
    play_rows(rng_state, lineup, played, workspace)
    if not exact:
        hands = played.scores.reshape(played.scores.size)
        score_plain(hands, hands)


LOOPS = CompiledLoops(new_workspace, play_all, STATE)
play_batch = LOOPS.play_batch
