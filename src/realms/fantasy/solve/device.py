"""Every hand on the GPU: no bounds, only the rules, a thread a hand.

Hands are numbered in the order of the search. A batch of numbers becomes hands there, which
are scored with their best choices, and what is asked of them is counted and listed here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from realms.fantasy.content.tables import DECK
from realms.fantasy.device.hands import best_points
from realms.fantasy.solve.every import LOWEST, SPAN
from realms.fantasy.solve.question import EIGHT, Question, parse_cards_and_suits
from realms.fantasy.solve.search import FoundHand, HandSearch, Unit, UnitLedger, head_of
from realms.fantasy.solve.units import can_meet
from realms.kernel.executor import Executor
from realms.kernel.gpu import device
from realms.kernel.rule import rule

BATCH = 1 << 22
"""Hands that lie on the GPU at once: its unit of work."""
WAYS = np.array([[comb(cards, some) for some in range(EIGHT)] for cards in range(DECK)])
"""How many choices there are of some among so many cards."""
NO_QUOTA = np.zeros((1, 2), np.int64)
"""None of no cards, which every hand has."""
ONE_HAND = "land, King, Queen"
"""What is enough to compile everything with."""


@rule
def hand_of_number(number: int, fixed: int, room: int, free: Any) -> int:
    """The hand of a number: the fixed cards, and a choice of free ones, in their order."""
    hand, left, more = fixed, number, room
    place = 0
    while more:
        ways = WAYS[len(free) - place - 1, more - 1]
        if left < ways:
            hand |= 1 << free[place]
            more -= 1
        else:
            left -= ways
        place += 1
    return hand


@device.kernel()
def hands_kernel(
    first: Any, size: Any, fixed: Any, room: Any, free: Any, quotas: Any, hands: Any, filled: Any
) -> None:
    """The hands of some numbers that meet the quotas, side by side in any order."""
    number = cuda.grid(1)
    if number < size:
        hand = hand_of_number(first + number, fixed, room, free)
        if can_meet(hand, 0, quotas):
            hands[cuda.atomic.add(filled, 0, 1)] = hand


class EveryHand(HandSearch):
    """A question on its way to the answer, on the GPU: its units are batches."""

    def __init__(
        self, question: Question, ledger: UnitLedger | None = None, batch: int = BATCH
    ) -> None:
        super().__init__(question, ledger)
        self.batch = batch
        self.free = cuda.to_device(self.plan.free)
        self.quotas = cuda.to_device(np.concatenate([NO_QUOTA, self.plan.quotas]))
        room = min(batch, self.plan.at_most)
        self.hands, self.points, self.strengths = (
            cuda.device_array(room, np.int64) for _ in range(3)
        )
        self.raisable = cuda.to_device(np.zeros(room, np.int64))

    @property
    def units(self) -> int:
        """How many batches there are."""
        return -(-self.plan.at_most // self.batch)

    def size(self, number: int) -> int:
        """How many hands a batch has, quotas aside."""
        return min(self.batch, self.plan.at_most - number * self.batch)

    def prepare(self) -> None:
        """Without bounds there is no threshold."""

    def _search_units(self, numbers: list[int], executor: Executor) -> Iterator[Unit]:
        """The batches one after another: each is work for the whole GPU."""
        return (self._work(number) for number in numbers)

    def _work(self, number: int) -> Unit:
        began = time.thread_time()
        question, scored = self.plan.question, self._score_batch(number)
        counts = np.bincount(scored[1] - LOWEST, minlength=SPAN)
        return Unit(
            unit=number,
            hands=len(scored[0]),
            bounded=0,
            scored=len(scored[0]),
            found=first_of(question, counts, *scored),
            counts=score_counts(counts) if question.every else [],
            seconds=round(time.thread_time() - began, 6),
        )

    def _score_batch(self, number: int) -> list[NDArray[np.int64]]:
        """The hands of a batch, their points and their strengths."""
        filled = self._lay(number * self.batch, self.size(number))
        if not filled:
            return [np.zeros(0, np.int64)] * 3
        lying = (self.hands[:filled], self.points[:filled], self.strengths[:filled])
        best_points(lying[0], self.raisable[:filled], False, *lying[1:])
        return [there.copy_to_host() for there in lying]

    def _lay(self, first: int, size: int) -> int:
        """Lay the hands of some numbers on the GPU; how many there are."""
        filled, task = cuda.to_device(np.zeros(1, np.int64)), self.plan.task
        space = (first, size, int(task.fixed), int(task.room), self.free, self.quotas)
        device.launch(hands_kernel, size, *space, self.hands, filled)
        return int(filled.copy_to_host()[0])


def score_counts(counts: NDArray[np.int64]) -> list[tuple[int, int]]:
    """How many hands have each score, where there are any."""
    return [(int(place) + LOWEST, int(counts[place])) for place in np.flatnonzero(counts)]


def first_of(
    question: Question,
    counts: NDArray[np.int64],
    hands: NDArray[np.int64],
    points: NDArray[np.int64],
    strengths: NDArray[np.int64],
) -> list[FoundHand]:
    """As many hands as are asked for, in the order of `ranking.py`."""
    way = -1 if question.worst else 1
    so_far = np.cumsum(counts[::-way])[::-way]
    enough = np.flatnonzero(so_far >= min(question.top, len(hands)))
    bar = int(enough.max() if way > 0 else enough.min()) + LOWEST
    near = np.flatnonzero(way * points >= way * bar)
    columns = (points[near], strengths[near], hands[near])
    order = np.lexsort((columns[2], way * columns[1], -way * columns[0]))[: question.top]
    rows = np.stack([column[order] for column in columns], axis=1).tolist()
    return [(row[0], row[1], row[2]) for row in rows]


def device_head(question: Question) -> dict[str, Any]:
    """What the first line of a ledger of batches says."""
    return {**head_of(question), "device": "cuda", "batch": BATCH}


def warm_up(question: Question) -> None:
    """Compile what any question needs, on a single hand."""
    small = Question(cards=question.cards, top=1, having=parse_cards_and_suits(ONE_HAND))
    EveryHand(small, batch=1).run()
