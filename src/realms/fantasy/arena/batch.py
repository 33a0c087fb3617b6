"""Games of Fantasy Realms stepped together: what happens to one row.

The rules here work on one record and a workspace of plain arrays, so that a loop of any kind,
on any device, can call them; `LOOPS` are those of the processor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.arena.batches.arrays import Arrays, share_out
from realms.arena.batches.compiled_rows import CompiledRows, specialise_rows
from realms.arena.batches.layout import Layout, starts_of
from realms.fantasy.arena import actions, observation
from realms.fantasy.arena.actions import code_played, mark_legal
from realms.fantasy.arena.observation import write_observation
from realms.fantasy.fantasy_realms import GAME
from realms.fantasy.interface.options import FantasyOptions
from realms.fantasy.rules.codes import MOST_MOVES
from realms.fantasy.rules.ending import compare, score_seat
from realms.fantasy.rules.play import is_awaited, next_awaited, play
from realms.fantasy.rules.state import ENDED, SEATS, STATE, deal
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import new_choices
from realms.kernel.rule import rule


class FantasyBatchWorkspace(NamedTuple):
    """What one thread needs beside the rows."""

    laid_out: NDArray[Any]
    """An array of one game before its deal."""
    starts: NDArray[np.int64]
    """Where each block of actions begins."""
    spots: NDArray[np.int64]
    """Where each field of an observation begins."""
    strengths: NDArray[np.int64]
    moves: NDArray[np.int64]
    hand: Any
    choices: Any


def new_batch_workspace(options: FantasyOptions, layout: Layout) -> FantasyBatchWorkspace:
    """A workspace for a table."""
    laid_out = np.zeros(1, STATE)
    GAME.prepare(laid_out[0], options)
    return FantasyBatchWorkspace(
        laid_out=laid_out,
        starts=starts_of(layout.actions, actions.NAMES),
        spots=starts_of(layout.fields, observation.NAMES),
        strengths=np.zeros(SEATS, np.int64),
        moves=np.zeros(MOST_MOVES, np.int64),
        hand=new_scoring_hand(),
        choices=new_choices(),
    )


def layout(options: FantasyOptions) -> Layout:
    """The actions and observations of a table."""
    return Layout(actions.blocks(options), observation.fields(options), np.int8)


@rule
def deal_one(s: Any, w: Any) -> None:
    """Deal a game that is laid out. [FR-3]"""
    deal(s)


@rule
def step_one(s: Any, path: Any, seat: int, action: int, w: Any) -> bool:
    """Play a legal action of an awaited seat on one record; returns whether the game ended."""
    code = code_played(s, path, seat, action, w.starts)
    if code >= 0:
        path[0] = 0
        play(s, seat, code, None)
    return bool(s.phase == ENDED)


@rule
def settle_one(s: Any, rewards: Any, scores: Any, w: Any) -> None:
    """Score an ended game: points, and what they are worth. [FR-6] [FR-18]"""
    for seat in range(s.players):
        scores[seat] = score_seat(s, seat, w.hand, w.choices)
        w.strengths[seat] = w.choices.strengths
    share_out(rewards, compare(scores, w.strengths, s.players), s.players)


@rule
def show_one(s: Any, path: Any, seat: int, mask: Any, seen: Any, w: Any) -> None:
    """What a seat sees of one record, and its legal actions."""
    mark_legal(s, path, seat, w.starts, mask, w.moves, w.hand, w.choices)
    write_observation(s, path, seat, w.spots, seen)


code_of, actions_of = actions.code_of, actions.actions_of

LOOPS = specialise_rows(
    __name__,
    deal=deal_one,
    step_one=step_one,
    settle_one=settle_one,
    show_one=show_one,
    next_awaited=next_awaited,
    is_awaited=is_awaited,
)


def rows(options: FantasyOptions, layout: Layout, arrays: Arrays) -> CompiledRows:
    """Some rows of a batch, with the workspace of one thread."""
    return CompiledRows(LOOPS, arrays, new_batch_workspace(options, layout))
