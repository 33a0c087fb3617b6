"""Whole games of Medieval Realms between bots, in compiled loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.kernel.chance import branch, moment
from realms.kernel.rule import rule
from realms.medieval.bots.players import decide
from realms.medieval.bots.workspace import DESK, new_desk
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.play import next_awaited
from realms.medieval.rules.setup import deal
from realms.medieval.rules.state import ENDED, SEATS, STATE
from realms.medieval.scoring.scoring import rank


@rule
def play_one(s: Any, tables: Any, word: np.uint64, who: Any, bots: Any, desks: Any) -> int:
    """Play a dealt game to its end between bots; returns the number of decisions.

    `who` tells which player sits at each seat; a player has a bot and a desk. Each decision
    has its own word of chance, so any of them can be repeated alone.
    """
    decisions = 0
    while s.phase != ENDED:
        seat = next_awaited(s)
        player = who[seat]
        desk = desks[player]
        desk.chance = moment(word, decisions)
        decide(bots[player], s, tables, seat, desk, None)
        decisions += 1
    return decisions


@rule
def play_many(
    laid_out: Any,
    tables_row: Any,
    word: np.uint64,
    deals: Any,
    who: Any,
    bots: Any,
    scores: Any,
    winners: Any,
    lengths: Any,
    desks: Any,
) -> None:
    """Play a game per row of `deals`, which has their numbers, and of `who`, their seats.

    `laid_out` is an array of one game before its deal, `books` of the book it reads;
    `lengths` takes the number of decisions.
    """
    points = np.zeros(SEATS, np.int64)
    ranking = np.zeros(SEATS, np.int64)
    table = laid_out.copy()
    s, tables = table[0], tables_row[0]
    for row in range(len(scores)):
        table[0] = laid_out[0]
        s.chance = branch(word, deals[row])
        word_of_bots = branch(s.chance, 1)
        deal(s, tables)
        lengths[row] = play_one(s, tables, word_of_bots, who[row], bots, desks)
        rank(s, tables, points, ranking)
        for seat in range(s.players):
            scores[row, seat] = points[seat]
        winners[row] = 1 << ranking[0]


def play_batch(
    options: MedievalOptions, bots: Sequence[int], word: np.uint64, first: int, games: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Play many games between built-in bots, `first` and on of those a word stands for.

    Returns the scores by game and seat, the winners as sets of seats, and the number of
    decisions. It lets go of Python's lock, so threads play side by side.
    """
    desks = new_desks(len(bots))
    deals, seats = np.arange(first, first + games), np.tile(np.arange(len(bots)), (games, 1))
    scores, winners, lengths = play_rows(options, bots, desks, word, deals, seats)
    return scores, winners, int(lengths.sum())


def new_desks(players: int) -> NDArray[Any]:
    """A desk for each player."""
    desks = np.zeros(players, DESK)
    for player in range(players):
        desks[player] = new_desk()
    return desks


def play_rows(
    options: MedievalOptions,
    bots: Sequence[int],
    desks: NDArray[Any],
    word: np.uint64,
    deals: NDArray[np.int64],
    who: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Play a game for each deal among those a word stands for.

    A row of `who` tells which player sits at each seat; players have a bot and a desk each.
    Returns the scores by game and seat, the winners as sets of seats, and the numbers of
    decisions.
    """
    laid_out = np.zeros(1, STATE)
    GAME.prepare(laid_out[0], options)
    scores = np.zeros((len(deals), options.players), np.int64)
    winners, lengths = np.zeros(len(deals), np.int64), np.zeros(len(deals), np.int64)
    told = (scores, winners, lengths)
    rows = (deals, who, np.array(bots, np.int64), *told, desks)
    play_many(laid_out, rule_tables_row(options), word, *rows)
    return told
