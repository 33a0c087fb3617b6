"""The tuning loop: weights of a bot, improved by games against the best so far.

Each generation the optimiser draws candidates, and all of them play the same new deals
against the weights kept so far. Now and then the middle of the cloud is put to trial on deals
that no candidate has seen; it is kept only if it wins with significance, and from then on it
is what candidates have to beat. Every generation is a line of a ledger, so a run can be
stopped at any time and gone on with, and ends as if it had never been stopped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct, structs

from realms.arena.contests import Contest, Trial, round_weights, run_contest
from realms.arena.evolution import Cloud, candidates, evolve, new_cloud, usual_number
from realms.arena.intervals import chance_above
from realms.arena.ledger import Ledger
from realms.kernel.chance import rng_state_from

SURE = 0.01
"""The chance of being fooled by luck that a trial allows."""
TRIAL_DEALS = 1 << 40
"""Deals of trials are numbered from here: candidates never play them."""


class Effort(Struct, frozen=True):
    """How many generations, candidates and deals a search for weights takes."""

    deals: int = 100
    """New deals a generation; every candidate plays all of them from every seat."""
    number: int = 0
    """Candidates a generation; 0 for as many as the number of weights asks for."""
    every: int = 10
    """Generations between trials."""
    trial: int = 1000
    """Deals of a trial."""
    step: float = 1.0
    """The first step, in usual steps of each weight."""
    margin: float = 0.004
    """What a point above the others is worth beside a fair share of wins."""


class KeptWeights(Struct, frozen=True):
    """Weights put to trial: how they did, and whether they are kept."""

    generation: int
    weights: dict[str, int | float]
    wins: float
    low: float
    high: float
    chance: float
    kept: bool


class Progress(Struct, frozen=True):
    """Where a run stands; a line of the ledger each generation."""

    cloud: Cloud
    weights: dict[str, int | float]
    """The weights kept so far."""
    worth: float = 0.0
    """What the candidates of the last generation were worth on average."""
    trial: KeptWeights | None = None
    """The trial after this generation, where there was one."""


class Tuning:
    """A run of the tuning loop, which can be interrupted and resumed."""

    def __init__(
        self, contest: Contest, weights: dict[str, float], effort: Effort, ledger: Ledger
    ) -> None:
        self.contest, self.effort, self.ledger = contest, effort, ledger
        self.first = weights
        self.steps = np.array([usual_step(value) for value in weights.values()])
        self.number = effort.number or usual_number(len(weights))
        self.lines = msgspec.convert(ledger.lines, list[Progress])
        cloud = new_cloud(len(weights), effort.step)
        self.now = self.lines[-1] if self.lines else Progress(cloud, weights)

    @property
    def trials(self) -> list[KeptWeights]:
        """All trials so far."""
        return [line.trial for line in self.lines if line.trial is not None]

    def run(self, generations: int, jobs: int = 0) -> Iterator[Progress]:
        """Go on until so many generations are done; hands over each as it is finished."""
        with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
            while self.now.cloud.generation < generations:
                self.now = self._generation(pool.map)
                if self._trial_is_due(generations):
                    self.now = self._put_to_trial(pool.map)
                self.ledger.append(self.now)
                self.lines.append(self.now)
                yield self.now

    def _trial_is_due(self, generations: int) -> bool:
        done = self.now.cloud.generation
        return done % self.effort.every == 0 or done == generations

    def weights_at(self, place: Any) -> dict[str, float]:
        """The weights at a place of the cloud's coordinates."""
        values = np.array(list(self.first.values()), float) + self.steps * np.asarray(place)
        return round_weights([float(value) for value in values], self.first)

    def _generation(self, spread_out: Callable[..., Any]) -> Progress:
        now, effort = self.now, self.effort
        first = now.cloud.generation * effort.deals
        deals = range(first, first + effort.deals)
        drawn = candidates(now.cloud, self.number, int(rng_state_from(self.contest.seed)))

        def worth(place: Any) -> float:
            found = run_contest(self.contest, self.weights_at(place), now.weights, deals)
            return found.wins.value + effort.margin * found.margin

        worths = list(spread_out(worth, drawn))
        cloud = evolve(now.cloud, drawn, worths)
        return Progress(cloud, now.weights, round(float(np.mean(worths)), 6))

    def _put_to_trial(self, spread_out: Callable[..., Any]) -> Progress:
        """Try the middle of the cloud on deals that nobody has seen."""
        now, done = self.now, self.now.cloud.generation
        ours = self.weights_at(now.cloud.mean)
        first = TRIAL_DEALS + done * self.effort.trial
        deals = range(first, first + self.effort.trial)
        if self.contest.against:  # others are what they are: both sets play them
            one, two = spread_out(
                lambda weights: run_contest(self.contest, weights, {}, deals), (ours, now.weights)
            )
            found = _beside(one, two)
        else:
            found = run_contest(self.contest, ours, now.weights, deals)
        wins = found.wins
        luck = chance_above(wins, 1.0)
        better = luck < SURE
        figures = (round(wins.value, 5), round(wins.low, 5), round(wins.high, 5), luck)
        kept = KeptWeights(done, ours, *figures, better)
        return structs.replace(now, weights=ours if better else now.weights, trial=kept)


def _beside(one: Trial, two: Trial) -> Trial:
    """One trial beside another on the same deals, as if a fair share were the other's."""
    value = 1 + one.wins.value - two.wins.value
    error = float(np.hypot(one.wins.error, two.wins.error))
    wins = one.wins._replace(
        value=value, low=value - 1.96 * error, high=value + 1.96 * error, error=error
    )
    return Trial(wins, one.margin - two.margin, one.games + two.games)


def usual_step(value: float) -> float:
    """The usual step of a weight: a sixth of it, and something where it is small.

    >>> usual_step(60), usual_step(0), usual_step(0.0)
    (10.0, 3.0, 0.05)
    """
    return max(abs(value) / 6, 3.0 if isinstance(value, int) else 0.05)


def head_of(contest: Contest, weights: dict[str, float], effort: Effort) -> dict[str, Any]:
    """What a ledger says of a run; the number of generations is left open."""
    return {
        "realms": "tune",
        "contest": msgspec.to_builtins(contest),
        "weights": weights,
        "effort": msgspec.to_builtins(effort),
        "seed": contest.seed,
    }
