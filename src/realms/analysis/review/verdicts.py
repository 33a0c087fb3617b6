"""Verdicts: how much of the chance to win a move gave up, in a word.

The thresholds stand well above what two reviews of the same game differ by: between two
seeds the losses of one decision are apart by half a percent on average, or less
(`docs/review.md` has the figures). Whatever is within twice its own standard error counts as
no loss at all.
"""

from __future__ import annotations

from typing import Literal

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

INACCURACY, MISTAKE, BLUNDER = 0.03, 0.07, 0.15
"""Chances given up from which on a move is called so."""
GREAT = 0.1
"""How far ahead of all others a move is that is the best by far."""
FAULTS: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")


def verdict_of(loss: float, is_best: bool) -> Verdict:
    """The verdict on a move that gives up so much.

    >>> verdict_of(0.0, True), verdict_of(0.01, False), verdict_of(0.2, False)
    ('best', 'good', 'blunder')
    """
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    if loss >= INACCURACY:
        return "inaccuracy"
    return "best" if is_best else "good"
