"""What two cards can do for each other at most: the table under every bound.

The bonus of a card is shared out among the cards that it asks for or counts, never giving
less than the rules do. Penalties, blanking and most conditions are left out, which can
only make a hand look better than it is. So for every hand and all its choices

    score  ≤  Σ strengths  +  Σ ALONE of its cards  +  Σ PAIR over its ordered pairs,

once wild cards stand for what they stand for and the Book has turned one suit.
"""

from __future__ import annotations

import numpy as np

from realms.fantasy.content import tables as t
from realms.kernel.bits.sets import bits_of, members

Values = tuple[t.IntArray, t.IntArray, int]
"""What a row is worth: by the name of another card, by a suit, and by its own card."""


def _suits(census: int) -> int:
    """The suits of a mask over a census."""
    return bits_of(suit for suit in range(t.SUIT_COUNT) if (census >> 4 * suit) & 1)


def row_values(card: int, row: int) -> Values:
    """A bonus row shared out.

    A row that counts gives its points for each card counted. One that asks for cards by
    name gives each of them its part, and one that asks for any of some gives each of them
    all. What it asks for besides is taken as there.
    """
    entry = [int(value) for value in t.ROWS[row]]
    points = entry[t.POINTS]
    names, suits, own = np.zeros(t.DECK, np.int64), np.zeros(t.SUIT_COUNT, np.int64), 0
    named = list(members(entry[t.ALL_NAMES]))
    if not entry[t.ONCE]:
        each, other = _suits(entry[t.EACH]), _suits(entry[t.OTHER])
        own = points * ((each >> int(t.SUIT[card])) & 1)
        suits += [points * (((each | other) >> suit) & 1) for suit in range(t.SUIT_COUNT)]
        names += suits[t.SUIT[: t.DECK]]
    elif named:
        names[named] = -(-points // len(named))
        own = int(names[card])
    elif entry[t.ANY_SUITS] == t.wide(t.ALL_SUITS):
        own = points
    else:
        any_of = _suits(entry[t.ANY_SUITS])
        suits += [points * ((any_of >> suit) & 1) for suit in range(t.SUIT_COUNT)]
        names += suits[t.SUIT[: t.DECK]]
        names[list(members(entry[t.ANY_NAMES]))] = points
        own = int(names[card])
    return names, suits, own


def exclude(one: int, other: int) -> bool:
    """Whether two rows never give together: one asks for a name that the other forbids."""
    first, second = t.ROWS[one], t.ROWS[other]
    return bool(
        first[t.NONE_NAMES] & second[t.ALL_NAMES] or second[t.NONE_NAMES] & first[t.ALL_NAMES]
    )


def card_values(card: int) -> Values:
    """All bonus rows of a card: the most of rows that exclude each other, else their sum."""
    rows = range(int(t.BONUS_ROW[card]), int(t.PENALTY_ROW[card]))
    worth = [row_values(card, row) for row in rows]
    names = np.array([names for names, _, _ in worth] or [np.zeros(t.DECK, np.int64)])
    suits = np.array([suits for _, suits, _ in worth] or [np.zeros(t.SUIT_COUNT, np.int64)])
    own = [own for _, _, own in worth] or [0]
    if all(exclude(one, other) for one in rows for other in rows if one < other):
        return names.max(axis=0), suits.max(axis=0), max(own)
    return names.sum(axis=0), suits.sum(axis=0), sum(own)


STRONGEST = int(t.STRENGTH.max())

PAIR = np.zeros((t.DECK, t.DECK), np.int64)
"""What a card gains at most from another of a name, in the suit printed on that."""
TURN = np.zeros((t.DECK, t.SUIT_COUNT), np.int64)
"""What a card gains at most when the Book turns a card into a suit. [FR-16]"""
ALONE = np.zeros(t.DECK, np.int64)
"""What a card gains at most from nobody else."""

for _card in range(t.DECK):
    PAIR[_card], TURN[_card], ALONE[_card] = card_values(_card)
    if t.OWN_RULE[_card] == t.STRENGTHS:  # the strength of every Army [FR-2]
        _counts = np.array([(t.STRENGTHS_OF >> suit) & 1 for suit in range(t.SUIT_COUNT)])
        PAIR[_card] += _counts[t.SUIT[: t.DECK]] * t.STRENGTH[: t.DECK]
        TURN[_card] += _counts * STRONGEST

MOST = np.maximum(PAIR.max(axis=1), TURN.max(axis=1))
"""What a card gains at most from one more card, whatever it is."""


def _in_two(points: t.IntArray) -> int:
    """The most that eight cards give in two groups, by the size of a group."""
    return max(int(points[size] + points[8 - size]) for size in range(9))


_CAPS = {
    t.RUNS: _in_two(t.RUN_POINTS),
    t.COLLECTIONS: _in_two(t.COLLECTION_POINTS),
    t.DIFFERENT: int(t.DIFFERENT_POINTS),
    t.ODD: max(int(t.ODD_WHOLE), 7 * int(t.ODD_EACH)),
    t.ONE_STRENGTH: STRONGEST,
}
CAP = np.array([_CAPS.get(int(t.OWN_RULE[card]), 0) for card in range(t.DECK)], np.int64)
"""What the rule of a single card gives at most. [FR-17]"""


def _owner(rule: int) -> int:
    (card,) = (card for card in range(t.DECK) if t.OWN_RULE[card] == rule)
    return card


GEM, COLLECTOR = _owner(t.RUNS), _owner(t.COLLECTIONS)
WORLD_TREE, JESTER = _owner(t.DIFFERENT), _owner(t.ODD)


def _names_of(wild: int) -> t.IntArray:
    """The names that a wild card may take, without those that never gain more than another."""
    names: list[int] = []
    for name in range(t.DECK):
        if (int(t.CHOOSES[wild]) >> int(t.SUIT[name])) & 1:
            if not any((PAIR[:, name] <= PAIR[:, other]).all() for other in names):
                names = [n for n in names if not (PAIR[:, n] <= PAIR[:, name]).all()] + [name]
    return np.array(names, np.int64)


NAMES_OF_MIRAGE, NAMES_OF_SHAPESHIFTER = _names_of(t.MIRAGE), _names_of(t.SHAPESHIFTER)
WILDS = bits_of((t.DOPPELGANGER, t.MIRAGE, t.SHAPESHIFTER))
CHANGERS = WILDS | 1 << t.BOOK
"""The cards whose choices add to what other cards gain."""

BOTH = PAIR + PAIR.T
"""What two cards gain from each other at most; wild cards gain only as what they become."""
BOTH[list(members(WILDS))] = 0
BOTH[:, list(members(WILDS))] = 0
SINGLE = t.STRENGTH[: t.DECK] + ALONE + CAP
"""What a card is worth at most without any other."""

if any(
    (t.ROWS[row, t.POINTS] > 0) != (row < t.PENALTY_ROW[card])
    for card in range(t.DECK)
    for row in range(int(t.BONUS_ROW[card]), int(t.END_ROW[card]))
):
    raise ValueError("cards.toml: a bonus that takes or a penalty that gives breaks the bounds")
