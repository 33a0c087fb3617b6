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
from realms.kernel.bits.sets import count, lowest
from realms.kernel.rule import rule


@rule
def at_most(w: Any, hand: int) -> int:
    """The points a hand cannot exceed."""
    held = list_cards(w, hand)
    total = most_unchosen(w, hand, held)
    if hand & CHANGERS:
        total += most_by_choices(w, hand, held)
        if (hand >> DOPPELGANGER) & 1:
            total += most_copied(w, held)
    return total


@rule
def most_unchosen(w: Any, hand: int, held: int) -> int:
    """What the cards of a hand are worth at most among themselves, own rules included."""
    total = own_rules(w, hand, held)
    for one in range(held):
        card = w.card[one]
        total += STRENGTH[card] + ALONE[card]
        for other in range(one):
            total += BOTH[card, w.card[other]]
    return total


@rule
def most_entered(h: Any, place: int) -> int:
    """What a wild card adds at most as what it became. [FR-14] [FR-15]"""
    if place == NONE or h.name[place] == h.card[place]:
        return 0
    return h.strength[place] + gained(h, h.held, h.name[place])


@rule
def list_turned(h: Any, book: int) -> None:
    """List what the Book adds at most by turning a card into each suit. [FR-16]"""
    h.most_turned = 0
    for suit in range(SUIT_COUNT):
        h.turned[suit] = 0
    if book == NONE:
        return
    for place in range(h.held):
        for suit in range(SUIT_COUNT):
            h.turned[suit] += TURN[h.card[place], suit]
    for suit in range(SUIT_COUNT):
        h.most_turned = max(h.most_turned, h.turned[suit])


@rule
def list_cards(w: Any, hand: int) -> int:
    """List the cards of a hand but for wild ones in `s.card`; how many they are."""
    held = 0
    left = hand & ~WILDS
    while left:
        w.card[held] = lowest(left)
        left &= left - 1
        held += 1
    return held


@rule
def most_by_choices(w: Any, hand: int, held: int) -> int:
    """What Mirage, Shapeshifter and Book add at most, each for itself. [FR-15] [FR-16]"""
    total = 0
    if (hand >> MIRAGE) & 1:
        total += most_by_name(w, held, NAMES_OF_MIRAGE)
    if (hand >> SHAPESHIFTER) & 1:
        total += most_by_name(w, held, NAMES_OF_SHAPESHIFTER)
    if (hand >> BOOK) & 1:
        most = 0
        for suit in range(SUIT_COUNT):
            gain = 0
            for place in range(held):
                gain += TURN[w.card[place], suit]
            most = max(most, gain)
        total += most
    return total


@rule
def most_copied(w: Any, held: int) -> int:
    """What Doppelgänger adds at most as one of the cards listed. [FR-14]"""
    most = 0
    for place in range(held):
        name = w.card[place]
        most = max(most, STRENGTH[name] + gained(w, held, name))
    return most


@rule
def gained(w: Any, held: int, name: int) -> int:
    """What the cards of a hand gain at most from one more card of a name."""
    gain = 0
    for place in range(held):
        gain += PAIR[w.card[place], name]
    return gain


@rule
def most_by_name(w: Any, held: int, names: Any) -> int:
    """What the cards of a hand gain at most from a card that takes one of these names."""
    most = 0
    for name in names:
        most = max(most, gained(w, held, name))
    return most


@rule
def own_rules(w: Any, hand: int, held: int) -> int:
    """What the cards with a rule of their own give at most. [FR-17]"""
    total = 0
    doubles = (hand >> DOPPELGANGER) & 1
    if (hand >> FOUNTAIN) & 1:  # some strength of the hand [FR-17c]
        most = 0
        for place in range(held):
            most = max(most, STRENGTH[w.card[place]])
        total += most
    if (hand >> GEM) & 1:
        total += most_runs(w, hand, held)
    if (hand >> COLLECTOR) & 1:
        total += most_collected(hand)
    if (hand >> JESTER) & 1:  # a wild card that copies no strength is even [FR-17d]
        odds = doubles
        for place in range(held):
            odds += STRENGTH[w.card[place]] & 1
        total += ODD_WHOLE if odds == count(hand) else ODD_EACH * (odds - 1)
    if (hand >> WORLD_TREE) & 1:
        total += CAP[WORLD_TREE]
    return total


@rule
def most_runs(w: Any, hand: int, held: int) -> int:
    """Gem of Order: all strengths there, and the best one twice for a copy. [FR-17a]"""
    once, twice = 0, 0
    if count(hand & WILDS) > 0:
        once = 1
        twice = 1 if count(hand & WILDS) > 1 else 0
    for place in range(held):
        step = 1 << STRENGTH[w.card[place]]
        twice |= once & step
        once |= step
    most = run_points(once, twice)
    if (hand >> DOPPELGANGER) & 1:
        for place in range(held):
            most = max(most, run_points(once, twice | (1 << STRENGTH[w.card[place]])))
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
