"""From what moves came to in many worlds to chances: means, errors, and one's own eyes.

In re-deals hidden hands are as chance deals them, not as players keep them, and a quick bot
plays the others: so everything looks a little too bright there. What is known of the position
itself (what the network says of it by the seat's own eyes, and how games from there end) is
truer. So the best move promises that, and the others are as much worse, in odds, as they are
in the re-deals.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.analysis.review.playout_trust import LEAST, log_odds

SURE = 2.0
"""Standard errors that a loss must have to count."""

Chances = NDArray[np.float64]
"""By seat."""


class MoveEstimate(Struct, frozen=True):
    """What a move promises, by seat."""

    chances: Chances
    low: Chances
    """Twice the standard error below …"""
    high: Chances
    """… and above."""


class DecisionEstimate(Struct, frozen=True):
    """What a decision was about."""

    moves: tuple[MoveEstimate, ...]
    """In the order of the candidates, the played one first."""
    best: int
    """The place of the best."""
    before: MoveEstimate
    """What the best move promises; what the played one does, where that is no worse."""
    loss: float
    """What the played move gives up against the best; nought where that is within the error."""
    behind: float
    """The same, whatever the error …"""
    error: float
    """… and its standard error."""
    ahead: float
    """How far the played move is ahead of all others; nought where that is within the error."""


def estimate(
    samples: Sequence[NDArray[np.float64]], seat: int, own_chances: Chances | None
) -> DecisionEstimate:
    """Estimate a decision from what each move came to, the played one first: `(re-deal, seat)`.

    Moves that were tried in fewer re-deals than others were left behind on the way: none of
    them is the best.
    """
    means = np.array([sample.mean(axis=0) for sample in samples])
    most = max(len(sample) for sample in samples)
    lasting = [place for place, sample in enumerate(samples) if len(sample) == most]
    best = max(lasting, key=lambda place: means[place, seat])
    means[:, seat] = np.minimum(means[:, seat], means[best, seat])
    shift = 0.0 if own_chances is None else odds(own_chances[seat]) - odds(means[best, seat])
    others = means[best] if own_chances is None else own_chances
    moves = tuple(
        _move_estimate(mean, standard_error(sample), seat, shift, means[best], others)
        for mean, sample in zip(means, samples, strict=True)
    )
    own = moves[best].chances[seat]
    if best == 0:
        ahead = _ahead(samples, seat, [place for place in lasting if place])
        rivals = [move.chances[seat] for move in moves[1:]]
        lead = float(own - max(rivals)) if ahead and rivals else 0.0
        return DecisionEstimate(moves, 0, moves[0], 0.0, 0.0, 0.0, max(lead, 0.0))
    diff, error = difference(samples[best], samples[0], seat)
    behind = float(own - moves[0].chances[seat])
    slope = behind / diff if diff > 0 else _slope(means[best, seat], own)
    found = DecisionEstimate(moves, best, moves[best], behind, behind, slope * error, 0.0)
    return found if diff > SURE * error else _without_loss(found)


def _without_loss(found: DecisionEstimate) -> DecisionEstimate:
    """A decision whose played move is as good as the best, as far as one can tell."""
    played = found.moves[0]
    return DecisionEstimate(
        found.moves, found.best, played, 0.0, found.behind, found.error, found.ahead
    )


def difference(
    one: NDArray[np.float64], other: NDArray[np.float64], seat: int
) -> tuple[float, float]:
    """How much more a seat gets of one move than of another, re-deal by re-deal, and the error."""
    more = one[:, seat] - other[: len(one), seat]
    return float(more.mean()), float(standard_error(more))


def _ahead(samples: Sequence[NDArray[np.float64]], seat: int, rivals: Sequence[int]) -> bool:
    """Whether the played move is surely better than each of the others."""
    gaps = [difference(samples[0], samples[place], seat) for place in rivals]
    return all(gap > SURE * error for gap, error in gaps)


def no_more_than(found: DecisionEstimate, most: float, seat: int) -> DecisionEstimate:
    """The same decision, where what was given up can be no more than so much."""
    loss = min(found.loss, max(most, 0.0))
    played, best = found.moves[0], found.moves[found.best]
    rest = (best.chances[seat] - loss) - played.chances[seat]
    chances = played.chances + (best.chances - played.chances) * (
        rest / found.loss if found.loss else 0.0
    )
    moved = chances - played.chances
    raised = MoveEstimate(
        chances, np.clip(played.low + moved, 0, 1), np.clip(played.high + moved, 0, 1)
    )
    moves = (raised, *found.moves[1:])
    before = found.before if loss else raised
    return DecisionEstimate(moves, found.best, before, loss, loss, found.error, 0.0)


def standard_error(sample: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the means of a sample, over its first axis."""
    n = len(sample)
    if n < 2:
        return np.full(sample.shape[1:], 0.5)
    errors: NDArray[np.float64] = sample.std(axis=0, ddof=1) / np.sqrt(n)
    return errors


def odds(chance: float) -> float:
    """The logarithm of the odds."""
    return float(log_odds(chance))


def shifted(chance: float, shift: float) -> float:
    """A chance whose odds are so many times better."""
    return float(1 / (1 + np.exp(-odds(chance) - shift))) if shift else float(chance)


def _slope(mean: float, own: float) -> float:
    """How much a chance changes with what it was in the re-deals."""
    return float(own * (1 - own) / max(mean * (1 - mean), LEAST))


def _move_estimate(
    mean: Chances, error: Chances, seat: int, shift: float, best: Chances, others: Chances
) -> MoveEstimate:
    """What a move promises all seats; one's own is as far off in odds as in the re-deals."""
    chances = _all_seats(shifted(mean[seat], shift), seat, mean, best, others)
    reach = 2 * error * (chances + LEAST) / (mean + LEAST)
    low, high = np.clip(chances - reach, 0, 1), np.clip(chances + reach, 0, 1)
    low[seat] = shifted(max(0.0, mean[seat] - 2 * error[seat]), shift)
    high[seat] = shifted(min(1.0, mean[seat] + 2 * error[seat]), shift)
    return MoveEstimate(chances, low, high)


def _all_seats(own: float, seat: int, mean: Chances, best: Chances, others: Chances) -> Chances:
    """The chances of all seats: one's own as given, the others' as the move changes them."""
    chances = others * (mean + LEAST) / (best + LEAST)
    chances[seat] = 0.0
    left = chances.sum()
    chances *= (1 - own) / left if left > 0 else 0.0
    chances[seat] = own
    return chances
