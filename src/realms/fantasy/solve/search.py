"""The search, unit by unit on all cores, with a ledger that it can go on from."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np
from msgspec import Struct, convert, to_builtins

from realms.fantasy.content.tables import ALL_CARDS
from realms.fantasy.fantasy_realms import GAME
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import new_choices
from realms.fantasy.solve.best import search_best
from realms.fantasy.solve.climb import climb
from realms.fantasy.solve.every import LOWEST, SPAN, search_every, search_worst
from realms.fantasy.solve.question import Question, SearchPlan, parse_cards_and_suits
from realms.fantasy.solve.units import choices_of, lead, unit_count
from realms.fantasy.solve.workspace import new_found, new_search_workspace
from realms.kernel.chance import rng_state_from
from realms.kernel.executor import Executor, executor_for, run_units

CLIMBS = 100
"""Climbs for the first threshold; a search of fewer hands than WORTH_CLIMBING needs none."""
WORTH_CLIMBING = 100_000
SMALL_DECK = "land, flood, army, Necromancer"
"""What is enough to compile everything with."""

FoundHand = tuple[int, int, int]
"""Points, sum of strengths, and the mask of a hand."""


class Unit(Struct, frozen=True):
    """What a unit found, and what it took."""

    unit: int
    hands: int
    bounded: int
    scored: int
    found: list[FoundHand]
    counts: list[tuple[int, int]] = []
    """How many hands have each score, where every hand was scored."""
    seconds: float = 0.0
    """The time of a core that it took."""


class Solution(Struct, frozen=True):
    """The answer to a question."""

    question: Question
    hands: int
    units: int
    bounded: int
    scored: int
    seconds: float
    """How long it took, as one waits for it; of a search gone on with, the last part."""
    core_seconds: float
    """How long all cores together were at work on it."""
    found: list[FoundHand]
    counts: list[tuple[int, int]] = []


def order(worst: bool) -> Callable[[FoundHand], FoundHand]:
    """The order of a list of hands; see `ranking.py`."""
    way = -1 if worst else 1
    return lambda listed: (-way * listed[0], way * listed[1], listed[2])


def work(plan: SearchPlan, number: int) -> Unit:
    """Search one unit: nothing it finds depends on any other."""
    question = plan.question
    began = time.thread_time()
    w, h, best = new_search_workspace(), new_scoring_hand(), new_choices()
    found = new_found(question.top)
    arguments = (number, plan.space, w, h, best, found)
    counts = np.zeros(SPAN if question.every else 0, np.int64)
    if question.every:
        search_every(*arguments, counts)
    elif question.worst:
        search_worst(*arguments)
    else:
        search_best(*arguments)
    return Unit(
        unit=number,
        hands=int(w.hands),
        bounded=int(w.bounded),
        scored=int(w.scored),
        found=found_hands(found, int(w.kept)),
        counts=[(int(n) + LOWEST, int(counts[n])) for n in np.flatnonzero(counts)],
        seconds=round(time.thread_time() - began, 6),
    )


def found_hands(found: Any, kept: int) -> list[FoundHand]:
    """The hands of a list as plain values."""
    return [(int(f.points), int(f.strengths), int(f.hand)) for f in found[:kept]]


def set_floor(plan: SearchPlan, worth: int = WORTH_CLIMBING) -> None:
    """Climb to a first threshold, which many units would else find each for itself."""
    if plan.at_most < worth:
        return
    w, found = new_search_workspace(), new_found(plan.question.top)
    w.chance = rng_state_from("solve")
    climb(CLIMBS, plan.space, w, new_scoring_hand(), new_choices(), found)
    if w.kept == plan.question.top:
        plan.task.floor = int(plan.task.way * found[w.kept - 1].points)


def warm_up(question: Question) -> None:
    """Compile what a question needs, on the hands of a few cards."""
    small = Question(
        cards=question.cards,
        top=1,
        without=ALL_CARDS & ~(question.having | parse_cards_and_suits(SMALL_DECK)),
        worst=question.worst,
        every=question.every,
    )
    plan = SearchPlan(small)
    set_floor(plan, 0)
    work(plan, 0)


def head_of(question: Question) -> dict[str, Any]:
    """What the first line of a ledger says."""
    return {"solve": "fantasy", "rules": GAME.rules, **to_builtins(question)}


class UnitLedger(Protocol):
    """What a search is written down in, and may go on from."""

    lines: list[Any]

    def append(self, line: Any) -> None:
        """Write down a finished unit."""


class HandSearch:
    """A question on its way to the answer."""

    def __init__(self, question: Question, ledger: UnitLedger | None = None) -> None:
        self.plan = SearchPlan(question)
        self.ledger = ledger
        units = (convert(line, Unit) for line in (ledger.lines if ledger else ()))
        self.finished = {unit.unit: unit for unit in units}
        self.seconds = 0.0

    @property
    def units(self) -> int:
        """How many units there are."""
        return unit_count(len(self.plan.free), self.plan.task)

    def size(self, number: int) -> int:
        """How many hands a unit has, quotas aside."""
        w, task = new_search_workspace(), self.plan.task
        lead(w, self.plan.space, number)
        last = int(w.at[task.leading - 1]) if task.leading else -1
        behind = len(self.plan.free) - last - 1
        more = int(task.room - task.leading)
        return int(choices_of(behind, more)) if behind >= more else 0

    def prepare(self) -> None:
        """What is done once, before the first unit."""
        set_floor(self.plan)

    def run(
        self,
        jobs: int = 0,
        report: Callable[[int], None] = lambda _hands: None,
        cluster: str = "",
    ) -> None:
        """Search all units that are not finished; Ctrl-C leaves those that are.

        `cluster` is the address of a Ray cluster that searches instead of this machine.
        """
        started = time.perf_counter()
        try:
            left = [number for number in range(self.units) if number not in self.finished]
            report(sum(self.size(number) for number in self.finished))
            if left:
                self.prepare()
            for unit in self._search_units(
                left, executor_for(jobs or os.cpu_count() or 1, cluster)
            ):
                self.finished[unit.unit] = unit
                if self.ledger is not None:
                    self.ledger.append(unit)
                report(self.size(unit.unit))
        finally:
            self.seconds += time.perf_counter() - started

    def _search_units(self, numbers: list[int], executor: Executor) -> Iterator[Unit]:
        """The units as they are finished, in no particular order."""
        yield from run_units(work, self.plan, numbers, executor)

    def result(self) -> Solution:
        """The answer so far, the same whatever the order in which units were finished."""
        question = self.plan.question
        units = [self.finished[number] for number in sorted(self.finished)]
        found = sorted((f for u in units for f in u.found), key=order(question.worst))
        counts: dict[int, int] = {}
        for unit in units:
            for score, hands in unit.counts:
                counts[score] = counts.get(score, 0) + hands
        return Solution(
            question=question,
            hands=sum(unit.hands for unit in units),
            units=self.units,
            bounded=sum(unit.bounded for unit in units),
            scored=sum(unit.scored for unit in units),
            seconds=self.seconds,
            core_seconds=sum(unit.seconds for unit in units),
            found=found[: question.top],
            counts=sorted(counts.items()),
        )


def solve(question: Question, jobs: int = 0) -> Solution:
    """The answer to a question.

    >>> from realms.fantasy.solve.question import parse_cards_and_suits
    >>> having = parse_cards_and_suits("Bell Tower, Candle, Book, Collector, Forest")
    >>> [points for points, _, _ in solve(Question(top=1, having=having)).found]
    [315]
    """
    search = HandSearch(question)
    search.run(jobs)
    return search.result()
