"""Games of Fantasy Realms stepped together: what one row does, and loops over rows.

`step_one`, `settle_one` and `show_one` work on one record and plain arrays, so that a loop
of any kind, on any device, can call them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.arena.batch_arrays import SKIP, Arrays, deal_word, share_out
from realms.arena.batch_layout import Layout, starts_of
from realms.fantasy.arena import actions as fantasy_actions
from realms.fantasy.arena import observation as fantasy_sight
from realms.fantasy.arena.actions import code_played, mark_legal
from realms.fantasy.arena.observation import look
from realms.fantasy.fantasy_realms import GAME, FantasyOptions
from realms.fantasy.rules.codes import MOST_MOVES
from realms.fantasy.rules.ending import compare, score_seat
from realms.fantasy.rules.play import is_awaited, next_awaited, play
from realms.fantasy.rules.state import ENDED, SEATS, STATE, deal
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import new_choices
from realms.kernel.rule import rule


def layout(options: FantasyOptions) -> Layout:
    """The actions and observations of a table."""
    return Layout(fantasy_actions.blocks(options), fantasy_sight.fields(options), np.int8)


@rule
def step_one(s: Any, path: Any, seat: int, action: int, starts: Any) -> bool:
    """Play a legal action of an awaited seat on one record; tells whether the game ended."""
    code = code_played(s, path, seat, action, starts)
    if code >= 0:
        path[0] = 0
        play(s, seat, code, None)
    return bool(s.phase == ENDED)


@rule
def settle_one(s: Any, rewards: Any, scores: Any, strengths: Any, h: Any, made: Any) -> None:
    """Score an ended game: points, and what they are worth. [FR-6] [FR-18]"""
    for seat in range(s.players):
        scores[seat] = score_seat(s, seat, h, made)
        strengths[seat] = made.strengths
    share_out(rewards, compare(scores, strengths, s.players), s.players)


@rule
def show_one(
    s: Any,
    path: Any,
    seat: int,
    starts: Any,
    spots: Any,
    mask: Any,
    seen: Any,
    moves: Any,
    h: Any,
    made: Any,
) -> None:
    """What a seat sees of one record, and its legal actions."""
    mark_legal(s, path, seat, starts, mask, moves, h, made)
    look(s, path, seat, spots, seen)


@rule
def deal_one(
    table: Any, row: int, laid_out: Any, word: np.uint64, numbers: Any, episodes: Any, paths: Any
) -> None:
    """Begin the next game of a row. [FR-3]"""
    table[row] = laid_out[0]
    s = table[row]
    s.chance = deal_word(word, numbers[row], episodes[row])
    episodes[row] += 1
    paths[row, 0] = 0
    deal(s)


@rule
def deal_rows(
    table: Any, which: Any, laid_out: Any, word: np.uint64, numbers: Any, episodes: Any, paths: Any
) -> None:
    """Begin the next game in the rows that are marked."""
    for row in range(len(table)):
        if which[row]:
            deal_one(table, row, laid_out, word, numbers, episodes, paths)


@rule
def show_rows(
    table: Any,
    paths: Any,
    seats: Any,
    starts: Any,
    spots: Any,
    mask: Any,
    seen: Any,
    moves: Any,
    h: Any,
    made: Any,
) -> None:
    """What a seat of every row sees; nothing where nobody is asked."""
    for row in range(len(table)):
        if seats[row] == SKIP:
            mask[row, :] = False
            seen[row, :] = 0
        else:
            s, seat = table[row], seats[row]
            show_one(s, paths[row], seat, starts, spots, mask[row], seen[row], moves, h, made)


@rule
def await_rows(table: Any, seats: Any, awaiting: Any) -> None:
    """The next seat of every row, and, where asked for, all that owe a decision."""
    for row in range(len(table)):
        s = table[row]
        if len(seats):
            seats[row] = next_awaited(s)
        if len(awaiting):
            for seat in range(s.players):
                awaiting[row, seat] = is_awaited(s, seat)


@rule
def step_rows(
    laid_out: Any,
    word: np.uint64,
    auto_reset: bool,
    numbers: Any,
    episodes: Any,
    table: Any,
    paths: Any,
    seats: Any,
    actions: Any,
    starts: Any,
    spots: Any,
    mask: Any,
    seen: Any,
    rewards: Any,
    scores: Any,
    over: Any,
    strengths: Any,
    moves: Any,
    h: Any,
    made: Any,
) -> None:
    """Play the action of every row and show what comes next; skipped rows stay."""
    for row in range(len(table)):
        over[row] = False
        rewards[row, :] = 0
        if actions[row] == SKIP or seats[row] == SKIP:
            continue
        s = table[row]
        if step_one(s, paths[row], seats[row], actions[row], starts):
            over[row] = True
            settle_one(s, rewards[row], scores[row], strengths, h, made)
            if auto_reset:
                deal_one(table, row, laid_out, word, numbers, episodes, paths)
        seat = next_awaited(s)
        seats[row] = seat
        if seat == SKIP:
            mask[row, :] = False
        else:
            show_one(s, paths[row], seat, starts, spots, mask[row], seen[row], moves, h, made)


class FantasyRows:
    """Some rows of a batch, with the tools of one thread."""

    def __init__(self, options: FantasyOptions, layout: Layout, arrays: Arrays) -> None:
        self.rows = arrays
        self.laid_out = np.zeros(1, STATE)
        GAME.prepare(self.laid_out[0], options)
        self.starts = starts_of(layout.actions, fantasy_actions.NAMES)
        self.spots = starts_of(layout.fields, fantasy_sight.NAMES)
        self.strengths = np.zeros(SEATS, np.int64)
        self.tools = (np.zeros(MOST_MOVES, np.int64), new_scoring_hand(), new_choices())

    def deal(self, word: np.uint64, which: NDArray[np.bool_]) -> None:
        """Begin the next game in the rows that are marked."""
        a = self.rows
        deal_rows(a.states, which, self.laid_out, word, a.numbers, a.episodes, a.paths)
        await_rows(a.states, a.seats, a.mask[:0])
        self.show(a.seats, a.mask, a.seen)

    def step(self, word: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row."""
        a = self.rows
        games = (a.numbers, a.episodes, a.states, a.paths, a.seats, a.actions)
        told = (self.starts, self.spots, a.mask, a.seen, a.rewards, a.scores, a.over)
        step_rows(self.laid_out, word, auto_reset, *games, *told, self.strengths, *self.tools)

    def show(self, seats: NDArray[np.int64], mask: Any, seen: Any) -> None:
        """Write down what seats see."""
        a, where = self.rows, (self.starts, self.spots)
        show_rows(a.states, a.paths, seats, *where, mask, seen, *self.tools)

    def awaiting(self, seats: NDArray[np.bool_]) -> None:
        """Write down which seats owe a decision."""
        await_rows(self.rows.states, self.rows.seats[:0], seats)


rows = FantasyRows
"""Some rows of a batch, by the name that batches call them."""
