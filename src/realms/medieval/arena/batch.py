"""Games of Medieval Realms stepped together: what one row does, and loops over rows.

`step_one`, `settle_one` and `show_one` work on one record and plain arrays, so that a loop
of any kind, on any device, can call them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.arena.batch_arrays import SKIP, Arrays, deal_word, share_out
from realms.arena.batch_layout import Layout, starts_of
from realms.kernel.rule import rule
from realms.medieval.arena import actions as medieval_actions
from realms.medieval.arena import observation as medieval_sight
from realms.medieval.arena.actions import code_played, mark_legal
from realms.medieval.arena.observation import look
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.play import awaited, next_awaited, play
from realms.medieval.rules.setup import deal
from realms.medieval.rules.state import ENDED, SEATS, STATE, has
from realms.medieval.scoring.scoring import rank

MOST_LISTED = 64
"""Steps that are listed at once: placements, choices, drafts."""


def layout(options: MedievalOptions) -> Layout:
    """The actions and observations of a table."""
    return Layout(medieval_actions.BLOCKS, medieval_sight.fields(options), np.int16)


@rule
def step_one(s: Any, tables: Any, path: Any, seat: int, action: int) -> bool:
    """Play a legal action of an awaited seat on one record; tells whether the game ended."""
    code = code_played(s, tables, path, action)
    if code >= 0:
        path[0] = 0
        play(s, tables, seat, code, None)
    return bool(s.phase == ENDED)


@rule
def settle_one(s: Any, tables: Any, rewards: Any, scores: Any, points: Any, ranking: Any) -> None:
    """Score an ended game: points, and what they are worth. [MR-75] [MR-76]"""
    rank(s, tables, points, ranking)
    for seat in range(s.players):
        scores[seat] = points[seat]
    share_out(rewards, 1 << ranking[0], s.players)


@rule
def show_one(
    s: Any, tables: Any, path: Any, seat: int, spots: Any, mask: Any, seen: Any, moves: Any
) -> None:
    """What a seat sees of one record, and its legal actions."""
    mark_legal(s, tables, path, seat, mask, moves)
    look(s, tables, path, seat, spots, seen)


@rule
def deal_one(
    table: Any,
    row: int,
    laid_out: Any,
    tables: Any,
    word: np.uint64,
    numbers: Any,
    episodes: Any,
    paths: Any,
) -> None:
    """Begin the next game of a row. [MR-9]"""
    table[row] = laid_out[0]
    s = table[row]
    s.chance = deal_word(word, numbers[row], episodes[row])
    episodes[row] += 1
    paths[row, 0] = 0
    deal(s, tables)


@rule
def deal_rows(
    table: Any,
    which: Any,
    laid_out: Any,
    tables_row: Any,
    word: np.uint64,
    numbers: Any,
    episodes: Any,
    paths: Any,
) -> None:
    """Begin the next game in the rows that are marked."""
    for row in range(len(table)):
        if which[row]:
            deal_one(table, row, laid_out, tables_row[0], word, numbers, episodes, paths)


@rule
def show_rows(
    table: Any,
    tables_row: Any,
    paths: Any,
    seats: Any,
    spots: Any,
    mask: Any,
    seen: Any,
    moves: Any,
) -> None:
    """What a seat of every row sees; nothing where nobody is asked."""
    for row in range(len(table)):
        if seats[row] == SKIP:
            mask[row, :] = False
            seen[row, :] = 0
        else:
            s, tables, seat = table[row], tables_row[0], seats[row]
            show_one(s, tables, paths[row], seat, spots, mask[row], seen[row], moves)


@rule
def await_rows(table: Any, seats: Any, awaiting: Any) -> None:
    """The next seat of every row, and, where asked for, all that owe a decision."""
    for row in range(len(table)):
        s = table[row]
        if len(seats):
            seats[row] = next_awaited(s)
        if len(awaiting):
            for seat in range(s.players):
                awaiting[row, seat] = has(awaited(s), seat)


@rule
def step_rows(
    laid_out: Any,
    tables_row: Any,
    word: np.uint64,
    auto_reset: bool,
    numbers: Any,
    episodes: Any,
    table: Any,
    paths: Any,
    seats: Any,
    actions: Any,
    spots: Any,
    mask: Any,
    seen: Any,
    rewards: Any,
    scores: Any,
    over: Any,
    points: Any,
    ranking: Any,
    moves: Any,
) -> None:
    """Play the action of every row and show what comes next; skipped rows stay."""
    tables = tables_row[0]
    for row in range(len(table)):
        over[row] = False
        rewards[row, :] = 0
        if actions[row] == SKIP or seats[row] == SKIP:
            continue
        s = table[row]
        if step_one(s, tables, paths[row], seats[row], actions[row]):
            over[row] = True
            settle_one(s, tables, rewards[row], scores[row], points, ranking)
            if auto_reset:
                deal_one(table, row, laid_out, tables, word, numbers, episodes, paths)
        seat = next_awaited(s)
        seats[row] = seat
        if seat == SKIP:
            mask[row, :] = False
        else:
            show_one(s, tables, paths[row], seat, spots, mask[row], seen[row], moves)


class MedievalRows:
    """Some rows of a batch, with the tools of one thread."""

    def __init__(self, options: MedievalOptions, layout: Layout, arrays: Arrays) -> None:
        self.rows = arrays
        self.laid_out, self.tables_row = np.zeros(1, STATE), rule_tables_row(options)
        GAME.prepare(self.laid_out[0], options)
        self.spots = starts_of(layout.fields, medieval_sight.NAMES)
        self.sums = (np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64))
        self.moves = np.zeros(MOST_LISTED, np.int64)

    def deal(self, word: np.uint64, which: NDArray[np.bool_]) -> None:
        """Begin the next game in the rows that are marked."""
        a, first = self.rows, (self.laid_out, self.tables_row, word)
        deal_rows(a.states, which, *first, a.numbers, a.episodes, a.paths)
        await_rows(a.states, a.seats, a.mask[:0])
        self.show(a.seats, a.mask, a.seen)

    def step(self, word: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row."""
        a, first = self.rows, (self.laid_out, self.tables_row, word, auto_reset)
        games = (a.numbers, a.episodes, a.states, a.paths, a.seats, a.actions)
        told = (self.spots, a.mask, a.seen, a.rewards, a.scores, a.over)
        step_rows(*first, *games, *told, *self.sums, self.moves)

    def show(self, seats: NDArray[np.int64], mask: Any, seen: Any) -> None:
        """Write down what seats see."""
        a = self.rows
        show_rows(a.states, self.tables_row, a.paths, seats, self.spots, mask, seen, self.moves)

    def awaiting(self, seats: NDArray[np.bool_]) -> None:
        """Write down which seats owe a decision."""
        await_rows(self.rows.states, self.rows.seats[:0], seats)


rows = MedievalRows
"""Some rows of a batch, by the name that batches call them."""
