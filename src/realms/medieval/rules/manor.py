"""The manor and the point track: tokens and points that come and go, and are told."""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.rules.reports import REACHED


@rule
def gain(s: Any, seat: int, resource: int, amount: int, why: int, what: int, journal: Any) -> None:
    """Tokens from the supply, which has no limit, into a manor. [MR-4]"""
    if amount:
        s.tokens[seat, resource] += amount
        note(journal, why, seat, resource, amount, what)


@rule
def pay(s: Any, seat: int, resource: int, amount: int, why: int, what: int, journal: Any) -> None:
    """Tokens from a manor back into the supply. [MR-4]"""
    if amount:
        s.tokens[seat, resource] -= amount
        note(journal, why, seat, resource, -amount, what)


@rule
def milestones_passed(before: int, after: int, every: int) -> int:
    """The multiples of five that a marker reached or passed on its way. [MR-55]"""
    return int(after) // int(every) - int(before) // int(every)


@rule
def score(s: Any, tables: Any, seat: int, points: int, why: int, card: int, journal: Any) -> int:
    """Move a marker on the point track; returns how many milestones it owes. [MR-55]"""
    before = int(s.points[seat])
    after = before + points
    s.points[seat] = after
    note(journal, why, seat, points, card)
    reached = milestones_passed(before, after, tables.milestone)
    if reached:
        note(journal, REACHED, seat, reached, after)
    return reached
