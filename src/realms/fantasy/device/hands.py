"""Hands scored on the GPU, a thread a hand, by the rules of `plain` and `wilds`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from realms.fantasy.content.tables import BOOK, DOPPELGANGER, ISLAND, MIRAGE, NOBODY, SHAPESHIFTER
from realms.fantasy.scoring.plain import fountains_block, score_block
from realms.fantasy.scoring.scoring_hand import SCORING_HAND
from realms.fantasy.scoring.wilds import CHOICES, WORST, no_choices, try_hand
from realms.kernel.bits.sets import count, lowest
from realms.kernel.gpu import device
from realms.kernel.rule import rule

TOILSOME = np.array([ISLAND, SHAPESHIFTER, MIRAGE, BOOK, DOPPELGANGER])
"""The cards that make the search for choices long, the longest last."""
KINDS = 1 << len(TOILSOME)
"""Kinds of hands by what they have to choose."""
OPTIONS = 64
"""A try is a hand with one card raised, or none: their numbers in one."""
SHARES = 64
"""Threads that share a try, at most; see `shares_of`."""
MANY = (1 << 18, 1 << 21, 1 << 22)
"""Numbers of hands from which on one card more that chooses is left to a thread alone.

Few hands leave most of the GPU idle, and the hardest try is what takes time.
"""

OF_A_PLACE = ("card", "name", "suit", "strength", "bonus_of", "penalty_of", "row", "row_at")
SCORING_HAND_THERE = device.device_layout(
    SCORING_HAND, {**dict.fromkeys(OF_A_PLACE, np.int8), "arrows": np.int16, "turned": np.int16}
)
DEVICE_CHOICES = device.device_layout(CHOICES)


@device.kernel()
def plain_kernel(hands: Any, points: Any) -> None:
    """The points of each hand without any choice. [FR-12]"""
    number = cuda.grid(1)
    if number < len(hands):
        hand = cuda.local.array(1, np.int64)
        total = cuda.local.array(1, np.int64)
        active = cuda.local.array(1, np.int64)
        cleared = cuda.local.array(1, np.int64)
        army_cleared = cuda.local.array(1, np.int64)
        hand[0] = hands[number]
        score_block(hand, total, active, cleared, army_cleared, 1)
        fountains_block(active, total, 1)
        points[number] = total[0]


@rule
def toil(hand: int) -> int:
    """How long the search for a hand's choices takes, at a glance: the cards that choose."""
    choosers = 0
    for place in range(len(TOILSOME)):
        choosers |= ((hand >> TOILSOME[place]) & 1) << place
    return choosers


@rule
def shares_of(hand: int, alone: int) -> int:
    """How many threads share a try of a hand: the more, the more cards choose."""
    return min(SHARES, 1 << 2 * max(0, count(toil(hand)) - alone))


@rule
def tries(raisable: int, must_raise: bool) -> int:
    """What a hand may raise, as a set: one of some cards, or NOBODY. [FR-20] [FR-24]"""
    return raisable if must_raise and raisable else raisable | (1 << NOBODY)


@rule
def split_try(listed: int) -> tuple[int, int]:
    """The hand of a listed try, and the card that it raises."""
    return listed // (SHARES * OPTIONS), listed // SHARES % OPTIONS


@rule
def rank_of(made: Any, raised: int) -> int:
    """Choices as a number that is the higher the better they are. [FR-18] [FR-6b]

    Points first, then lower strengths, then fewer changes, then what is tried first.
    """
    order = raised + 1 if raised != NOBODY else 0
    rank = (made.points + (1 << 20)) << 30
    return rank | ((4095 - made.strengths) << 16) | ((255 - made.changes) << 8) | (255 - order)


@device.kernel()
def count_kernel(
    hands: Any, raisable: Any, must_raise: Any, alone: Any, sizes: Any, places: Any
) -> None:
    """Count the tries by their toil, and note each hand's place among its like."""
    number = cuda.grid(1)
    if number < len(hands):
        hand = hands[number]
        size = count(tries(raisable[number], must_raise)) * shares_of(hand, alone)
        places[number] = cuda.atomic.add(sizes, toil(hand), size)


@device.kernel()
def list_kernel(
    hands: Any, raisable: Any, must_raise: Any, alone: Any, starts: Any, places: Any, listed: Any
) -> None:
    """List the tries of all hands, share by share, in order of their toil."""
    number = cuda.grid(1)
    if number < len(hands):
        hand = hands[number]
        place = starts[toil(hand)] + places[number]
        left = tries(raisable[number], must_raise)
        while left:
            for share in range(shares_of(hand, alone)):
                listed[place] = (number * OPTIONS + lowest(left)) * SHARES + share
                place += 1
            left &= left - 1


@device.kernel(max_registers=64)
def try_kernel(listed: Any, hands: Any, alone: Any, ranks: Any, best: Any, found: Any) -> None:
    """The best choices of each try, and the rank of the best for each hand. [FR-18]

    `found` may be empty, where nobody asks for the choices themselves.
    """
    place = cuda.grid(1)
    if place < len(listed):
        number, raised = split_try(listed[place])
        scoring_hands = cuda.local.array(1, SCORING_HAND_THERE)
        choices = cuda.local.array(1, DEVICE_CHOICES)
        made, hand = choices[0], hands[number]
        shares = shares_of(hand, alone)
        no_choices(made)
        made.points = WORST
        whole = hand if raised == NOBODY else hand | (1 << raised)
        try_hand(scoring_hands[0], made, whole, raised, listed[place] % SHARES, shares)
        ranks[place] = rank_of(made, raised) if made.points != WORST else 0
        cuda.atomic.max(best, number, ranks[place])
        if place < len(found):
            found[place] = made


@device.kernel()
def score_kernel(best: Any, points: Any, strengths: Any) -> None:
    """What the best choices of each hand score, and their strengths."""
    number = cuda.grid(1)
    if number < len(best):
        points[number] = (best[number] >> 30) - (1 << 20)
        strengths[number] = 4095 - ((best[number] >> 16) & 4095)


@device.kernel()
def chosen_kernel(listed: Any, ranks: Any, best: Any, found: Any, chosen: Any) -> None:
    """The best choices of each hand, from those of its tries."""
    place = cuda.grid(1)
    if place < len(listed):
        number, _raised = split_try(listed[place])
        if ranks[place] == best[number]:
            chosen[number] = found[place]


def plain_points(hands: Any, points: Any) -> None:
    """Score hands that lie on the GPU, plainly, into points that do too. [FR-12]"""
    device.launch(plain_kernel, len(hands), hands, points)


def best_points(
    hands: Any, raisable: Any, must_raise: bool, points: Any, strengths: Any, chosen: Any = None
) -> None:
    """Score hands that lie on the GPU with their best choices. [FR-18]

    The threads of a warp wait for the slowest, and a batch for the slowest hand; so tries
    with as much to choose go together, the longest first, and a card raised is a try apart.
    The hardest tries, and of few hands all, are shared by threads, where nobody asks for
    the choices themselves: of choices as good, the first have to be told.
    """
    alone = sum(len(hands) >= size for size in MANY) if chosen is None else len(TOILSOME)
    listed = tries_of(hands, raisable, must_raise, alone)
    ranks, best = cuda.device_array(len(listed), np.int64), cuda.to_device(_none(len(hands)))
    found = cuda.device_array(0 if chosen is None else len(listed), DEVICE_CHOICES)
    device.launch(try_kernel, len(listed), listed, hands, alone, ranks, best, found)
    device.launch(score_kernel, len(hands), best, points, strengths)
    if chosen is not None:
        device.launch(chosen_kernel, len(listed), listed, ranks, best, found, chosen)


def _none(size: int) -> NDArray[np.int64]:
    return np.zeros(size, np.int64)


def tries_of(hands: Any, raisable: Any, must_raise: bool, alone: int) -> Any:
    """The tries of hands that lie on the GPU, in order of their toil, the longest first."""
    sizes, places = cuda.to_device(_none(KINDS)), cuda.device_array(len(hands), np.int64)
    arguments = (hands, raisable, must_raise, alone)
    device.launch(count_kernel, len(hands), *arguments, sizes, places)
    counted = sizes.copy_to_host()
    starts = cuda.to_device(np.cumsum(counted[::-1])[::-1] - counted)
    listed = cuda.device_array(int(counted.sum()), np.int64)
    device.launch(list_kernel, len(hands), *arguments, starts, places, listed)
    return listed


def score_plain(hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """The points of hands without any choice. [FR-12]"""
    points = cuda.device_array(len(hands), np.int64)
    plain_points(cuda.to_device(hands), points)
    scores: NDArray[np.int64] = points.copy_to_host()
    return scores


def best_choices_of(hands: NDArray[np.int64], raisable: NDArray[np.int64]) -> NDArray[Any]:
    """The best choices of hands and their points, as records of `wilds.CHOICES`. [FR-18]"""
    points, strengths = (cuda.device_array(len(hands), np.int64) for _ in range(2))
    chosen = cuda.device_array(len(hands), DEVICE_CHOICES)
    there = (cuda.to_device(hands), cuda.to_device(raisable))
    best_points(*there, False, points, strengths, chosen)
    choices: NDArray[Any] = chosen.copy_to_host().view(np.recarray)
    return choices
