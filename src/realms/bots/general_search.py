"""The tree search for any game: re-deal Monte-Carlo tree search over the contract of `Game`.

It asks a game for nothing but what every game answers: who is awaited, what is legal, how a
move is made, what a seat sees, how a game ended. It is plain Python, so it plays out some
hundreds of games a second, not some ten thousands; a game that wants more brings a search of
its own (`realms.bots.tree`).

How an iteration goes:

1. A move of the root is chosen, then all that the viewer cannot see is dealt anew. The n-th
   visit of each move has the same re-deal, so that moves are compared over the same deals.
2. Down the tree. A node belongs to what one seat sees: wherever a seat is asked, its node is
   found by its view and its legal moves. So no seat knows more than it may, and decisions
   made at the same time cannot answer one another.
3. A new node is added, and the game is played to its end at random.
4. Every move on the way takes in what the end was worth to the seat that made it.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from realms.bots.budget import Budget
from realms.bots.tree_search import Findings
from realms.kernel.chance import branch, seed_of
from realms.kernel.game import Game, State, copy_state

Steps = tuple[int, ...]
"""A move as the steps that the rules see."""
EXPLORATION = 0.7
"""How much the unknown draws the search, beside what is known."""
CANDIDATES = 64
"""Moves that are tried where a list is too long to be written down, drawn by lot."""
WIDENING = 2.0
"""Below the root, moves that take part: this times the square root of the visits."""
STANDING_PART = 0.1
"""The part of the value that the rank among the scores has; the win has the rest."""
NODES = 1 << 16
"""Nodes of a tree at most."""
LONGEST = 5000
"""Steps after which a playout is given up, and nobody has won."""


class Node:
    """What is known of the moves of one seat, wherever it sees one thing."""

    __slots__ = ("moves", "tried", "values", "visits")

    def __init__(self, moves: list[Steps]) -> None:
        self.moves = moves
        self.visits = 0
        self.tried = [0] * len(moves)
        self.values = [0.0] * len(moves)

    def choose(self, room: int) -> int:
        """The place of the move to try next, among the first so many."""
        best, highest = 0, -math.inf
        known = math.log(self.visits + 1)
        for place in range(min(room, len(self.moves))):
            tried = self.tried[place]
            if not tried:
                return place
            bound = self.values[place] / tried + EXPLORATION * math.sqrt(known / tried)
            if bound > highest:
                best, highest = place, bound
        return best

    def take_in(self, place: int, value: float) -> None:
        """One visit of a move, and what it was worth."""
        self.visits += 1
        self.tried[place] += 1
        self.values[place] += value


class GeneralSearch:
    """A search of one position for one seat."""

    def __init__(self, game: Game, position: State, viewer: int, rng_state: np.uint64) -> None:
        self.game, self.position, self.viewer, self.rng_state = game, position, viewer, rng_state
        self.players = int(game.options(position).players)
        self.chance = random.Random(int(rng_state))
        self.root = Node(self._moves(position, viewer))
        self.nodes: dict[Any, Node] = {}
        shape = (len(self.root.moves), self.players)
        self.wins, self.scores = np.zeros(shape), np.zeros(shape)
        self.squares = np.zeros(shape[0])

    def think(self, budget: Budget) -> Findings:
        """Search for so many playouts, or for so long."""
        end = time.perf_counter() + budget.seconds
        while True:
            self.iterate()
            enough = self.root.visits >= budget.playouts
            if enough if budget.playouts else time.perf_counter() >= end:
                return self.findings()

    def iterate(self) -> None:
        """One playout."""
        place = self.root.choose(len(self.root.moves))
        number = self.root.tried[place]
        state = self.game.redeal(
            self.position, self.viewer, seed_of(branch(self.rng_state, number))
        )
        path = [(self.root, self.viewer, place)]
        self._descend(state, path)
        wins, scores = self._play_out(state)
        values = values_of(wins, scores)
        for node, seat, chosen in path:
            node.take_in(chosen, values[seat])
        self.wins[place] += wins
        self.scores[place] += scores
        self.squares[place] += wins[self.viewer] ** 2

    def _descend(self, state: State, path: list[tuple[Node, int, int]]) -> None:
        """Make the first move of the path, and go on as far as the tree goes."""
        game = self.game
        while True:
            node, seat, place = path[-1]
            if not make_move(game, state, seat, node.moves[place]):
                return
            awaited = game.awaiting(state)
            if not awaited:
                return
            seat = awaited[0]
            key = (seat, game.codes(state, seat).tobytes(), _encoded(game.view(state, seat)))
            found = self.nodes.get(key)
            if found is None:
                if len(self.nodes) < NODES:
                    moves = self._moves(state, seat)
                    self.chance.shuffle(moves)
                    self.nodes[key] = Node(moves)
                return
            room = max(1, int(WIDENING * math.sqrt(found.visits + 1)))
            path.append((found, seat, found.choose(room)))

    def _moves(self, state: State, seat: int) -> list[Steps]:
        """The moves of a seat: all of them, or some by lot where they are not written down."""
        legal = self.game.legal(state, seat)
        if legal.are_steps:
            return [(code,) for code in legal.codes]
        places = self.chance.sample(range(len(legal)), min(len(legal), CANDIDATES))
        return [self.game.encode(state, seat, legal[place]) for place in sorted(places)]

    def _play_out(self, state: State) -> tuple[list[float], list[float]]:
        """Play a game to its end at random: each seat's part of the win, and its points."""
        game, chance = self.game, self.chance
        for _step in range(LONGEST):
            awaited = game.awaiting(state)
            if not awaited:
                break
            codes = game.codes(state, awaited[0])
            game.advance(state, awaited[0], int(codes[chance.randrange(len(codes))]))
        outcome = game.outcome(state)
        if outcome is None:
            return [1 / self.players] * self.players, [0.0] * self.players
        shares = [outcome.share(seat) for seat in range(self.players)]
        return shares, [float(score) for score in outcome.scores]

    def findings(self) -> Findings:
        """What is known of the root; moves are told by their places in `root.moves`."""
        visits = np.array(self.root.tried, np.int64)
        times = np.maximum(visits, 1)
        wins: NDArray[np.float64] = self.wins / times[:, None]
        spread = np.maximum(self.squares / times - wins[:, self.viewer] ** 2, 0.25 / times)
        return Findings(
            moves=np.arange(len(visits)),
            visits=visits,
            values=np.array(self.root.values) / times,
            wins=wins,
            errors=np.sqrt(spread / times),
            scores=self.scores / times[:, None],
            playouts=int(visits.sum()),
        )


def make_move(game: Game, state: State, seat: int, steps: Steps) -> bool:
    """Make a move on the record itself; False, and nothing changed, where it is refused."""
    if len(steps) == 1:
        return game.attempt(state, seat, steps)[0] is None
    if game.attempt(copy_state(state), seat, steps)[0] is not None:
        return False
    game.attempt(state, seat, steps)
    return True


def values_of(wins: list[float], scores: list[float]) -> list[float]:
    """What an end is worth to each seat: the win, and a little of its rank among the scores.

    >>> values_of([1.0, 0.0, 0.0], [30.0, 10.0, 20.0])
    [1.0, 0.0, 0.05]
    """
    others = max(1, len(scores) - 1)
    behind = [sum(score > other for other in scores) / others for score in scores]
    return [
        (1 - STANDING_PART) * won + STANDING_PART * rank
        for won, rank in zip(wins, behind, strict=True)
    ]


def _encoded(view: Any) -> bytes:
    return msgspec.json.encode(view)
