"""The tables as masks over the 54 cards, for hands whose suits never change.

Where no choice is made, every row of the tables can name its cards outright. Cards that
blank, or are blanked unless, stand in an order in which each comes behind all that could
reach it; printed suits allow that, and reading the content fails if they ever do not.
"""

from __future__ import annotations

import numpy as np

from realms.fantasy.content import tables as t
from realms.kernel.bits.sets import bits_of, members


def _cards_of(suits: int) -> int:
    """All cards whose printed suit is in a set of suits."""
    return sum(int(t.OF_SUIT[suit]) for suit in members(suits))


def _narrow(census: int) -> int:
    """A census mask as a set of suits."""
    return bits_of(suit for suit in range(t.SUIT_COUNT) if (int(census) >> 4 * suit) & 1)


def _ordered(cards: list[int], reaches: dict[int, int]) -> list[int]:
    """Cards so that each stands behind all that reach it; printed suits allow that."""
    done: list[int] = []
    while len(done) < len(cards):
        free = [
            card
            for card in cards
            if card not in done
            and not any((reaches[other] >> card) & 1 for other in cards if other not in done)
        ]
        if not free:
            raise ValueError("cards.toml: printed cards blank one another in a circle")
        done += free
    return done


def _table(rows: list[list[int]]) -> t.IntArray:
    return np.array(rows, np.int64)


WORD_CARDS = _cards_of(t.WORD)

# Who clears what [FR-9]: the card, the cards cleared, the cards whose word is cleared.
CLEARERS = _table(
    [
        [card, _cards_of(int(t.CLEARS[card])), _cards_of(int(t.CLEARS_WORD[card]))]
        for card in range(t.DECK)
        if t.CLEARS[card] | t.CLEARS_WORD[card]
    ]
)


def _blanked_by(card: int, blanks: t.IntArray) -> int:
    """The cards that a printed card blanks in their printed suits."""
    hit = bits_of(o for o in range(t.DECK) if (int(blanks[card, t.SUIT[o]]) >> o) & 1)
    spares_itself = (int(t.SPARES_ITSELF[card]) >> int(t.SUIT[card])) & 1
    return hit & ~(spares_itself << card)


_BLANKERS = list(members(t.BLANKING))
_WHOLE = {card: _blanked_by(card, t.BLANKS) for card in _BLANKERS}
BLANKERS = _table(
    [
        [card, _WHOLE[card], _blanked_by(card, t.BLANKS_ARMY_CLEARED)]
        for card in _ordered(_BLANKERS, _WHOLE)
    ]
)

# Who is blanked unless [FR-13b]: the card, what it needs one of (and whether clearing
# the word meets that), what disturbs it.
_DEPENDENT = list(members(t.DEPENDENT))
_HANGS_ON = {card: _cards_of(int(t.NEEDS[card] | t.BANES[card])) for card in _DEPENDENT}
_REACHES = {
    card: bits_of(other for other in _DEPENDENT if (_HANGS_ON[other] >> card) & 1)
    for card in _DEPENDENT
}
DEPENDENT = _table(
    [
        [
            card,
            _cards_of(int(t.NEEDS[card])),
            1 if t.NEEDS[card] & t.WORD else 0,
            _cards_of(int(t.BANES[card])),
        ]
        for card in _ordered(_DEPENDENT, _REACHES)
    ]
)


def _masks(card: int, row: int) -> list[int]:
    """A row of points as masks: card, points, all, any, none, each, each without the word."""
    entry = [int(value) for value in t.ROWS[row]]
    own = 1 << card
    free = entry[t.ANY_SUITS] == t.wide(t.ALL_SUITS)
    any_of = own if free else _cards_of(_narrow(entry[t.ANY_SUITS])) | entry[t.ANY_NAMES]
    none_of = _cards_of(_narrow(entry[t.NONE_SUITS])) | entry[t.NONE_NAMES]
    each = _cards_of(_narrow(entry[t.EACH])) | (_cards_of(_narrow(entry[t.OTHER])) & ~own)
    if entry[t.ONCE]:
        return [card, entry[t.POINTS], entry[t.ALL_NAMES], any_of, none_of, own, own]
    each_army_cleared = each & ~WORD_CARDS
    return [card, entry[t.POINTS], entry[t.ALL_NAMES], any_of, none_of, each, each_army_cleared]


_BONUSES = [
    _masks(card, row)
    for card in range(t.DECK)
    for row in range(t.BONUS_ROW[card], t.PENALTY_ROW[card])
]


def _is_free(row: list[int]) -> bool:
    """Whether a row asks for nothing but its own card."""
    own = 1 << row[0]
    return row[2] == 0 and row[3] == own and row[4] == 0


def _is_once(row: list[int]) -> bool:
    """Whether a row counts nothing but its own card."""
    return row[5] == 1 << row[0]


# Bonus rows by their shape, so that none pays for a test it does not need.
COUNTING = _table([row for row in _BONUSES if _is_free(row)])
ASKING = _table([row for row in _BONUSES if _is_once(row)])
ASKING_AND_COUNTING = _table([r for r in _BONUSES if not _is_free(r) and not _is_once(r)])
PENALTIES = _table(
    [
        _masks(card, row)
        for card in range(t.DECK)
        for row in range(t.PENALTY_ROW[card], t.END_ROW[card])
    ]
)

# The strengths, a mask for each binary digit: six counts add up a hand.
DIGITS = _table(
    [
        [bits_of(card for card in range(t.DECK) if (int(t.STRENGTH[card]) >> digit) & 1)]
        for digit in range(6)
    ]
)[:, 0]
ODD_CARDS = int(DIGITS[0])
STRENGTHS_CARDS = _cards_of(t.STRENGTHS_OF)
FOUNTAIN_CARDS = _cards_of(int(t.CHOOSES[t.FOUNTAIN]))


def _owner(rule_number: int) -> int:
    (card,) = (card for card in range(t.DECK) if t.OWN_RULE[card] == rule_number)
    return card


GEM, COLLECTOR = _owner(t.RUNS), _owner(t.COLLECTIONS)
WORLD_TREE, JESTER_CARD, WARLORD = _owner(t.DIFFERENT), _owner(t.ODD), _owner(t.STRENGTHS)
