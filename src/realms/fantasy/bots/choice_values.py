"""What choice cards add beside other cards, measured: the figures of `beside` in the data.

Bots list hands without what choice cards add. That is fitted, over hands such as
games lead to, as a sum over the cards that lie beside a choice card: rough, but quick.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.fantasy.bots.greedy import unchosen_points
from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import CHOICE_CARDS, DECK
from realms.fantasy.rules.state import bit
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import best_choices, best_of_many, new_choices
from realms.kernel.bits.sets import bits_of, members
from realms.kernel.rule import rule

SEEN = 8
"""Cards that come by while a hand is improved."""
STEADY = 5.0
"""How firmly figures are held to 0 where few hands tell of them."""


@rule
def improved(hand: int, cards: Any, h: Any, made: Any) -> int:
    """A hand after some cards came by, each kept for the worst where that is better."""
    best = best_choices(h, made, hand, 0, False)
    for place in range(len(cards)):
        left, kept = hand, hand
        while left:
            other = (hand | bit(cards[place])) & ~(left & -left)
            left &= left - 1
            points = best_choices(h, made, other, 0, False)
            if points > best:
                best, kept = points, other
        hand = kept
    return hand


def grown_hands(hands: int, seed: int) -> NDArray[np.int64]:
    """Hands with a choice card such as games lead to, and what they may be changed into."""
    random, choice_workspace = np.random.default_rng(seed), (new_scoring_hand(), new_choices())
    grown: list[int] = []
    while len(grown) < hands:
        dealt = random.permutation(DECK)
        hand = int(improved(bits_of(dealt[:7].tolist()), dealt[7 : 7 + SEEN], *choice_workspace))
        other = (hand | bit(dealt[-1])) & ~bit(random.choice(list(members(hand))))
        grown += [one for one in (hand, other) if one & CHOICE_CARDS]
    return np.array(grown[:hands], np.int64)


def measured_beside(hands: int, seed: int) -> dict[str, list[int]]:
    """For each choice card, what it adds beside every card, its own entry included."""
    masks = grown_hands(hands, seed)
    plain, best = unchosen_points(masks), np.zeros(hands, np.int64)
    best_of_many(masks, np.zeros(hands, np.int64), best, new_scoring_hand(), new_choices())
    held = ((masks[:, None] >> np.arange(DECK)) & 1).astype(np.float64)
    choosers = list(members(CHOICE_CARDS))
    rows = np.concatenate([held[:, [chooser]] * held for chooser in choosers], axis=1)
    normal = rows.T @ rows + STEADY * np.eye(rows.shape[1])
    fitted = np.linalg.solve(normal, rows.T @ (best - plain)).reshape(len(choosers), DECK)
    rounded = np.rint(fitted).astype(int).tolist()
    return {CARDS[chooser].id: row for chooser, row in zip(choosers, rounded, strict=True)}
