"""Guided players: the moves that the network thinks likely, tried in worlds that may be so.

A move is made in worlds that the seat cannot tell from its own; the others are played on until
the seat decides again, and there the network says what it thinks by the seat's own eyes. The
n-th world is the same for all moves, so they are compared like with like; after each round of
tries the better half goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.bots.budget import Budget
from realms.bots.game_parts import Player
from realms.bots.learned import guide_rules
from realms.bots.learned.inference import MOST_STEPS, NetworkWorkspace, workspace_of
from realms.kernel.chance import branch
from realms.kernel.compiled.specialisation import specialise
from realms.kernel.game import Game, State
from realms.kernel.games import pack_named

TRIES = 800
"""Tries of a move where no budget is told."""
MOVES = 6
"""Moves that are tried at most."""
LEAST_LIKELY = 0.002
"""A move that the network thinks less likely is not tried, but for the first two."""
PRIOR = 0.05
"""How much better, in parts of a win, a move has to be that is e times less likely."""
SURELY = 2
"""So many moves are tried however unlikely."""
LEAST_WORLDS = 4
"""So many tries there must be for each move that is tried."""
AHEAD = 0
"""Decisions of its own beyond the first that a seat makes by the network before it judges."""
SAMPLES = 12
"""Draws of moves that take several steps."""


MOST_WORLDS = 4096
"""Worlds that are dealt at most where a time is told …"""
AT_ONCE = 8
"""… and between two looks at the clock."""
FALLBACK = 10
"""Playouts of a search that take as long as a try."""


class Guide(NamedTuple):
    """What trying moves takes; for one thread at a time. Rules take it as it is."""

    workspace: NetworkWorkspace
    position: NDArray[Any]
    worlds: NDArray[Any]
    trial: NDArray[Any]
    thinking: NDArray[Any]
    rewards: NDArray[np.float32]
    scores: NDArray[np.int32]
    steps: NDArray[np.int64]
    values: NDArray[np.float64]
    actions: NDArray[np.int64]
    likely: NDArray[np.float64]
    last: NDArray[np.int16]
    """What was judged last …"""
    foreseen: NDArray[np.float64]
    """… and the chance that was told."""
    beliefs: NDArray[np.float64]
    ahead: NDArray[np.int64]
    """How many more decisions of its own the network makes before it judges."""
    rivals: NDArray[np.int64]
    """The bot that plays the others; −1 for the network itself."""


class GuideRules(NamedTuple):
    """The rules of `guide_rules` with a game's own in them."""

    likely_actions: Callable[..., int]
    propose: Callable[..., int]
    deal_worlds: Callable[..., None]
    try_move: Callable[..., None]


def specialise_guide(home: str, **handed_in: Callable[..., Any]) -> GuideRules:
    """The rules by which moves are tried; `guide_rules` says what each stub owes."""
    made = specialise(guide_rules, home, "guide", **handed_in)
    return GuideRules(*(made[name] for name in GuideRules._fields))


class GameGuide(Struct, frozen=True):
    """How moves of a game are tried."""

    rules: GuideRules
    new_thinking: Callable[[], Any]
    """An array of one: what the bot that plays the others thinks with."""
    rivals: int
    """That bot, by number."""
    left_of_turn: Callable[[State], int]
    """How many more decisions a seat makes after this one before the others have their turns."""
    beliefs: Callable[[State], NDArray[np.float64]]
    """What the rules believe of hidden things at a table; noughts where nothing is believed."""


@runtime_checkable
class BringsGuide(Protocol):
    """A pack whose moves can be tried in compiled rules."""

    def game_guide(self) -> GameGuide:
        """How they are tried."""


class TriedMove(Struct):
    """A move with what the network thinks of it and what came of trying it."""

    steps: tuple[int, ...]
    likely: float
    """The logarithm of how likely the network makes it."""
    values: list[float] = []

    @property
    def mean(self) -> float:
        """The part of the win that it came to on average."""
        return float(np.mean(self.values)) if self.values else 0.0


def guided_player(game: Game, otherwise: Player, proposes: Player) -> Player:
    """The guided player of a game; `otherwise` decides where the network never learned to.

    `guided:400` tries so often; `proposes` adds a move of its own to those that are tried.
    """

    def choose_steps(s: State, seat: int, rng_state: np.uint64, budget: Budget) -> Sequence[int]:
        tried = try_moves(game, s, seat, rng_state, budget, proposes)
        if not tried:
            return otherwise(s, seat, rng_state, fallback_budget(budget))
        return tried[0].steps

    return choose_steps


def fallback_budget(budget: Budget) -> Budget:
    """What the bot may think that plays where the network never learned to: as long."""
    counted = 0 if budget.seconds else (budget.playouts or TRIES) * FALLBACK
    return Budget(counted, budget.seconds)


def try_moves(
    game: Game, s: State, seat: int, rng_state: np.uint64, budget: Budget, proposes: Player
) -> list[TriedMove]:
    """The moves that were tried, the best first; none where the network never learned."""
    workspace = workspace_of(game, s, budget.weights)
    if workspace is None:
        return []
    trial = Deliberation(game, s, seat, rng_state, budget, workspace)
    moves = trial.candidates(proposes)
    return trial.halve(moves) if len(moves) > 1 else moves


class Deliberation:
    """One decision that is thought about."""

    def __init__(
        self,
        game: Game,
        s: State,
        seat: int,
        rng_state: np.uint64,
        budget: Budget,
        workspace: NetworkWorkspace,
    ) -> None:
        self.game, self.seat, self.rng_state, self.budget = game, seat, rng_state, budget
        how = pack_named(game.name).game_guide()
        most = MOST_WORLDS if budget.seconds else TRIES
        self.rules, self.tries = how.rules, budget.playouts or most
        self.worlds_dealt = 0
        self.state = s
        self.guide = _new_guide(workspace, how, s, self.tries)
        self.guide.position[0] = s
        self.guide.ahead[0] = int(budget.number("ahead", AHEAD))
        if budget.number("whole", 1.0):
            self.guide.ahead[0] += how.left_of_turn(s)
        self.guide.rivals[0] = int(budget.number("rivals", how.rivals))
        self.guide.beliefs[:] *= budget.number("belief", 1.0)

    def candidates(self, proposes: Player) -> list[TriedMove]:
        """The moves worth trying: those that the network thinks likely, and one proposed."""
        g, luck = self.guide, np.uint64(branch(self.rng_state, 0))
        n = self.rules.likely_actions(g, self.seat)
        if not n:
            return []
        order = np.argsort(-g.likely[:n], kind="stable")
        begun = [(int(g.actions[k]), float(g.likely[k])) for k in order]
        most = min(int(self.budget.number("moves", MOVES)), max(1, self.tries // LEAST_WORLDS))
        floor = np.log(LEAST_LIKELY)
        found: dict[tuple[int, ...], TriedMove] = {}
        for place, (action, likely) in enumerate(begun[:most]):
            if place < SURELY or likely >= floor:
                self._propose(found, action, 0.0, luck)
        if any(len(one.steps) > 1 for one in found.values()):
            for attempt in range(SAMPLES):
                self._propose(found, -1, 1.0, np.uint64(branch(luck, 1 + attempt)))
        moves = sorted(found.values(), key=lambda one: -one.likely)[: max(most, 1)]
        steps = self._in_order(proposes(self.state, self.seat, luck, Budget()))
        if most > 1 and steps not in {one.steps for one in moves}:
            moves.append(found.get(steps) or TriedMove(steps, float(floor)))
        return moves

    def _propose(
        self, found: dict[tuple[int, ...], TriedMove], action: int, temperature: float, luck: Any
    ) -> None:
        g = self.guide
        length = self.rules.propose(g, self.seat, action, temperature, luck)
        steps = self._in_order(tuple(int(step) for step in g.steps[:length]))
        found.setdefault(steps, TriedMove(steps, float(g.likely[0]), []))

    def _in_order(self, steps: Sequence[int]) -> tuple[int, ...]:
        """Steps as the game itself writes the same move."""
        if len(steps) < 2:
            return tuple(steps)
        game, s, seat = self.game, self.state, self.seat
        return game.encode(s, seat, game.decode(s, seat, steps))

    def halve(self, moves: list[TriedMove]) -> list[TriedMove]:
        """Try moves, round after round the better half of them; the best first."""
        rounds = max(1, (len(moves) - 1).bit_length())
        left, out = list(moves), moves[:0]
        prior = self.budget.number("prior", PRIOR)
        for number in range(rounds):
            self._try_in_time(left, rounds)
            left.sort(key=lambda one: -(one.mean + prior * one.likely))
            if number < rounds - 1:
                half = (len(left) + 1) // 2
                out, left = left[half:] + out, left[:half]
        return left + out

    def _try_in_time(self, moves: list[TriedMove], rounds: int) -> None:
        """A round of tries: its part of all of them, or of the time."""
        seconds = self.budget.seconds / rounds
        if not seconds:
            self.try_often(moves, self.tries // (rounds * len(moves)))
            return
        begin = time.monotonic()
        while time.monotonic() - begin < seconds and self.worlds_dealt < len(self.guide.worlds):
            self.try_often(moves, AT_ONCE)

    def try_often(self, moves: list[TriedMove], worlds: int) -> None:
        """Try moves in so many more worlds, the same for each."""
        g, first = self.guide, self.worlds_dealt
        worlds = min(worlds, len(g.worlds) - first)
        if worlds <= 0:
            return
        self.rules.deal_worlds(g, self.seat, self.rng_state, first, worlds)
        self.worlds_dealt += worlds
        for move in moves:
            g.steps[: len(move.steps)] = move.steps
            length = len(move.steps)
            self.rules.try_move(g, self.seat, length, self.rng_state, first, worlds)
            move.values.extend(g.values[first : first + worlds].tolist())


def _new_guide(workspace: NetworkWorkspace, how: GameGuide, s: State, tries: int) -> Guide:
    players, state_type = int(s.players), s.dtype
    return Guide(
        workspace=workspace,
        position=np.zeros(1, state_type),
        worlds=np.zeros(tries, state_type),
        trial=np.zeros(1, state_type),
        thinking=how.new_thinking(),
        rewards=np.zeros(players, np.float32),
        scores=np.zeros(players, np.int32),
        steps=np.zeros(MOST_STEPS, np.int64),
        values=np.zeros(tries, np.float64),
        actions=np.zeros(len(workspace.mask), np.int64),
        likely=np.zeros(len(workspace.mask) + 1, np.float64),
        last=np.full(len(workspace.numbers), -1, np.int16),
        foreseen=np.zeros(1, np.float64),
        beliefs=how.beliefs(s).copy(),
        ahead=np.zeros(1, np.int64),
        rivals=np.zeros(1, np.int64),
    )
