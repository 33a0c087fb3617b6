"""What is asked of the search, and the task that answers it."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from msgspec import Struct

from realms.fantasy.content.cards import CARD_NAMES, CARDS, NUMBER, SUIT_NAMES, SUIT_NUMBER, SUITS
from realms.fantasy.content.tables import (
    ALL_CARDS,
    CHOOSES,
    NECROMANCER,
    OF_SUIT,
    OWN_RULE,
    STRENGTH,
    SUIT_COUNT,
    IntArray,
)
from realms.fantasy.scoring.pairs import CHANGERS
from realms.fantasy.solve.workspace import TASK, SearchSpace
from realms.kernel.bits.sets import bits_of, members
from realms.kernel.errors import IllegalMove
from realms.kernel.names import folded

SEVEN, EIGHT = 7, 8
LEAD = 4
"""The cards of a suit that make a hand one of that suit: more than half of seven."""
LEADING, LEADING_EVERY = 2, 3
"""Free cards that a unit fixes; three where every hand is scored, which takes longer."""
NO_FLOOR = -(1 << 40)


class Question(Struct, frozen=True):
    """What is asked: the best or worst hands, of which, and how many."""

    cards: int = SEVEN
    top: int = 10
    having: int = 0
    """Cards that every hand has, as a mask."""
    without: int = 0
    """Cards that no hand has."""
    suit: str = ""
    """The suit of which every hand has at least LEAD cards."""
    worst: bool = False
    every: bool = False
    """Whether every hand is scored, and the scores counted."""


class SearchPlan:
    """A question as a task: the free cards in order, and what every hand must have."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.task: Any = np.zeros(1, TASK)[0]
        eighth = 1 << NECROMANCER if question.cards == EIGHT else 0
        fixed = question.having | eighth
        check(question, fixed)
        self.task.fixed = fixed
        self.task.room = question.cards - fixed.bit_count()
        leading = LEADING_EVERY if question.every else LEADING
        self.task.leading = min(leading, int(self.task.room))
        self.task.way = -1 if question.worst else 1
        self.task.floor = NO_FLOOR
        self.quotas = quotas(question)
        self.free = search_order(ALL_CARDS & ~fixed & ~question.without, question.suit)
        if len(self.free) < self.task.room or not self._is_possible():
            raise IllegalMove("solve/no_hand", paragraph="FR-3")

    @property
    def space(self) -> SearchSpace:
        """The same as compiled searches take it."""
        return SearchSpace(self.task, self.free, self.quotas)

    @property
    def at_most(self) -> int:
        """How many hands there are, quotas aside."""
        return comb(len(self.free), int(self.task.room))

    def _is_possible(self) -> bool:
        """Whether the quotas can be met together; each is apart from the others or in them."""
        there = bits_of(int(card) for card in self.free)
        chosen = int(self.task.fixed)
        for mask, least in self.quotas.tolist():
            while (chosen & mask).bit_count() < least:
                fitting = there & mask & ~chosen
                if not fitting:
                    return False
                chosen |= fitting & -fitting
        return chosen.bit_count() <= self.question.cards


def check(question: Question, fixed: int) -> None:
    """Refuse what no hand can be."""
    both = list(members(fixed & question.without))
    if both:
        raise IllegalMove("solve/both", paragraph="FR-1", card=CARDS[both[0]].name)
    if fixed.bit_count() > question.cards:
        raise IllegalMove("solve/too_many", paragraph="FR-3", n=question.cards)


def raisable() -> int:
    """The cards that the Necromancer may raise. [FR-20]"""
    suits = (suit for suit in range(SUIT_COUNT) if (int(CHOOSES[NECROMANCER]) >> suit) & 1)
    return sum(int(OF_SUIT[suit]) for suit in suits) & ~(1 << NECROMANCER)


def quotas(question: Question) -> IntArray:
    """Sets of cards of which a hand needs at least so many: rows of mask and number."""
    rows = []
    if question.suit:
        rows.append([int(OF_SUIT[SUIT_NUMBER[question.suit]]), LEAD])
    if question.cards == EIGHT:  # the eighth card is one of these [FR-20]
        rows.append([raisable(), 1])
    return np.array(rows, np.int64).reshape(len(rows), 2)


def search_order(cards: int, suit: str) -> IntArray:
    """Free cards in the order of the search: those that decide most stand first."""

    def rank(card: int) -> tuple[bool, bool, bool, int, int]:
        is_wanted = CARDS[card].suit == suit
        chooses = bool((CHANGERS >> card) & 1)
        return not is_wanted, not chooses, not OWN_RULE[card], -int(STRENGTH[card]), card

    return np.array(sorted(members(cards), key=rank), np.int64)


def parse_cards_and_suits(text: str) -> int:
    """Cards and whole suits by name, with commas between; a suit's full name goes first.

    >>> parse_cards_and_suits("wild, Book").bit_count()
    4
    >>> parse_cards_and_suits("Dragón") == 1 << NUMBER["dragon"]
    True
    """
    mask = 0
    for name in (part for part in text.split(",") if part.strip()):
        mask |= _suit_or_card(name.strip())
    return mask


def _suit_or_card(name: str) -> int:
    for suit in SUITS:
        if folded(name) in {folded(n) for n in (suit.id, suit.en.one, suit.es.one, suit.en.cards)}:
            return int(OF_SUIT[SUIT_NUMBER[suit.id]])
    return 1 << NUMBER[CARD_NAMES.find(name)]


def suits_to_ask_for() -> list[str]:
    """The suits that a hand may be of: those with as many cards as that takes."""
    return [w.id for w in SUITS if int(OF_SUIT[SUIT_NUMBER[w.id]]).bit_count() >= LEAD]


def parse_suit(name: str) -> str:
    """The suit of that name, which must have enough cards."""
    suit = SUIT_NAMES.find(name)
    if suit not in suits_to_ask_for():
        raise IllegalMove("solve/suit", paragraph="FR-1", suit=SUIT_NAMES.names[suit], n=LEAD)
    return suit
