"""The end: choices declared where the players wish it, hands compared. [FR-6] [FR-18]"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content.tables import (
    ALL_CARDS,
    BOOK,
    BOOK_SUITS,
    CHOOSES,
    DECK,
    DOPPELGANGER,
    FOUNTAIN,
    ISLAND,
    JESTER,
    MIRAGE,
    NECROMANCER,
    NOBODY,
    OF_SUIT,
    SHAPESHIFTER,
    SUIT_COUNT,
)
from realms.fantasy.rules.codes import BEST, DECLARE, DECLARE_CARD, DECLARE_SUIT, STAY
from realms.fantasy.rules.reports import (
    ALREADY_DECLARED,
    DECLARED_CHOICE,
    FINISHED,
    LAID_ASIDE,
    MUST_ADD,
    MUST_RAISE,
    NOT_A_CHOICE,
)
from realms.fantasy.rules.state import (
    AS_DOPPELGANGER,
    AS_MIRAGE,
    AS_SHAPESHIFTER,
    BOOK_CARD,
    BOOK_SUIT,
    CHAOS,
    DECLARED,
    DECLARING,
    ENDED,
    FOUNTAIN_CARD,
    ISLAND_CARD,
    NO_CHOICE,
    RAISED,
    bit,
    draw_card,
    left_in_deck,
)
from realms.fantasy.scoring.score import score_hand
from realms.fantasy.scoring.wilds import apply_choices, best_choices, may_raise, no_choices
from realms.kernel.bits.sets import lowest
from realms.kernel.journal import note
from realms.kernel.rule import rule

CHOOSERS = np.array([NECROMANCER, DOPPELGANGER, MIRAGE, SHAPESHIFTER, BOOK, BOOK, ISLAND, FOUNTAIN])
"""The card that makes each choice, in the order in which choices are made. [FR-12]"""


@rule
def finish(s: Any, reason: int, journal: Any) -> None:
    """Nobody moves any more; what is left are the choices at scoring. [FR-6] [FR-12]"""
    s.reason = reason
    s.phase = ENDED
    note(journal, FINISHED, reason)
    if s.variant == CHAOS:
        lay_aside(s, journal)
    if s.declare:
        s.phase = DECLARING
        for seat in range(s.players):
            begin_declaring(s, seat)


@rule
def begin_declaring(s: Any, seat: int) -> None:
    """A seat's first choice; a seat without any still says so, and gives nothing away. [FR-18]"""
    s.pending[seat] = RAISED
    skip_choices(s, seat)
    if s.pending[seat] == DECLARED:
        s.pending[seat] = NO_CHOICE


@rule
def lay_aside(s: Any, journal: Any) -> None:
    """In Chaos the Necromancer's owner draws three cards, or what is left. [FR-24]"""
    for seat in range(s.players):
        if (s.hands[seat] >> NECROMANCER) & 1:
            for _card in range(min(3, left_in_deck(s))):
                card = draw_card(s)
                s.area |= bit(card)
                note(journal, LAID_ASIDE, seat, card)


@rule
def to_raise(s: Any, seat: int) -> int:
    """The cards a seat's Necromancer may add: of the area, or in Chaos of three. [FR-20]"""
    if s.variant == CHAOS:
        return s.area if (s.hands[seat] >> NECROMANCER) & 1 else 0  # any suit [FR-24a]
    return may_raise(s.hands[seat], s.area)


@rule
def final_hand(s: Any, seat: int) -> int:
    """A seat's hand with the card its Necromancer raised so far. [FR-20a]"""
    hand = s.hands[seat]
    if (hand >> NECROMANCER) & 1 and s.choice[RAISED] != NOBODY:
        hand |= bit(s.choice[RAISED])
    return hand


@rule
def all_declared(s: Any) -> bool:
    """Whether no seat has a choice left to declare. [FR-18]"""
    for seat in range(s.players):
        if s.pending[seat] != DECLARED:
            return False
    return True


@rule
def skip_choices(s: Any, seat: int) -> None:
    """Move on to the next choice that a seat really has. [FR-18]"""
    hand = final_hand(s, seat)
    while s.pending[seat] != DECLARED:
        step = int(s.pending[seat])
        holds = (hand >> CHOOSERS[step]) & 1
        if holds and step == RAISED:
            holds = 1 if to_raise(s, seat) else 0
        if holds and step == BOOK_SUIT:
            holds = 0 if s.choice[BOOK_CARD] == NOBODY else 1
        if holds:
            return
        s.pending[seat] = step + 1


@rule
def choices_of(s: Any, seat: int, made: Any) -> int:
    """What a seat has declared, as choices; returns the hand they belong to. [FR-18]"""
    hand = final_hand(s, seat)
    no_choices(made)
    if (hand >> NECROMANCER) & 1:
        made.raised = s.choice[RAISED]
    if (hand >> DOPPELGANGER) & 1:
        made.doppelganger = s.choice[AS_DOPPELGANGER]
    if (hand >> MIRAGE) & 1:
        made.mirage = s.choice[AS_MIRAGE]
    if (hand >> SHAPESHIFTER) & 1:
        made.shapeshifter = s.choice[AS_SHAPESHIFTER]
    if (hand >> BOOK) & 1 and s.choice[BOOK_SUIT] != NOBODY:
        made.book_card = s.choice[BOOK_CARD]
        made.book_suit = s.choice[BOOK_SUIT]
    if (hand >> ISLAND) & 1:
        made.island = s.choice[ISLAND_CARD]
    if (hand >> FOUNTAIN) & 1:
        made.fountain = s.choice[FOUNTAIN_CARD]
    return hand


@rule
def declarable(s: Any, seat: int, h: Any, made: Any) -> int:
    """The cards, or for the Book the suits, that a seat may declare now. [FR-17c] [FR-18]"""
    step = int(s.pending[seat])
    if step == NO_CHOICE:
        return 0
    if step == RAISED:
        return to_raise(s, seat)
    chooser = CHOOSERS[step]
    if step == BOOK_SUIT:
        return BOOK_SUITS
    hand = choices_of(s, seat, made)
    if step == AS_DOPPELGANGER or step == BOOK_CARD:
        return hand & ~bit(chooser)
    apply_choices(h, hand, made)
    cards = 0
    if step == AS_MIRAGE or step == AS_SHAPESHIFTER:
        for suit in range(SUIT_COUNT):
            if (CHOOSES[chooser] >> suit) & 1:
                cards |= OF_SUIT[suit]
        return cards if s.cards == DECK else cards & (ALL_CARDS ^ bit(JESTER))
    for place in range(h.held):
        if (CHOOSES[chooser] >> h.suit[place]) & 1:
            cards |= bit(h.card[place])
    return cards


@rule
def declare_moves(s: Any, seat: int, moves: Any, h: Any, made: Any) -> int:
    """The legal declarations of a seat, in order. [FR-18]"""
    n = 0
    if at_first_choice(s, seat):
        moves[n] = DECLARE + BEST
        n += 1
    if declare_refusal(s, seat, DECLARE + STAY, h, made) == 0:
        moves[n] = DECLARE + STAY
        n += 1
    left = declarable(s, seat, h, made)
    block = DECLARE_SUIT if s.pending[seat] == BOOK_SUIT else DECLARE_CARD
    while left:
        moves[n] = DECLARE + block + lowest(left)
        left &= left - 1
        n += 1
    return n


@rule
def at_first_choice(s: Any, seat: int) -> bool:
    """Whether a seat has declared nothing yet, so that it may still leave all to us."""
    step = RAISED
    if s.pending[seat] == NO_CHOICE:
        return True
    while step < s.pending[seat]:
        if (final_hand(s, seat) >> CHOOSERS[step]) & 1:
            if step != RAISED or to_raise(s, seat):
                return False
        step += 1
    return True


@rule
def declare_refusal(s: Any, seat: int, code: int, h: Any, made: Any) -> int:
    """Why a seat may not declare something; 0 if it may. [FR-18]"""
    step = int(s.pending[seat])
    what = code - DECLARE
    if step == DECLARED:
        return ALREADY_DECLARED
    if what == BEST:
        return 0 if at_first_choice(s, seat) else ALREADY_DECLARED
    if what == STAY:
        if step == RAISED and s.variant == CHAOS:
            return MUST_RAISE
        if step == FOUNTAIN_CARD and declarable(s, seat, h, made):
            return MUST_ADD  # its bonus is no choice, only whose strength it adds [FR-17c]
        return NOT_A_CHOICE if step == BOOK_SUIT or step == NO_CHOICE else 0
    if step == BOOK_SUIT:
        number = what - DECLARE_SUIT
    else:
        number = what - DECLARE_CARD if what < DECLARE_SUIT else NOBODY
    if number < 0 or not (declarable(s, seat, h, made) >> number) & 1:
        return NOT_A_CHOICE
    return 0


@rule
def play_declaration(s: Any, seat: int, code: int, journal: Any) -> None:
    """Make a legal declaration; when all have, the hands are compared. [FR-18]"""
    step = int(s.pending[seat])
    what = code - DECLARE
    note(journal, DECLARED_CHOICE, seat, step, what)
    if what == BEST:
        s.unsaid |= 1 << seat
        s.pending[seat] = DECLARED
    else:
        if what >= DECLARE_SUIT:
            s.choice[step] = what - DECLARE_SUIT
        elif what >= DECLARE_CARD:
            s.choice[step] = what - DECLARE_CARD
        s.pending[seat] = step + 1
        skip_choices(s, seat)
    if all_declared(s):
        s.phase = ENDED


@rule
def score_seat(s: Any, seat: int, h: Any, made: Any) -> int:
    """A seat's final score; its choices go into `made`, its strengths too. [FR-18]"""
    if not s.declare or (s.unsaid >> seat) & 1:
        return best_choices(h, made, s.hands[seat], to_raise(s, seat), s.variant == CHAOS)
    apply_choices(h, choices_of(s, seat, made), made)
    made.points = score_hand(h, None)
    made.strengths = h.strengths
    return made.points


@rule
def compare(points: Any, strengths: Any, players: int) -> int:
    """The winners, as a set of seats: highest score, then lower strengths. [FR-6] [FR-6a]"""
    winners = 1
    best = 0
    for seat in range(1, players):
        ahead = points[seat] - points[best]
        if ahead == 0:
            ahead = strengths[best] - strengths[seat]
        if ahead > 0:
            winners = 0
            best = seat
        if ahead >= 0:
            winners |= 1 << seat
    return winners
