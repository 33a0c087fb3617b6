"""Every hand of a unit: the worst, and the distribution of all, with nothing left out.

A hand is worth at least what it is worth as printed, since every choice may be left unmade:
that is the bound for the worst hands, and plain hands are scored many at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content.tables import CHOICE_CARDS
from realms.fantasy.scoring.plain import score_plain
from realms.fantasy.scoring.wilds import best_choices
from realms.fantasy.solve.ranking import bar, keep
from realms.fantasy.solve.units import fill, open_unit
from realms.kernel.rule import rule

BLOCK = 4096
"""Hands that are scored as printed together."""
LOWEST, SPAN = -256, 1024
"""The scores that a distribution has room for; no hand comes near its ends."""


@rule
def search_worst(number: int, space: Any, w: Any, h: Any, best: Any, found: Any) -> None:
    """List the worst hands of a unit in `found`: even the best choices give no more."""
    task = space.task
    open_unit(w, space, number)
    block, points = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    filled = fill(w, space, block)
    while filled:
        score_plain(block[:filled], points[:filled])
        for here in range(filled):
            if -points[here] >= bar(w, task, found):
                w.scored += 1
                worth = best_choices(h, best, block[here], 0, False)
                if -worth >= bar(w, task, found):
                    keep(w, task, found, worth, best.strengths, block[here])
        filled = fill(w, space, block)
    w.bounded = w.hands


@rule
def search_every(
    number: int, space: Any, w: Any, h: Any, best: Any, found: Any, counts: Any
) -> None:
    """Score all hands of a unit with their best choices; list the best or worst, count all."""
    task = space.task
    open_unit(w, space, number)
    block, points = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    filled = fill(w, space, block)
    while filled:
        score_plain(block[:filled], points[:filled])
        for here in range(filled):
            hand, worth = block[here], points[here]
            if hand & CHOICE_CARDS:
                worth = best_choices(h, best, hand, 0, False)
            counts[worth - LOWEST] += 1
            if task.way * worth >= bar(w, task, found):
                best_choices(h, best, hand, 0, False)
                keep(w, task, found, worth, best.strengths, hand)
        filled = fill(w, space, block)
    w.scored = w.hands
