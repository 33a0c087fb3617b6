"""Analysis: what a position is worth to a seat, under what that seat may know, and why."""

from __future__ import annotations

from realms.analysis.best_moves import ADVISER, MOST, best_moves
from realms.analysis.promise import Promise, promise_of
from realms.bots.advice import Advice, AdviceReason

__all__ = ["ADVISER", "MOST", "Advice", "AdviceReason", "Promise", "best_moves", "promise_of"]
