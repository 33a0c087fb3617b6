"""Small decks that plain enumeration can go through, and that enumeration."""

from __future__ import annotations

from itertools import combinations
from random import Random

from realms.fantasy.content.cards import NUMBER
from realms.fantasy.content.tables import ALL_CARDS, CHOICE_CARDS, DECK, NECROMANCER
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import best_choices, new_choices
from realms.fantasy.solve.question import EIGHT, Question, raisable
from realms.fantasy.solve.search import FoundHand, order
from realms.kernel.bits.sets import bits_of, members

SPECIAL = CHOICE_CARDS | bits_of(
    NUMBER[name] for name in ("necromancer", "gem_of_order", "collector", "world_tree", "jester")
)
"""All cards with a choice, and those with a rule of their own that is no sum."""


def small_deck(seed: str, more: int) -> int:
    """All special cards, and so many others by chance."""
    others = Random(seed).sample([c for c in range(DECK) if not (SPECIAL >> c) & 1], more)
    return SPECIAL | bits_of(others)


def without(deck: int) -> int:
    """What is not in a deck."""
    return ALL_CARDS & ~deck


def enumerated(question: Question) -> list[FoundHand]:
    """All hands that a question speaks of, scored one by one, in order."""
    h, best = new_scoring_hand(), new_choices()
    eighth = 1 << NECROMANCER if question.cards == EIGHT else 0
    fixed = question.having | eighth
    free = list(members(ALL_CARDS & ~question.without & ~fixed))
    found = []
    for cards in combinations(free, question.cards - fixed.bit_count()):
        hand = fixed | bits_of(cards)
        if eighth and not hand & raisable():
            continue
        points = int(best_choices(h, best, hand, 0, False))
        found.append((points, int(best.strengths), hand))
    return sorted(found, key=order(question.worst))
