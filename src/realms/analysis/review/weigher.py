"""What moves are worth to all seats, over worlds that the deciding seat cannot tell apart.

For each re-deal a move is made, the other seats are played on by a quick bot until the seat
decides again, and there the network judges by that seat's own eyes. A game that ends before
counts as it ended; where there is no network, the bot plays everybody to the end. The n-th
re-deal of every move is the same, and so is the luck after it: moves are compared like with
like.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.analysis.review.candidates import candidates_of, likely_codes
from realms.analysis.review.decisions import Decision, Steps
from realms.analysis.review.depths import LISTED, ReviewDepth
from realms.analysis.review.loss_reasons import PlayedApart
from realms.analysis.review.play_on import NOBODY, PlayOn, quick_bot
from realms.analysis.review.playout_trust import combined, playout_trust
from realms.analysis.review.value_net import ManyJudgements, ValueNet
from realms.bots import bot_named
from realms.bots.learned.weights import network_of
from realms.kernel.chance import branch, rng_state_from
from realms.kernel.game import Game, State, copy_state

ROWS = 8192
"""Positions that are held at once."""
POSITIONS, VERIFIED = 50_000, 60_000
"""Re-deals of positions, and of moves, that are played out are numbered from here on."""

TOLD_GAMES = 128
"""Games that are played on from a move to tell what became of it."""

Worths = NDArray[np.float64]
"""The part of the win of each seat, `(move, re-deal, seat)`."""


class Weigher:
    """Weighs the moves of decisions of one table."""

    def __init__(self, game: Game, options: Any, seed: str = "review") -> None:
        self.game, self.players = game, int(options.players)
        self.seed = rng_state_from(seed)
        self.play_on = PlayOn(game, options)
        self.network: ValueNet | None = None
        found = network_of(game.name)
        if found is not None and self.play_on.is_compiled:
            if found.about.knows(options, self.play_on.layout):
                self.network = ValueNet(found, options, self.play_on.layout)

    def redeals(self, decision: Decision, first: int, n: int) -> list[State]:
        """Worlds that the seat of a decision cannot tell from its own."""
        luck = np.uint64(branch(self.seed, (decision.seat << 32) + decision.own_number))
        return [self._redeal(decision, np.uint64(branch(luck, first + k))) for k in range(n)]

    def _redeal(self, decision: Decision, rng_state: np.uint64) -> State:
        """One of them; what others have decided out of sight a bot decides anew."""
        game, seat = self.game, decision.seat
        state = copy_state(decision.state)
        game.redeal_in_place(state, seat, rng_state)
        for other in game.may_change(state):
            if other != seat:
                bot = bot_named(quick_bot(game.name) or "random", game.name)
                rng = np.uint64(branch(rng_state, 1 + other))
                game.make_steps(state, other, bot.steps(game, copy_state(state), other, rng))
        return state

    def own_judgements(
        self, decisions: Sequence[Decision], with_policy: bool = True
    ) -> ManyJudgements | None:
        """What the network says of positions that seats decide in; None without a network."""
        if self.network is None or not decisions:
            return None
        states = rows_of([self.redeals(one, 0, 1)[0] for one in decisions])
        own = np.array([one.seat for one in decisions], np.int64)
        stood = self.play_on.play(states, own, own, self.seed)  # they decide: it only looks
        judged = self.network.judge(stood.seen, stood.mask, with_policy)
        return judged._replace(wins=self._by_seat(judged.wins, own))

    def chances(
        self,
        decisions: Sequence[Decision],
        known: Sequence[NDArray[np.float64] | None],
        games: int,
    ) -> list[NDArray[np.float64] | None]:
        """The chances of all seats where seats decide; None where no network knows any.

        What the network says (`known`) is combined with how so many games end, where the game
        trusts them.
        """
        found = [*known]
        trusts = [playout_trust(self.game, one.state) for one in decisions]
        asked = [
            place
            for place, wins in enumerate(known)
            if games and trusts[place] and wins is not None
        ]
        worlds = [
            (decisions[place], self.redeals(decisions[place], POSITIONS, games)) for place in asked
        ]
        for place, played in zip(asked, self.played_out(worlds), strict=True):
            found[place] = combined(known[place], played, trusts[place])  # type: ignore[arg-type]
        return found

    def gains(
        self, asked: Sequence[tuple[Decision, Steps, Steps]], first: int, games: int
    ) -> list[NDArray[np.float64]]:
        """How much more one move wins than another, game by game, played to their end.

        Of each decision the move that was made and a better one are asked for.
        """
        worlds = [self._afters(*one, first, games) for one in asked]
        decided = [one[0] for one in asked for _move in range(2)]
        ends = self.played_out(
            [
                (one, states)
                for one, states in zip(decided, (s for pair in worlds for s in pair), strict=True)
            ],
            first,
        )
        return [
            better[:, one[0].seat] - made[:, one[0].seat]
            for one, made, better in zip(asked, ends[::2], ends[1::2], strict=True)
        ]

    def played_apart(self, decision: Decision, made: Steps, better: Steps) -> PlayedApart:
        """What becomes of two moves, in points as well, where games are played on from them."""
        seat, ends = decision.seat, []
        for states in self._afters(decision, made, better, 0, TOLD_GAMES):
            numbers = (decision.own_number << 16) + np.arange(len(states))
            nobody = np.full(len(states), NOBODY)
            ends.append(self.play_on.play(rows_of(states), nobody, numbers, self.seed))
        own = [float(end.scores[:, seat].mean()) for end in ends]
        best = [float(np.delete(end.scores, seat, axis=1).max(axis=1).mean()) for end in ends]
        wins = [float(end.shares[:, seat].mean()) for end in ends]
        return PlayedApart(own[1] - own[0], best[1] - best[0], wins[1] - wins[0])

    def _afters(
        self, decision: Decision, made: Steps, better: Steps, first: int, games: int
    ) -> tuple[list[State], list[State]]:
        """Worlds after one move, and after another."""
        worlds = self.redeals(decision, VERIFIED + first, games)
        ones, others = [copy_state(world) for world in worlds], worlds
        for states, steps in ((ones, made), (others, better)):
            for state in states:
                self.game.make_steps(state, decision.seat, steps)
        return ones, others

    def played_out(
        self, asked: Sequence[tuple[Decision, Sequence[State]]], first: int = 0
    ) -> list[NDArray[np.float64]]:
        """The part of the win of each seat, a row a state, games played to their end."""
        found: list[NDArray[np.float64]] = []
        held: list[tuple[Decision, Sequence[State]]] = []

        def settle() -> None:
            states = [state for _one, those in held for state in those]
            numbers = [
                np.arange(len(those)) + (one.own_number << 16) + first for one, those in held
            ]
            nobody = np.full(len(states), NOBODY)
            rows = np.concatenate(numbers)
            shares = self.play_on.play(rows_of(states), nobody, rows, self.seed).shares
            cuts = np.cumsum([len(those) for _one, those in held])[:-1]
            found.extend(np.split(shares, cuts))
            held.clear()

        for one in asked:
            held.append(one)
            if sum(len(those) for _one, those in held) >= ROWS:
                settle()
        if held:
            settle()
        return found

    def foreseen(self, states: Sequence[State], seat: int) -> NDArray[np.float64]:
        """A seat's part of the win in each world, by its own eyes when it decides next."""
        if not states:
            return np.zeros(0)
        own = np.full(len(states), seat)
        return self._values(rows_of(states), own, np.arange(len(states)))[:, seat]

    def _by_seat(self, wins: NDArray[np.float64], own: NDArray[np.int64]) -> NDArray[np.float64]:
        """Chances from the viewers' places on, by seat."""
        places = (np.arange(self.players) - own[:, None]) % self.players
        return np.take_along_axis(wins, places, axis=1)

    def candidates(
        self, decisions: Sequence[Decision], seen: ManyJudgements | None, depth: ReviewDepth
    ) -> list[list[Steps]]:
        """The moves to compare of each decision, the played one first."""
        most = LISTED if depth.first else depth.moves
        listed = []
        for n, one in enumerate(decisions):
            likely = None
            if seen is not None and seen.is_known[n]:
                rules, layout = self.play_on.rules, self.play_on.layout
                likely = likely_codes(self.game, rules, layout, one, seen.policy[n])
            position = self.redeals(one, 0, 1)[0]
            listed.append(candidates_of(self.game, one, position, likely, most))
        if not depth.first:
            return listed
        looked = self.weigh(decisions, listed, 1, depth.first)
        return [
            _best_few(moves, worth, one.seat, depth.moves)
            for one, moves, worth in zip(decisions, listed, looked, strict=True)
        ]

    def weigh(
        self, decisions: Sequence[Decision], moves: Sequence[list[Steps]], first: int, n: int
    ) -> list[Worths]:
        """What each move of each decision comes to in `n` re-deals, from the first on."""
        worths: list[Worths] = []
        states: list[State] = []
        own: list[int] = []
        numbers: list[int] = []

        def settle() -> None:
            if states:
                found = self._values(rows_of(states), np.array(own), np.array(numbers))
                place = 0
                for shape in shapes:
                    size = shape[0] * shape[1]
                    worths.append(found[place : place + size].reshape(*shape, self.players))
                    place += size
                for held in (states, own, numbers, shapes):
                    held.clear()

        shapes: list[tuple[int, int]] = []
        for decision, listed in zip(decisions, moves, strict=True):
            worlds = self.redeals(decision, first, n)
            for steps in listed:
                for k, world in enumerate(worlds):
                    after = copy_state(world)
                    self.game.make_steps(after, decision.seat, steps)
                    states.append(after)
                    own.append(decision.seat)
                    numbers.append((decision.own_number << 16) + first + k)
            shapes.append((len(listed), n))
            if len(states) >= ROWS:
                settle()
        settle()
        return worths

    def _values(
        self, states: NDArray[Any], own: NDArray[np.int64], numbers: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """The part of the win of each seat, a row a state."""
        nobody = np.full(len(own), NOBODY)
        if self.network is None:
            return self.play_on.play(states, nobody, numbers, self.seed).shares
        stood = self.play_on.play(states, own, numbers, self.seed)
        values = stood.shares
        asked = np.flatnonzero(~stood.is_over)
        judged = self.network.judge(stood.seen[asked], stood.mask[asked], with_policy=False)
        values[asked] = self._by_seat(judged.wins, own[asked])
        lost = asked[~judged.is_known]
        if len(lost):
            rest = states[lost]
            values[lost] = self.play_on.play(
                rest, nobody[: len(lost)], numbers[lost], self.seed
            ).shares
        return values


def _best_few(moves: list[Steps], worth: Worths, seat: int, most: int) -> list[Steps]:
    """The played move, and the best of the others as a first look has it."""
    means = worth[1:, :, seat].mean(axis=1)
    order = np.argsort(-means, kind="stable")[:most]
    return [moves[0], *(moves[1 + int(place)] for place in order)]


def rows_of(states: Sequence[State]) -> NDArray[Any]:
    """States as an array of their own."""
    kept = b"".join(state.tobytes() for state in states)
    return np.frombuffer(bytearray(kept), states[0].dtype)
