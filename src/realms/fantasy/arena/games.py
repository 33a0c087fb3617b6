"""Whole games of Fantasy Realms between bots, in compiled loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms import fantasy
from realms.fantasy.bots.players import DESK, code_chosen, new_desk
from realms.fantasy.fantasy_realms import FantasyOptions
from realms.fantasy.rules.ending import compare, score_seat
from realms.fantasy.rules.play import next_awaited, play
from realms.fantasy.rules.state import ENDED, STATE, deal
from realms.fantasy.scoring.plain import score_plain
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import new_choices
from realms.kernel.chance import branch, moment
from realms.kernel.rule import rule


@rule
def play_one(s: Any, word: np.uint64, who: Any, bots: Any, desks: Any, h: Any, made: Any) -> int:
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
        play(s, seat, code_chosen(bots[player], s, seat, desk, h, made), None)
        decisions += 1
    return decisions


@rule
def play_many(
    laid_out: Any,
    word: np.uint64,
    deals: Any,
    who: Any,
    bots: Any,
    scores: Any,
    winners: Any,
    lengths: Any,
    exact: bool,
    desks: Any,
    h: Any,
    made: Any,
) -> None:
    """Play a game per row of `deals`, which has their numbers, and of `who`, their seats.

    `laid_out` is an array of one game before its deal. With `exact`, hands are scored with
    their best choices, as the rules have it [FR-18]; without, plainly, which measures the
    speed of play alone. `lengths` takes the number of decisions.
    """
    strengths = np.zeros(8, np.int64)
    table = laid_out.copy()
    s = table[0]
    for row in range(len(scores)):
        table[0] = laid_out[0]
        s.chance = branch(word, deals[row])
        word_of_bots = branch(s.chance, 1)
        deal(s)
        lengths[row] = play_one(s, word_of_bots, who[row], bots, desks, h, made)
        for seat in range(s.players):
            if exact:
                scores[row, seat] = score_seat(s, seat, h, made)
                strengths[seat] = made.strengths
            else:
                scores[row, seat] = s.hands[seat]
        if exact:
            winners[row] = compare(scores[row], strengths, s.players)
    if not exact:
        flat = scores.reshape(scores.size)
        score_plain(flat, flat)


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
    desks = new_desks(len(bots))
    deals, seats = np.arange(first, first + games), np.tile(np.arange(len(bots)), (games, 1))
    scores, winners, lengths = play_rows(options, bots, desks, word, deals, seats, exact)
    return scores, winners, int(lengths.sum())


def new_desks(players: int) -> NDArray[Any]:
    """A desk for each player."""
    desks = np.zeros(players, DESK)
    for player in range(players):
        desks[player] = new_desk()
    return desks


def play_rows(
    options: FantasyOptions,
    bots: Sequence[int],
    desks: NDArray[Any],
    word: np.uint64,
    deals: NDArray[np.int64],
    who: NDArray[np.int64],
    exact: bool = True,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Play a game for each deal among those a word stands for.

    A row of `who` tells which player sits at each seat; players have a bot and a desk each.
    Returns the scores by game and seat, the winners as sets of seats, and the numbers of
    decisions.
    """
    laid_out = np.zeros(1, STATE)
    fantasy.game.prepare(laid_out[0], options)
    scores = np.zeros((len(deals), options.players), np.int64)
    winners, lengths = np.zeros(len(deals), np.int64), np.zeros(len(deals), np.int64)
    told = (scores, winners, lengths)
    tools = (exact, desks, new_scoring_hand(), new_choices())
    play_many(laid_out, word, deals, who, np.array(bots, np.int64), *told, *tools)
    return told
