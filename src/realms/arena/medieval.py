"""Whole games of Medieval Realms between bots, in compiled loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.bots.medieval import RANDOM, decide
from realms.bots.medieval_desk import new_desk
from realms.kernel.chance import branch, moment
from realms.kernel.rule import rule
from realms.medieval.contents import book_row
from realms.medieval.medieval_realms import GAME
from realms.medieval.play import next_awaited
from realms.medieval.scoring import rank
from realms.medieval.setup import deal
from realms.medieval.state import ENDED, SEATS, STATE
from realms.medieval.switches import MedievalOptions


@rule
def play_one(s: Any, b: Any, word: np.uint64, bots: Any, desk: Any) -> int:
    """Play a dealt game to its end between bots; returns the number of decisions.

    Each decision has its own word of chance, so any of them can be repeated alone.
    """
    decisions = 0
    while s.phase != ENDED:
        seat = next_awaited(s)
        desk.chance = moment(word, decisions)
        decide(bots[seat], s, b, seat, desk, None)
        decisions += 1
    return decisions


@rule
def play_many(
    laid_out: Any,
    books: Any,
    word: np.uint64,
    first: int,
    bots: Any,
    scores: Any,
    winners: Any,
    desk: Any,
) -> int:
    """Play games number `first` and on, one per row of `scores`; returns the decisions.

    `laid_out` is an array of one game before its deal, `books` of the book it reads.
    """
    decisions = 0
    points = np.zeros(SEATS, np.int64)
    ranking = np.zeros(SEATS, np.int64)
    table = laid_out.copy()
    s, b = table[0], books[0]
    for row in range(len(scores)):
        table[0] = laid_out[0]
        s.chance = branch(word, first + row)
        word_of_bots = branch(s.chance, 1)
        deal(s, b)
        decisions += play_one(s, b, word_of_bots, bots, desk)
        rank(s, b, points, ranking)
        for seat in range(s.players):
            scores[row, seat] = points[seat]
        winners[row] = 1 << ranking[0]
    return decisions


def play_batch(
    options: MedievalOptions, bots: Sequence[int], word: np.uint64, first: int, games: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Play many games between built-in bots, `first` and on of those a word stands for.

    Returns the scores by game and seat, the winners as sets of seats, and the number of
    decisions. It lets go of Python's lock, so threads play side by side.
    """
    laid_out = np.zeros(1, STATE)
    GAME.prepare(laid_out[0], options)
    scores = np.zeros((games, options.players), np.int64)
    winners = np.zeros(games, np.int64)
    seats = np.array([*bots, *[RANDOM] * SEATS][:SEATS], np.int64)
    tools = (seats, scores, winners, new_desk())
    decisions = play_many(laid_out, book_row(options), word, first, *tools)
    return scores, winners, int(decisions)


def game_word(word: np.uint64, number: int) -> np.uint64:
    """The word that deals the `number`-th game of many; `play_many` uses the same."""
    return np.uint64(branch(word, number))


def decision_word(dealt: np.uint64, number: int) -> np.uint64:
    """The word of chance for the `number`-th decision of a game; `play_one` uses the same."""
    return np.uint64(moment(np.uint64(branch(dealt, 1)), number))
