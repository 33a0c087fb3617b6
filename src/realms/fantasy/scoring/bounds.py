"""What a hand can be worth at most, whatever is chosen: a few sums of a table. [FR-18]

`at_most` bounds a hand with all its choices, `most_unchosen`, `most_entered` and
`list_turned` add up to a bound of single ones; the tests hold both to the rules. How and
why is told in docs/solving.md.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.content.tables import (
    BOOK,
    COLLECTION_POINTS,
    DOPPELGANGER,
    FOUNTAIN,
    MIRAGE,
    ODD_EACH,
    ODD_WHOLE,
    OF_SUIT,
    SHAPESHIFTER,
    STRENGTH,
    SUIT_COUNT,
)
from realms.fantasy.scoring.pairs import (
    ALONE,
    BOTH,
    CAP,
    CHANGERS,
    COLLECTOR,
    GEM,
    JESTER,
    NAMES_OF_MIRAGE,
    NAMES_OF_SHAPESHIFTER,
    PAIR,
    TURN,
    WILDS,
    WORLD_TREE,
)
from realms.fantasy.scoring.scoring_hand import NONE
from realms.fantasy.scoring.singles import run_points
from realms.kernel.bits import count, lowest
from realms.kernel.rule import rule


@rule
def at_most(s: Any, hand: int) -> int:
    """The points a hand cannot exceed."""
    held = list_cards(s, hand)
    total = most_unchosen(s, hand, held)
    if hand & CHANGERS:
        total += most_by_choices(s, hand, held)
        if (hand >> DOPPELGANGER) & 1:
            total += most_copied(s, held)
    return total


@rule
def most_unchosen(s: Any, hand: int, held: int) -> int:
    """What the cards of a hand are worth at most among themselves, own rules included."""
    total = own_rules(s, hand, held)
    for one in range(held):
        card = s.card[one]
        total += STRENGTH[card] + ALONE[card]
        for other in range(one):
            total += BOTH[card, s.card[other]]
    return total


@rule
def most_entered(c: Any, place: int) -> int:
    """What a wild card adds at most as what it became in a cast. [FR-14] [FR-15]"""
    if place == NONE or c.name[place] == c.card[place]:
        return 0
    return c.strength[place] + gained(c, c.held, c.name[place])


@rule
def list_turned(c: Any, book: int) -> None:
    """List what the Book adds at most by turning a card into each suit. [FR-16]"""
    c.most_turned = 0
    for suit in range(SUIT_COUNT):
        c.turned[suit] = 0
    if book == NONE:
        return
    for place in range(c.held):
        for suit in range(SUIT_COUNT):
            c.turned[suit] += TURN[c.card[place], suit]
    for suit in range(SUIT_COUNT):
        c.most_turned = max(c.most_turned, c.turned[suit])


@rule
def list_cards(s: Any, hand: int) -> int:
    """List the cards of a hand but for wild ones in `s.card`; how many they are."""
    held = 0
    left = hand & ~WILDS
    while left:
        s.card[held] = lowest(left)
        left &= left - 1
        held += 1
    return held


@rule
def most_by_choices(s: Any, hand: int, held: int) -> int:
    """What Mirage, Shapeshifter and Book add at most, each for itself. [FR-15] [FR-16]"""
    total = 0
    if (hand >> MIRAGE) & 1:
        total += most_by_name(s, held, NAMES_OF_MIRAGE)
    if (hand >> SHAPESHIFTER) & 1:
        total += most_by_name(s, held, NAMES_OF_SHAPESHIFTER)
    if (hand >> BOOK) & 1:
        most = 0
        for suit in range(SUIT_COUNT):
            gain = 0
            for place in range(held):
                gain += TURN[s.card[place], suit]
            most = max(most, gain)
        total += most
    return total


@rule
def most_copied(s: Any, held: int) -> int:
    """What Doppelgänger adds at most as one of the cards listed. [FR-14]"""
    most = 0
    for place in range(held):
        name = s.card[place]
        most = max(most, STRENGTH[name] + gained(s, held, name))
    return most


@rule
def gained(s: Any, held: int, name: int) -> int:
    """What the cards of a hand gain at most from one more card of a name."""
    gain = 0
    for place in range(held):
        gain += PAIR[s.card[place], name]
    return gain


@rule
def most_by_name(s: Any, held: int, names: Any) -> int:
    """What the cards of a hand gain at most from a card that takes one of these names."""
    most = 0
    for name in names:
        most = max(most, gained(s, held, name))
    return most


@rule
def own_rules(s: Any, hand: int, held: int) -> int:
    """What the cards with a rule of their own give at most. [FR-17]"""
    total = 0
    doubles = (hand >> DOPPELGANGER) & 1
    if (hand >> FOUNTAIN) & 1:  # some strength of the hand [FR-17c]
        most = 0
        for place in range(held):
            most = max(most, STRENGTH[s.card[place]])
        total += most
    if (hand >> GEM) & 1:
        total += most_runs(s, hand, held)
    if (hand >> COLLECTOR) & 1:
        total += most_collected(hand)
    if (hand >> JESTER) & 1:  # a wild card that copies no strength is even [FR-17d]
        odds = doubles
        for place in range(held):
            odds += STRENGTH[s.card[place]] & 1
        total += ODD_WHOLE if odds == count(hand) else ODD_EACH * (odds - 1)
    if (hand >> WORLD_TREE) & 1:
        total += CAP[WORLD_TREE]
    return total


@rule
def most_runs(s: Any, hand: int, held: int) -> int:
    """Gem of Order: all strengths there, and the best one twice for a copy. [FR-17a]"""
    once, twice = 0, 0
    if count(hand & WILDS) > 0:
        once = 1
        twice = 1 if count(hand & WILDS) > 1 else 0
    for place in range(held):
        step = 1 << STRENGTH[s.card[place]]
        twice |= once & step
        once |= step
    most = run_points(once, twice)
    if (hand >> DOPPELGANGER) & 1:
        for place in range(held):
            most = max(most, run_points(once, twice | (1 << STRENGTH[s.card[place]])))
    return most


@rule
def most_collected(hand: int) -> int:
    """Collector: each choice adds a name to some suit; eight cards fill two. [FR-17b]"""
    more = count(hand & CHANGERS)
    most = 0
    for one in range(SUIT_COUNT):
        first = count(hand & OF_SUIT[one] & ~WILDS)
        for other in range(one):
            second = count(hand & OF_SUIT[other] & ~WILDS)
            for some in range(more + 1):
                points = COLLECTION_POINTS[first + some] + COLLECTION_POINTS[second + more - some]
                most = max(most, points)
    return most
