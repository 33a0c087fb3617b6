"""Games of Medieval Realms stepped together: what happens to one row.

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
from realms.kernel.rule import rule
from realms.medieval.arena import actions, observation
from realms.medieval.arena.actions import code_played, mark_legal
from realms.medieval.arena.observation import write_observation
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.play import awaited, next_awaited, play
from realms.medieval.rules.setup import deal
from realms.medieval.rules.state import ENDED, SEATS, STATE, has
from realms.medieval.scoring.scoring import rank

MOST_LISTED = 64
"""Steps that are listed at once: placements, choices, drafts."""


class MedievalBatchWorkspace(NamedTuple):
    """What one thread needs beside the rows."""

    laid_out: NDArray[Any]
    """An array of one game before its deal."""
    tables_row: NDArray[Any]
    """An array of one: the tables that the rules read."""
    spots: NDArray[np.int64]
    """Where each field of an observation begins."""
    points: NDArray[np.int64]
    ranking: NDArray[np.int64]
    moves: NDArray[np.int64]


def new_batch_workspace(options: MedievalOptions, layout: Layout) -> MedievalBatchWorkspace:
    """A workspace for a table."""
    laid_out = np.zeros(1, STATE)
    GAME.prepare(laid_out[0], options)
    return MedievalBatchWorkspace(
        laid_out=laid_out,
        tables_row=rule_tables_row(options),
        spots=starts_of(layout.fields, observation.NAMES),
        points=np.zeros(SEATS, np.int64),
        ranking=np.zeros(SEATS, np.int64),
        moves=np.zeros(MOST_LISTED, np.int64),
    )


def layout(options: MedievalOptions) -> Layout:
    """The actions and observations of a table."""
    return Layout(actions.BLOCKS, observation.fields(options), np.int16)


@rule
def deal_one(s: Any, w: Any) -> None:
    """Deal a game that is laid out. [MR-9]"""
    deal(s, w.tables_row[0])


@rule
def step_one(s: Any, path: Any, seat: int, action: int, w: Any) -> bool:
    """Play a legal action of an awaited seat on one record; returns whether the game ended."""
    tables = w.tables_row[0]
    code = code_played(s, tables, path, action)
    if code >= 0:
        path[0] = 0
        play(s, tables, seat, code, None)
    return bool(s.phase == ENDED)


@rule
def settle_one(s: Any, rewards: Any, scores: Any, w: Any) -> None:
    """Score an ended game: points, and what they are worth. [MR-75] [MR-76]"""
    rank(s, w.tables_row[0], w.points, w.ranking)
    for seat in range(s.players):
        scores[seat] = w.points[seat]
    share_out(rewards, 1 << w.ranking[0], s.players)


@rule
def show_one(s: Any, path: Any, seat: int, mask: Any, seen: Any, w: Any) -> None:
    """What a seat sees of one record, and its legal actions."""
    tables = w.tables_row[0]
    mark_legal(s, tables, path, seat, mask, w.moves)
    write_observation(s, tables, path, seat, w.spots, seen)


@rule
def is_awaited(s: Any, seat: int) -> bool:
    """Whether a seat owes a decision. [MR-18] [MR-31]"""
    return has(awaited(s), seat)


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


def rows(options: MedievalOptions, layout: Layout, arrays: Arrays) -> CompiledRows:
    """Some rows of a batch, with the workspace of one thread."""
    return CompiledRows(LOOPS, arrays, new_batch_workspace(options, layout))
