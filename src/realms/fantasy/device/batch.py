"""Games of Fantasy Realms stepped together on the graphics card, a thread a game.

The few games that end in a step are scored apart, a thread a hand and more: in the thread
of its game, one hand with much to choose would keep all others waiting.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda

from realms.arena.batch_arrays import SKIP, Arrays, share_out
from realms.arena.batch_layout import Layout, starts_of
from realms.fantasy.arena import actions as fantasy_actions
from realms.fantasy.arena import observation as fantasy_sight
from realms.fantasy.arena.batch import await_rows, deal_one, show_one, show_rows, step_one
from realms.fantasy.device.games import STATE_THERE
from realms.fantasy.device.hands import CHOICES_THERE, SCORING_HAND_THERE, best_points
from realms.fantasy.fantasy_realms import GAME, FantasyOptions
from realms.fantasy.rules.codes import DECLARE_SUIT
from realms.fantasy.rules.ending import compare, score_seat, to_raise
from realms.fantasy.rules.play import next_awaited
from realms.fantasy.rules.state import STATE
from realms.kernel import device

MOVES = DECLARE_SUIT
"""Moves that are listed at once: a card to take, discard or declare, or no card."""

__all__ = ["STATE_THERE", "RowsThere"]


@device.kernel()
def deal_kernel(
    states: Any,
    which: Any,
    laid_out: Any,
    word: Any,
    numbers: Any,
    episodes: Any,
    paths: Any,
    seats: Any,
) -> None:
    """Begin the next game in the rows that are marked; the next seat of every row. [FR-3]"""
    row = cuda.grid(1)
    if row < len(states):
        if which[row]:
            deal_one(states, row, laid_out, word, numbers, episodes, paths)
        seats[row] = next_awaited(states[row])


@device.kernel()
def play_kernel(
    states: Any,
    paths: Any,
    seats: Any,
    actions: Any,
    starts: Any,
    rewards: Any,
    over: Any,
    ended: Any,
    count: Any,
) -> None:
    """Play the action of every row, and list the games that end by it. [FR-4]"""
    row = cuda.grid(1)
    if row < len(states):
        over[row] = False
        for seat in range(rewards.shape[1]):
            rewards[row, seat] = 0
        if actions[row] != SKIP and seats[row] != SKIP:
            if step_one(states[row], paths[row], seats[row], actions[row], starts):
                over[row] = True
                ended[cuda.atomic.add(count, 0, 1)] = row


@device.kernel()
def hands_kernel(ended: Any, states: Any, hands: Any, raisable: Any) -> None:
    """The final hands of ended games, and what their Necromancers may raise. [FR-20]"""
    place = cuda.grid(1)
    if place < len(ended):
        s = states[ended[place]]
        for seat in range(s.players):
            hands[place, seat] = s.hands[seat]
            raisable[place, seat] = to_raise(s, seat)


@device.kernel()
def declared_kernel(ended: Any, states: Any, points: Any, strengths: Any) -> None:
    """The points of ended games with the choices that were declared, a thread a hand. [FR-18]"""
    place = cuda.grid(1) // points.shape[1]
    seat = cuda.grid(1) % points.shape[1]
    if place < len(ended):
        scoring_hands = cuda.local.array(1, SCORING_HAND_THERE)
        choices = cuda.local.array(1, CHOICES_THERE)
        made = choices[0]
        points[place, seat] = score_seat(states[ended[place]], seat, scoring_hands[0], made)
        strengths[place, seat] = made.strengths


@device.kernel()
def settle_kernel(
    ended: Any, points: Any, strengths: Any, players: Any, rewards: Any, scores: Any
) -> None:
    """What the points of ended games are worth. [FR-6]"""
    place = cuda.grid(1)
    if place < len(ended):
        row = ended[place]
        for seat in range(players):
            scores[row, seat] = points[place, seat]
        share_out(rewards[row], compare(points[place], strengths[place], players), players)


@device.kernel()
def go_on_kernel(
    laid_out: Any,
    word: Any,
    auto_reset: Any,
    numbers: Any,
    episodes: Any,
    states: Any,
    paths: Any,
    seats: Any,
    actions: Any,
    starts: Any,
    spots: Any,
    mask: Any,
    seen: Any,
    over: Any,
) -> None:
    """Begin the next game where one ended, if so told, and show what comes next."""
    row = cuda.grid(1)
    if row < len(states) and actions[row] != SKIP and seats[row] != SKIP:
        if over[row] and auto_reset:
            deal_one(states, row, laid_out, word, numbers, episodes, paths)
        s = states[row]
        seat = next_awaited(s)
        seats[row] = seat
        if seat == SKIP:
            mask[row, :] = False
        else:
            moves = cuda.local.array(MOVES, np.int64)
            scoring_hands = cuda.local.array(1, SCORING_HAND_THERE)
            choices = cuda.local.array(1, CHOICES_THERE)
            h, made = scoring_hands[0], choices[0]
            show_one(s, paths[row], seat, starts, spots, mask[row], seen[row], moves, h, made)


@device.kernel()
def show_kernel(
    states: Any, paths: Any, seats: Any, starts: Any, spots: Any, mask: Any, seen: Any
) -> None:
    """What a seat of every row sees."""
    row = cuda.grid(1)
    if row < len(states):
        one = slice(row, row + 1)
        moves = cuda.local.array(MOVES, np.int64)
        scoring_hands = cuda.local.array(1, SCORING_HAND_THERE)
        choices = cuda.local.array(1, CHOICES_THERE)
        table, path, seat, legal, told = states[one], paths[one], seats[one], mask[one], seen[one]
        show_rows(
            table, path, seat, starts, spots, legal, told, moves, scoring_hands[0], choices[0]
        )


@device.kernel()
def awaiting_kernel(states: Any, seats: Any, awaiting: Any) -> None:
    """All seats that owe a decision."""
    row = cuda.grid(1)
    if row < len(states):
        one = slice(row, row + 1)
        await_rows(states[one], seats[:0], awaiting[one])


class RowsThere:
    """The rows of a batch that lies on the card."""

    def __init__(self, options: FantasyOptions, layout: Layout, arrays: Arrays) -> None:
        self.rows, self.size, self.players = arrays, len(arrays.states), options.players
        laid_out = np.zeros(1, STATE)
        GAME.prepare(laid_out[0], options)
        self.declare, self.chaos = options.declare, options.variant == "chaos"
        self.laid_out = cuda.to_device(device.copied_there(laid_out[0]))
        self.starts = cuda.to_device(starts_of(layout.actions, fantasy_actions.NAMES))
        self.spots = cuda.to_device(starts_of(layout.fields, fantasy_sight.NAMES))
        self.ended, self.none = cuda.device_array(self.size, np.int64), np.zeros(1, np.int64)
        self.count = cuda.to_device(self.none)
        shape = (self.size, self.players)
        self.hands, self.raisable = (cuda.device_array(shape, np.int64) for _ in range(2))
        self.points, self.strengths = (cuda.device_array(shape, np.int64) for _ in range(2))

    def deal(self, word: np.uint64, which: Any) -> None:
        """Begin the next game in the rows that are marked."""
        a = self.rows
        games = (a.numbers, a.episodes, a.paths, a.seats)
        device.launch(deal_kernel, self.size, a.states, which, self.laid_out, word, *games)
        self.show(a.seats, a.mask, a.seen)

    def step(self, word: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row."""
        a, places = self.rows, (self.starts, self.spots)
        games = (a.states, a.paths, a.seats, a.actions)
        found = (a.rewards, a.over, self.ended, self.count)
        device.launch(play_kernel, self.size, *games, self.starts, *found)
        ended = int(self.count.copy_to_host()[0])
        if ended:
            self.count.copy_to_device(self.none)
            self._settle(ended)
        first = (self.laid_out, word, auto_reset, a.numbers, a.episodes)
        told = (a.mask, a.seen, a.over)
        device.launch(go_on_kernel, self.size, *first, *games, *places, *told)

    def _settle(self, games: int) -> None:
        """Score the games that ended, so many: points, and what they are worth. [FR-18]"""
        a, ended, hands = self.rows, self.ended[:games], games * self.players
        points, strengths = self.points[:games], self.strengths[:games]
        if self.declare:
            device.launch(declared_kernel, hands, ended, a.states, points, strengths)
        else:
            held = (self.hands[:games], self.raisable[:games])
            device.launch(hands_kernel, games, ended, a.states, *held)
            flat = [lying.reshape(hands) for lying in (*held, points, strengths)]
            best_points(flat[0], flat[1], self.chaos, flat[2], flat[3])
        told = (points, strengths, self.players, a.rewards, a.scores)
        device.launch(settle_kernel, games, ended, *told)

    def show(self, seats: Any, mask: Any, seen: Any) -> None:
        """Write down what seats see."""
        a, places = self.rows, (self.starts, self.spots)
        device.launch(show_kernel, self.size, a.states, a.paths, seats, *places, mask, seen)

    def awaiting(self, seats: Any) -> None:
        """Write down which seats owe a decision."""
        a = self.rows
        device.launch(awaiting_kernel, self.size, a.states, a.seats, seats)
