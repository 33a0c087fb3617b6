"""Whole games of Fantasy Realms between bots, in compiled loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms import fantasy
from realms.bots.fantasy import RANDOM, code_chosen, new_desk
from realms.fantasy.casting import new_cast
from realms.fantasy.ending import compare, score_seat
from realms.fantasy.fantasy_realms import FantasyOptions
from realms.fantasy.plain import score_plain
from realms.fantasy.play import next_awaited, play
from realms.fantasy.state import ENDED, STATE, deal
from realms.fantasy.wilds import new_choices
from realms.kernel.chance import branch, moment
from realms.kernel.rule import rule


@rule
def play_one(s: Any, word: np.uint64, bots: Any, desk: Any, c: Any, made: Any) -> int:
    """Play a dealt game to its end between bots; returns the number of decisions.

    Each decision has its own word of chance, so any of them can be repeated alone.
    """
    decisions = 0
    while s.phase != ENDED:
        seat = next_awaited(s)
        desk.chance = moment(word, decisions)
        play(s, seat, code_chosen(bots[seat], s, seat, desk, c, made), None)
        decisions += 1
    return decisions


@rule
def play_many(
    laid_out: Any,
    word: np.uint64,
    first: int,
    bots: Any,
    scores: Any,
    winners: Any,
    exact: bool,
    desk: Any,
    c: Any,
    made: Any,
) -> int:
    """Play games number `first` and on, one per row of `scores`; returns the decisions.

    `laid_out` is an array of one game before its deal. With `exact`, hands are scored with
    their best choices, as the rules have it [FR-18]; without, plainly, which measures the
    speed of play alone.
    """
    decisions = 0
    strengths = np.zeros(8, np.int64)
    table = laid_out.copy()
    s = table[0]
    for row in range(len(scores)):
        table[0] = laid_out[0]
        s.chance = branch(word, first + row)
        word_of_bots = branch(s.chance, 1)
        deal(s)
        decisions += play_one(s, word_of_bots, bots, desk, c, made)
        for seat in range(s.players):
            if exact:
                scores[row, seat] = score_seat(s, seat, c, made)
                strengths[seat] = made.strengths
            else:
                scores[row, seat] = s.hands[seat]
        if exact:
            winners[row] = compare(scores[row], strengths, s.players)
    if not exact:
        flat = scores.reshape(scores.size)
        score_plain(flat, flat)
    return decisions


def play_batch(
    options: FantasyOptions,
    bots: Sequence[int],
    word: np.uint64,
    first: int,
    games: int,
    exact: bool = True,
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Play many games between built-in bots, `first` and on of those a word stands for.

    Returns the scores by game and seat, the winners as sets of seats, and the number of
    decisions. It lets go of Python's lock, so threads play side by side.
    """
    laid_out = np.zeros(1, STATE)
    fantasy.game.prepare(laid_out[0], options)
    scores = np.zeros((games, options.players), np.int64)
    winners = np.zeros(games, np.int64)
    seats = np.array([*bots, *[RANDOM] * 7][:7], np.int64)
    tools = (new_desk(), new_cast(), new_choices())
    decisions = play_many(laid_out, word, first, seats, scores, winners, exact, *tools)
    return scores, winners, int(decisions)


def game_word(word: np.uint64, number: int) -> np.uint64:
    """The word that deals the `number`-th game of many; `play_many` uses the same."""
    return np.uint64(branch(word, number))


def decision_word(dealt: np.uint64, number: int) -> np.uint64:
    """The word of chance for the `number`-th decision of a game; `play_one` uses the same."""
    return np.uint64(moment(np.uint64(branch(dealt, 1)), number))
