"""The choices at scoring, made for the highest score. [FR-18]

The search tries, in the order of the rulebook, every choice that can matter (`relevance.py`
says which) and can still reach the best score so far (`bounds.py` says what it is worth at
most), scores the hand, and keeps the best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content.tables import (
    BOOK,
    CHOICE_CARDS,
    CHOOSES,
    DOPPELGANGER,
    FOUNTAIN,
    MIRAGE,
    NECROMANCER,
    NOBODY,
    OF_SUIT,
    SHAPESHIFTER,
    SUIT,
    SUIT_COUNT,
)
from realms.fantasy.scoring.bounds import list_turned, most_entered, most_unchosen
from realms.fantasy.scoring.pairs import CHANGERS
from realms.fantasy.scoring.relevance import (
    gather_spoken,
    worth_changing,
    worth_clearing,
    worth_copying,
    worth_doubling,
    worth_turning,
)
from realms.fantasy.scoring.score import score_hand
from realms.fantasy.scoring.scoring_hand import (
    HIGHEST,
    NONE,
    PLACES,
    RESTS,
    copy_card,
    copy_name,
    place_cards,
    place_of,
    stay,
)
from realms.kernel.bits.sets import lowest
from realms.kernel.rule import rule

CHOICES = np.dtype(
    (
        np.record,
        [
            ("points", np.int64),
            ("strengths", np.int64),
            ("changes", np.int64),
            ("hand", np.int64),
            ("raised", np.int64),
            ("raising", np.int64),
            ("doppelganger", np.int64),
            ("mirage", np.int64),
            ("shapeshifter", np.int64),
            ("book_card", np.int64),
            ("book_suit", np.int64),
            ("island", np.int64),
            ("fountain", np.int64),
            ("drawing", np.int64),
            ("leaving", np.int64),
            ("touching", np.int64),
            ("spoken_names", np.int64),
            ("unwanted", np.int64),
        ],
    )
)
"""The choices made for a hand, as cards (NOBODY: none made), and what they are worth."""

WORST = -(1 << 40)
UNBOUNDED = 1 << 40
"""Below every score, and above every one."""


def new_choices() -> Any:
    """Choices to be found; see `best_choices`."""
    return np.zeros(1, CHOICES)[0]


@rule
def no_choices(best: Any) -> None:
    """Every choice unmade."""
    best.raised = NOBODY
    best.doppelganger = NOBODY
    best.mirage = NOBODY
    best.shapeshifter = NOBODY
    best.book_card = NOBODY
    best.book_suit = NONE
    best.island = NOBODY
    best.fountain = NOBODY


@rule
def best_choices(h: Any, best: Any, hand: int, area: int, must_raise: bool) -> int:
    """The best score of a hand; the choices go into `best`. [FR-18]

    `area` holds the cards the Necromancer may raise one of, already of the right suits
    [FR-20]; `must_raise` where one of them has to be taken [FR-24].
    """
    best.points = WORST
    no_choices(best)
    if not must_raise or area == 0:
        try_hand(h, best, hand, NOBODY, 0, 1)
    while area:
        card = lowest(area)
        area &= area - 1
        try_hand(h, best, hand | (1 << card), card, 0, 1)
    return best.points


@rule
def may_raise(hand: int, area: int) -> int:
    """The cards of the discard area that the Necromancer of a hand may raise. [FR-20]"""
    if not (hand >> NECROMANCER) & 1:
        return 0
    fitting = 0
    for suit in range(SUIT_COUNT):
        if (CHOOSES[NECROMANCER] >> suit) & 1:
            fitting |= OF_SUIT[suit]
    return area & fitting


@rule
def try_hand(h: Any, best: Any, hand: int, raised: int, share: int, shares: int) -> None:
    """Try all choices of one hand, the raised card being part of it. [FR-12] [FR-20a]

    The loops stand in the order in which choices are made; each tries *nothing* first.
    `most` is what the hand can be worth as it stands, but for the Book's turn. Where several
    threads share the work, each settles one combination of as many, told by what it is and
    not by how many were settled before: that depends on what a thread has found.
    """
    number = 0
    place_cards(h, hand)
    best.hand = hand
    best.raising = raised
    if hand & CHOICE_CARDS == 0:
        settle(h, best)
        return
    gather_spoken(h, best)
    doppelganger, mirage = place_of(h, DOPPELGANGER), place_of(h, MIRAGE)
    shapeshifter, book = place_of(h, SHAPESHIFTER), place_of(h, BOOK)
    unchosen = most_unchosen(h, hand, h.held) if hand & CHANGERS else UNBOUNDED
    list_turned(h, book)
    copies = worth_doubling(hand)
    while copies:  # Doppelgänger: itself, or any other card of the hand [FR-14]
        become(h, doppelganger, copies, True)
        copies &= copies - 1
        doubled = unchosen + most_entered(h, doppelganger)
        mirages = worth_copying(best, hand, MIRAGE)
        while mirages:  # Mirage [FR-15]
            become(h, mirage, mirages, False)
            mirages &= mirages - 1
            copied = doubled + most_entered(h, mirage)
            shapes = worth_copying(best, hand, SHAPESHIFTER)
            while shapes:  # Shapeshifter [FR-15]
                become(h, shapeshifter, shapes, False)
                shapes &= shapes - 1
                number += 1
                most = copied + most_entered(h, shapeshifter)
                if most + h.most_turned < best.points:
                    continue
                pages = worth_changing(h, book)
                while pages:  # the Book, over the places of the hand [FR-16]
                    place = lowest(pages)
                    pages &= pages - 1
                    printed = h.suit[place]
                    suits = worth_turning(h, best, place, book, printed)
                    while suits:
                        suit = lowest(suits)
                        suits &= suits - 1
                        if most + h.turned[suit] < best.points:
                            continue
                        if shares > 1 and (number + place * SUIT_COUNT + suit) % shares != share:
                            continue
                        h.suit[place] = suit
                        try_isles(h, best, hand)
                    h.suit[place] = printed


@rule
def try_isles(h: Any, best: Any, hand: int) -> None:
    """The last choice of all: the Island's. [FR-17g]"""
    isles = worth_clearing(h, hand)
    while isles:
        isle = lowest(isles)
        h.island = isle if isle < PLACES else NONE
        isles &= isles - 1
        settle(h, best)


@rule
def become(h: Any, place: int, options: int, whole: bool) -> None:
    """Let a wild card try the first of its options: stay as printed, or copy. [FR-15]"""
    if place == NONE:
        return
    card = lowest(options)
    if card == NOBODY or card == h.card[place]:
        stay(h, place)
    elif whole:
        copy_card(h, place, place_of(h, card))
    else:
        copy_name(h, place, card)


@rule
def settle(h: Any, best: Any) -> None:
    """Score the hand as it stands; keep its choices where they are better than the best. [FR-18]"""
    h.fountain = HIGHEST
    points = score_hand(h, None)
    if points < best.points or (points == best.points and h.strengths > best.strengths):
        return
    fountain = highest_for_fountain(h, best.hand)
    changes = count_changes(h, best.raising, fountain)
    equal = points == best.points and h.strengths == best.strengths
    if equal and changes >= best.changes:
        return
    best.points = points
    best.strengths = h.strengths
    best.changes = changes
    best.raised = best.raising
    best.fountain = fountain
    best.doppelganger = NOBODY
    best.mirage = NOBODY
    best.shapeshifter = NOBODY
    best.book_card = NOBODY
    best.book_suit = NONE
    for place in range(h.held):
        card, name = h.card[place], h.name[place]
        if name != card:
            if card == DOPPELGANGER:
                best.doppelganger = name
            elif card == MIRAGE:
                best.mirage = name
            else:
                best.shapeshifter = name
        if h.suit[place] != SUIT[name]:
            best.book_card = card
            best.book_suit = h.suit[place]
    best.island = NOBODY if h.island == NONE else h.card[h.island]


@rule
def count_changes(h: Any, raised: int, fountain: int) -> int:
    """How many choices were made: the fewer, the plainer. [FR-18]"""
    changes = (1 if raised != NOBODY else 0) + (1 if fountain != NOBODY else 0)
    changes += 1 if h.island != NONE else 0
    for place in range(h.held):
        changes += 1 if h.name[place] != h.card[place] else 0
        changes += 1 if h.suit[place] != SUIT[h.name[place]] else 0
    return changes


@rule
def highest_for_fountain(h: Any, hand: int) -> int:
    """The card whose strength an active Fountain adds, or NOBODY. [FR-17c]"""
    if not (hand >> FOUNTAIN) & 1 or (h.blanked >> place_of(h, FOUNTAIN)) & 1:
        return NOBODY
    best = 0
    found = NOBODY
    for place in range(h.held):
        fits = (CHOOSES[FOUNTAIN] >> h.suit[place]) & 1 and not (h.blanked >> place) & 1
        if fits and h.strength[place] > best:
            best = h.strength[place]
            found = h.card[place]
    return found


@rule
def apply_choices(h: Any, hand: int, best: Any) -> None:
    """Place a hand with the given choices; the Fountain's, if unmade, is the highest. [FR-12]"""
    place_cards(h, hand)
    if best.doppelganger != NOBODY:
        copy_card(h, place_of(h, DOPPELGANGER), place_of(h, best.doppelganger))
    if best.mirage != NOBODY:
        copy_name(h, place_of(h, MIRAGE), best.mirage)
    if best.shapeshifter != NOBODY:
        copy_name(h, place_of(h, SHAPESHIFTER), best.shapeshifter)
    if best.book_card != NOBODY:
        h.suit[place_of(h, best.book_card)] = best.book_suit
    if best.island != NOBODY:
        h.island = place_of(h, best.island)
    if best.fountain == RESTS:
        h.fountain = NONE
    elif best.fountain != NOBODY:
        h.fountain = place_of(h, best.fountain)


@rule
def best_of_many(hands: Any, areas: Any, points: Any, h: Any, best: Any) -> None:
    """The best score of each of many hands, each with the area it may raise from. [FR-18]"""
    for number in range(len(hands)):
        area = may_raise(hands[number], areas[number])
        points[number] = best_choices(h, best, hands[number], area, False)
