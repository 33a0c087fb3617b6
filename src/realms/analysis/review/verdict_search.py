"""Decisions looked at more and more closely, until it is clear what to call them.

Whatever is clear after few re-deals is left as it is. Where a loss may lie on either side of a
threshold, the moves that may still be the best and the one that was made are tried in four
times as many re-deals, and again, until it lies on one side or enough was tried.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.analysis.review.decisions import Decision, Steps
from realms.analysis.review.depths import ReviewDepth
from realms.analysis.review.estimates import (
    SURE,
    Chances,
    DecisionEstimate,
    difference,
    estimate,
    no_more_than,
)
from realms.analysis.review.playout_trust import playout_trust
from realms.analysis.review.verdicts import BLUNDER, INACCURACY, MISTAKE
from realms.analysis.review.weigher import Weigher

CLOSE_LOOK = 1000
"""The re-deals of the close look are numbered from here on; the first look has its own."""
DOUBTFUL = 0.015
"""Losses from which on a decision is looked at more closely."""
MORE = 4
"""How many times as many re-deals each look has as all before it."""
UNCLEAR = 2.5
"""Standard errors from a threshold within which a verdict is unclear."""
THRESHOLDS = (MISTAKE, BLUNDER)
VERIFYING = 8
"""How many times as many games a fault is tried by first as its position."""
AT_ONCE = 1024
"""Re-deals of a decision that are weighed at once."""
CLOSELY = 32
"""How many times as many games say what an unclear decision is about."""
CREDIT = 0.02
"""A quick bot is no master: a fault may be so much larger than games played out bear out."""


class WeighedDecision(Struct):
    """A decision that is being looked at."""

    decision: Decision
    moves: list[Steps]
    """The one that was made first."""
    samples: list[NDArray[np.float64]]
    """What each came to, `(re-deal, seat)`."""
    network: Chances | None
    """What the network says of it …"""
    own_chances: Chances | None
    """… and what its seat may hope for, with games played out."""
    found: DecisionEstimate
    is_known_closely: bool = False
    """Whether so many games were played out as are for an unclear decision."""

    def contenders(self) -> list[int]:
        """The moves that may be the best, and the one that was made."""
        best, seat = self.found.best, self.decision.seat
        most = len(self.samples[best])
        kept = []
        for place, sample in enumerate(self.samples):
            if len(sample) < most:
                continue
            gap, error = difference(self.samples[best], sample, seat)
            if place in (0, best) or gap < SURE * error:
                kept.append(place)
        return kept


class VerdictSearch:
    """Finds out what to call decisions of one table."""

    def __init__(self, weigher: Weigher, depth: ReviewDepth) -> None:
        self.weigher, self.depth = weigher, depth
        self.redeals = depth.redeals_with(weigher.network is not None)

    def begin(
        self,
        decisions: Sequence[Decision],
        moves: Sequence[list[Steps]],
        network: Sequence[Chances | None],
    ) -> list[WeighedDecision]:
        """A first estimate of each decision; `network` is what the network says of it."""
        own_chances = self.weigher.chances(decisions, network, self.depth.to_the_end)
        worths = self.weigher.weigh(decisions, moves, CLOSE_LOOK, self.redeals)
        return [
            WeighedDecision(one, listed, [*worth], said, own, estimate([*worth], one.seat, own))
            for one, listed, worth, said, own in zip(
                decisions, moves, worths, network, own_chances, strict=True
            )
        ]

    def settle(self, weighed: Sequence[WeighedDecision]) -> None:
        """Look more closely at what is unclear."""
        looked = self.redeals
        while looked * MORE <= self.depth.most:
            unclear = [one for one in weighed if self._is_unclear(one, looked)]
            if unclear:
                self._look(unclear, looked, looked * MORE)
            looked *= MORE

    def _is_unclear(self, one: WeighedDecision, looked: int) -> bool:
        found = one.found
        if not found.best or len(one.samples[found.best]) < looked:
            return False
        if looked == self.redeals:
            return found.behind + SURE * found.error > DOUBTFUL
        return is_near(found.behind, found.error)

    def _look(self, unclear: Sequence[WeighedDecision], first: int, last: int) -> None:
        """Try the moves that count in more re-deals."""
        contenders = [one.contenders() for one in unclear]
        decisions = [one.decision for one in unclear]
        moves = [
            [one.moves[place] for place in places]
            for one, places in zip(unclear, contenders, strict=True)
        ]
        for begin in range(first, last, AT_ONCE):
            n = min(AT_ONCE, last - begin)
            worths = self.weigher.weigh(decisions, moves, CLOSE_LOOK + begin, n)
            for one, places, worth in zip(unclear, contenders, worths, strict=True):
                for place, more in zip(places, worth, strict=True):
                    one.samples[place] = np.concatenate((one.samples[place], more))
        if first > self.redeals:
            self._ask_closely([one for one in unclear if not one.is_known_closely])
        for one in unclear:
            one.found = estimate(one.samples, one.decision.seat, one.own_chances)

    def _ask_closely(self, unclear: Sequence[WeighedDecision]) -> None:
        """Play out more games of what is unclear still."""
        known = [one.network for one in unclear]
        decisions = [one.decision for one in unclear]
        found = self.weigher.chances(decisions, known, CLOSELY * self.depth.to_the_end)
        for one, chances in zip(unclear, found, strict=True):
            one.own_chances, one.is_known_closely = chances, True

    # --- Faults, tried by games played out ---

    def verify(self, weighed: Sequence[WeighedDecision]) -> None:
        """A fault counts as far as games played out bear it out, where the game trusts them."""
        if self.weigher.network is None or not self.depth.to_the_end:
            return
        open_ = [
            one
            for one in weighed
            if one.found.loss >= INACCURACY and playout_trust(self.weigher.game, one.decision.state)
        ]
        gains: dict[int, NDArray[np.float64]] = {place: np.zeros(0) for place in range(len(open_))}
        played, games = 0, VERIFYING * self.depth.to_the_end
        asked = [*gains]
        while asked:
            found = self.weigher.gains(
                [
                    (open_[place].decision, open_[place].moves[0], _best_of(open_[place]))
                    for place in asked
                ],
                played,
                games - played,
            )
            for place, more in zip(asked, found, strict=True):
                gains[place] = np.concatenate((gains[place], more))
            played, games = games, games * MORE
            asked = [
                place
                for place in asked
                if games <= self.depth.most_played and _is_open(gains[place], open_[place].found)
            ]
        for place, one in enumerate(open_):
            gain, _error = _mean_and_error(gains[place])
            one.found = no_more_than(one.found, gain + CREDIT, one.decision.seat)


def _best_of(one: WeighedDecision) -> Steps:
    return one.moves[one.found.best]


def is_near(loss: float, error: float) -> bool:
    """Whether a loss may lie on either side of a threshold."""
    return any(abs(loss - threshold) < UNCLEAR * error for threshold in THRESHOLDS)


def _is_open(gains: NDArray[np.float64], found: DecisionEstimate) -> bool:
    """Whether more games could change what a fault is called."""
    gain, error = _mean_and_error(gains)
    counted = gain + CREDIT
    return found.loss > counted - UNCLEAR * error and is_near(min(counted, found.loss), error)


def _mean_and_error(gains: NDArray[np.float64]) -> tuple[float, float]:
    return float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains)))
