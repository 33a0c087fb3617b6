"""Looks for puzzles in a game: one move clearly best by what its seat knows, the obvious one not.

What is looked at is what a review looks at: the same re-deals, the same estimates. A cheap
look comes first, and a closer one only where that found something; two looks with words of
chance of their own have to agree at the end, and so must games played out by a quick bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.analysis.puzzles.puzzle import (
    JudgedMove,
    KeptReason,
    LossTold,
    Puzzle,
    id_of,
    kept_reason,
    written,
)
from realms.analysis.review.candidates import likely_codes
from realms.analysis.review.decisions import Decision, Steps, decisions_in
from realms.analysis.review.estimates import odds, shifted
from realms.analysis.review.loss_reasons import BringsLossReasons
from realms.analysis.review.play_on import NOBODY
from realms.analysis.review.weigher import Weigher, rows_of
from realms.bots import bot_named, levels_of
from realms.bots.game_parts import bot_set
from realms.kernel.chance import branch
from realms.kernel.game import Game, State, copy_state
from realms.kernel.packs import packs
from realms.kernel.record import Moment, Record

DIGITS = 3
"""Places of a chance that are kept."""


@runtime_checkable
class BringsObviousMoves(Protocol):
    """A pack that knows which moves come to mind first, besides those of its greedy bot."""

    def obvious_moves(self, position: Any, seat: int) -> Sequence[Sequence[int]]:
        """They, as steps; `position` is a re-deal for the seat."""


class HuntingDepth(Struct, frozen=True):
    """How closely positions are looked at, and what they must show."""

    first: int = 4
    """Re-deals of the first look at every move."""
    second: int = 12
    """Of the next, where the first found something."""
    deep: int = 64
    """Of each of the two looks that have to agree."""
    deep_moves: int = 5
    """The moves that those compare."""
    played_out: int = 200
    """Games that a quick bot plays out to confirm them."""
    gap: float = 0.04
    """How far the second best move must be behind …"""
    sure: float = 4.0
    """… and how many of its standard errors that must be."""
    likely: float = 0.4
    """An obvious move that the network would make as often as this is left alone."""
    fewest: int = 3
    most: int = 80
    """Moves that a position must have, at least and at most."""
    undecided: float = 0.04
    """Whoever wins or loses as surely as this has no puzzle to solve."""
    hopeful: int = 30
    """Decisions of a game that are looked at so closely."""
    a_game: int = 4
    """Puzzles that are kept of one game."""
    doubts: int = 2
    """How often the strongest level is asked; it must find the move once …"""
    asked: int = 4
    """… and how often the easiest, which must miss it once."""
    trusted: float = 0.3
    """How often the strongest level must find the best move, or nobody need believe it …"""
    easiest: float = 0.9
    """… and how often all levels together may find it at most."""


USUAL = HuntingDepth()


class PuzzleCandidate(NamedTuple):
    """A decision that may be a puzzle."""

    decision: Decision
    obvious: tuple[Steps, ...]
    """The moves that come to mind first, of which none may be the best."""
    moves: list[Steps]
    own: float | None
    """What the network says of the seat's chance by its own eyes."""
    means: NDArray[np.float64]
    """What the moves came to in the look at all of them."""
    gap: float

    @property
    def best(self) -> Steps:
        """The best move, as that look has it."""
        return self.moves[int(self.means.argmax())]


class MoveComparison(NamedTuple):
    """What looking at the moves of a decision came to."""

    best: int
    means: NDArray[np.float64]
    gap: float
    """How far the second best is behind …"""
    error: float
    """… and the standard error of that."""


def obvious_bot(game: str) -> str:
    """Who makes the moves that come to mind first: the greedy bot, or the weakest level."""
    return "greedy" if "greedy" in bot_set(game).players else levels_of(game)[0].name


class Hunter:
    """Looks for puzzles in games of one table."""

    def __init__(
        self, game: Game, options: Any, seed: str = "puzzles", depth: HuntingDepth = USUAL
    ) -> None:
        self.game, self.depth = game, depth
        self.weigher = Weigher(game, options, seed)
        self.again = Weigher(game, options, f"{seed}, again")
        self.obvious = bot_named(obvious_bot(game.name), game.name)
        pack: Any = packs().get(game.name)
        self.pack = pack if isinstance(pack, BringsObviousMoves) else None
        self.reasons = pack if isinstance(pack, BringsLossReasons) else None

    def hunt(self, record: Record, moments: Sequence[Moment]) -> list[Puzzle]:
        """The puzzles of a replayed game, not yet graded, those furthest apart first."""
        found = [
            self.puzzle_of(record, one) for one in self.candidates(decisions_in(self.game, moments))
        ]
        kept = [one for one in found if one is not None]
        return sorted(kept, key=lambda one: -one.gap)

    def candidates(self, decisions: Sequence[Decision]) -> list[PuzzleCandidate]:
        """The decisions that two cheap looks leave, those furthest apart first."""
        depth, asked = self.depth, [one for one in decisions if self._can_be_judged(one)]
        seen = self.weigher.own_judgements(asked)
        hopeful = []
        for place, one in enumerate(asked):
            position = self.weigher.redeals(one, 0, 1)[0]
            obvious = self._obvious(one, position)
            own = None
            if seen is not None and seen.is_known[place]:
                own = float(seen.wins[place][one.seat])
                if not depth.undecided < own < 1 - depth.undecided:
                    continue
                if self._is_likely(one, obvious[-1], seen.policy[place]):
                    continue
            moves: list[Steps] = [
                (int(code),) for code in self.game.codes(position, one.seat).tolist()
            ]
            hopeful.append(PuzzleCandidate(one, obvious, moves, own, np.zeros(len(moves)), 0.0))
        hopeful = self._after_look(hopeful, 1, depth.first, depth.gap / 2)
        hopeful = self._after_look(hopeful, 1000, depth.second, depth.gap * 0.75)
        return hopeful[: depth.hopeful]

    def puzzle_of(self, record: Record, hopeful: PuzzleCandidate) -> Puzzle | None:
        """The puzzle of a decision; None where a close look finds none."""
        decision, obvious, moves, own, rough, _gap = hopeful
        depth, seat = self.depth, decision.seat
        if self._is_easy(decision, hopeful.best):
            return None
        order = [int(place) for place in np.argsort(-rough, kind="stable")]
        near = order[: depth.deep_moves]
        near += [moves.index(one) for one in obvious if moves.index(one) not in near]
        close = [moves[place] for place in near]
        comparisons = []
        for weigher in (self.weigher, self.again):
            comparison = compare_moves(
                weigher.weigh([decision], [close], 4000, depth.deep)[0], seat
            )
            if close[comparison.best] != hopeful.best or not self._is_clear(comparison):
                return None
            comparisons.append(comparison)
        one, two = comparisons
        solution = hopeful.best
        means = (one.means + two.means) / 2
        promised = float(means[one.best])
        rival = close[int(np.where(np.arange(len(close)) == one.best, -1.0, means).argmax())]
        is_confirmed = self._is_confirmed(decision, solution, [rival, *obvious])
        if not is_confirmed or not self._is_believed(decision, solution):
            return None
        shift = 0.0 if own is None else odds(own) - odds(promised)
        chances = {steps: float(mean) for steps, mean in zip(close, means, strict=True)}
        for place in order:
            chances.setdefault(moves[place], float(rough[place]))
        promises = {steps: shifted(mean, shift) for steps, mean in chances.items()}
        ranked = sorted(promises, key=lambda steps: (steps != solution, -promises[steps]))
        if promises[solution] - promises[ranked[1]] < depth.gap:
            return None
        position = self.weigher.redeals(decision, 0, 1)[0]
        judged = tuple(
            JudgedMove(
                written(self.game, record, self.game.decode(position, seat, steps)),
                round(promises[steps], DIGITS),
                self._why(position, seat, steps, solution),
            )
            for steps in ranked
        )
        by_steps = dict(zip(ranked, judged, strict=True))
        first = next((steps for steps in obvious if by_steps[steps].why is not None), obvious[0])
        if self.reasons is not None and by_steps[first].why is None:
            return None
        return Puzzle(
            id=id_of(self.game, decision.state, seat),
            at=decision.number - 1,
            seat=seat,
            moves=judged,
            error=round(2 * max(one.error, two.error), DIGITS),
            obvious=by_steps[first].move,
            reason=self._for(position, seat, solution),
        )

    def _can_be_judged(self, decision: Decision) -> bool:
        """Whether every move of a decision can be listed, and there are some but not many."""
        if self.game.count(decision.state, decision.seat) is not None:
            return False
        n = len(self.game.codes(decision.state, decision.seat))
        return self.depth.fewest <= n <= self.depth.most

    def _obvious(self, decision: Decision, position: State) -> tuple[Steps, ...]:
        """The moves that come to mind first: those the game names, then the greedy bot's."""
        rng_state = np.uint64(branch(np.uint64(decision.own_number + 1), 0))
        steps = self.obvious.steps(self.game, copy_state(position), decision.seat, rng_state)
        named = self.pack.obvious_moves(position, decision.seat) if self.pack else ()
        found = (tuple(int(n) for n in one) for one in (*named, steps))
        return tuple(dict.fromkeys(found))

    def _is_likely(self, decision: Decision, steps: Steps, policy: NDArray[np.float32]) -> bool:
        """Whether the network itself would make a move often."""
        play_on = self.weigher.play_on
        likely = likely_codes(self.game, play_on.rules, play_on.layout, decision, policy)
        if len(steps) != 1 or steps[0] not in likely:
            return False
        logits = np.array(list(likely.values()), np.float64)
        whole = float(np.exp(logits - logits.max()).sum())
        own = float(np.exp(likely[steps[0]] - logits.max())) / whole
        return own >= self.depth.likely

    def _is_easy(self, decision: Decision, best: Steps) -> bool:
        """Whether the easiest level makes a move always."""
        easiest = levels_of(self.game.name)[0].name
        return all(self._made(decision, easiest, n) == best for n in range(self.depth.asked))

    def _is_believed(self, decision: Decision, best: Steps) -> bool:
        """Whether the strongest level makes a move at times."""
        strongest = levels_of(self.game.name)[-1].name
        return any(self._made(decision, strongest, n) == best for n in range(self.depth.doubts))

    def _made(self, decision: Decision, level: str, attempt: int) -> Steps:
        """The move that a level makes."""
        position = self.weigher.redeals(decision, 16_000 + attempt, 1)[0]
        rng_state = np.uint64(branch(np.uint64(decision.own_number + 1), 1 + attempt))
        bot = bot_named(level, self.game.name)
        return tuple(int(n) for n in bot.steps(self.game, position, decision.seat, rng_state))

    def _after_look(
        self, asked: list[PuzzleCandidate], first: int, n: int, gap: float
    ) -> list[PuzzleCandidate]:
        """The decisions in which a look finds a best move apart, and it is not the obvious one.

        Those where it stands furthest apart come first.
        """
        decisions, moves = [one.decision for one in asked], [one.moves for one in asked]
        kept = []
        for one, worth in zip(asked, self.weigher.weigh(decisions, moves, first, n), strict=True):
            comparison = compare_moves(worth, one.decision.seat)
            if one.moves[comparison.best] not in one.obvious and comparison.gap >= gap:
                kept.append(one._replace(means=comparison.means, gap=comparison.gap))
        return sorted(kept, key=lambda found: -found.gap)

    def _is_clear(self, comparison: MoveComparison) -> bool:
        return (
            comparison.gap >= self.depth.gap
            and comparison.gap >= self.depth.sure * comparison.error
        )

    def _is_confirmed(self, decision: Decision, best: Steps, others: list[Steps]) -> bool:
        """Whether the best move also wins most where a quick bot plays everybody to the end."""
        worlds = self.again.redeals(decision, 8000, self.depth.played_out)
        numbers = (decision.own_number << 16) + 8000 + np.arange(len(worlds))
        won: list[NDArray[np.float64]] = []
        for steps in (best, *others):
            afters = [copy_state(world) for world in worlds]
            for after in afters:
                self.game.attempt(after, decision.seat, steps)
            nobody = np.full(len(worlds), NOBODY)
            ended = self.again.play_on.play(rows_of(afters), nobody, numbers, self.again.seed)
            won.append(ended.shares[:, decision.seat])
        return all(float((won[0] - other).mean()) > 0 for other in won[1:])

    def _why(self, position: State, seat: int, made: Steps, best: Steps) -> LossTold | None:
        """Why the best move is better than another one."""
        if self.reasons is None or made == best:
            return None
        loss = self.reasons.loss_reason(position, seat, made, best)
        return None if loss is None else LossTold(loss[0], kept_reason(loss[1]))

    def _for(self, position: State, seat: int, steps: Steps) -> KeptReason | None:
        """What speaks for a move."""
        reasons = self.reasons.move_reasons(position, seat, steps) if self.reasons else ()
        return kept_reason(reasons[0]) if reasons else None


def compare_moves(worth: NDArray[np.float64], seat: int) -> MoveComparison:
    """Which move is best in what moves came to, `(move, re-deal, seat)`, and how clearly."""
    own = worth[:, :, seat]
    means = own.mean(axis=1)
    order = np.argsort(-means, kind="stable")
    best, second = int(order[0]), int(order[1])
    apart = own[best] - own[second]
    return MoveComparison(best, means, float(apart.mean()), _error_of(apart))


def _error_of(apart: NDArray[np.float64]) -> float:
    """The standard error of a mean."""
    return float(apart.std(ddof=1) / np.sqrt(len(apart))) if len(apart) > 1 else 1.0
