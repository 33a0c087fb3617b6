"""A re-deal: what a viewer may know stays true, everything else is dealt anew.

[FR-5] says what of a hand is known in the standard game and the duel, [FR-23b] in Chaos.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content.tables import DECK, NECROMANCER, NOBODY
from realms.fantasy.rules.chaos import is_shown
from realms.fantasy.rules.codes import WISHES, offered_to, offered_wish
from realms.fantasy.rules.ending import CHOOSERS, begin_declaring, lay_aside
from realms.fantasy.rules.state import (
    CHAOS,
    DECLARED,
    DECLARING,
    ENDED,
    KEEPING,
    SEATS,
    SLOTS,
    bit,
)
from realms.kernel.bits.choice import nth
from realms.kernel.bits.sets import count, lowest
from realms.kernel.chance import below, shuffle
from realms.kernel.rule import rule

SPECTATOR = -1


@rule
def known_hand(s: Any, seat: int, viewer: int) -> int:
    """The cards of a seat's hand that a viewer knows. [FR-5] [FR-23b]"""
    if seat == viewer or s.phase == ENDED:
        return s.hands[seat]
    known = s.shown
    if viewer != SPECTATOR:
        known |= s.sure[viewer]
    return s.hands[seat] & known


@rule
def known_area(s: Any, viewer: int) -> int:
    """What of the area a viewer sees: in Chaos only the Necromancer's owner. [FR-24]"""
    if s.variant != CHAOS or s.phase == ENDED:
        return s.area
    if viewer != SPECTATOR and (s.hands[viewer] >> NECROMANCER) & 1:
        return s.area
    return 0


@rule
def redeal(s: Any, viewer: int, word: np.uint64) -> None:
    """Deal anew, from a fresh word of chance, all that a viewer cannot know. [FR-5]"""
    s.chance = word
    known = known_area(s, viewer)
    sizes = np.zeros(SEATS, np.int64)
    for seat in range(s.players):
        sizes[seat] = count(s.hands[seat])
        known |= known_hand(s, seat, viewer)
    aside = s.area & ~known  # laid aside in secret: back into the deck, then drawn anew
    s.area &= known
    s.dealt -= count(aside)
    owns_pair = s.phase == KEEPING and s.turn == viewer
    if owns_pair:
        known |= bit(s.pair[0]) | bit(s.pair[1])
    for seat in range(s.players):
        s.hands[seat] = known_hand(s, seat, viewer)
    if viewer != SPECTATOR:  # given away once: in some other hand, not in the deck
        known |= deal_seen(s, viewer, s.seen[viewer] & ~known, sizes)
    deal_hidden(s, known, sizes, owns_pair)
    forget(s, viewer)
    hide_offers(s, viewer)
    if s.phase == DECLARING:
        hide_declarations(s, viewer, aside != 0)


@rule
def forget(s: Any, viewer: int) -> None:
    """What other seats know of one another's trades is theirs alone. [FR-23b]"""
    for seat in range(s.players):
        if seat != viewer:
            s.sure[seat] = 0
            s.seen[seat] = 0


@rule
def deal_seen(s: Any, viewer: int, seen: int, sizes: Any) -> int:
    """Cards known to be in some other hand take random open places there. [FR-23b]"""
    left = seen
    while left:
        card = lowest(left)
        left &= left - 1
        places = 0
        for seat in range(s.players):
            places += sizes[seat] - count(s.hands[seat])
        place = below(s, places)
        for seat in range(s.players):
            open_here = sizes[seat] - count(s.hands[seat])
            if 0 <= place < open_here:
                s.hands[seat] |= bit(card)
            place -= open_here
    return seen


@rule
def deal_hidden(s: Any, known: int, sizes: Any, owns_pair: bool) -> None:
    """Shuffle the rest; deal it to the open places of hands, the pair, the deck. [FR-5]"""
    hidden = 0
    for place in range(s.cards):
        hidden |= bit(s.deck[place])
    hidden &= ~known
    pool = np.empty(DECK, np.int64)
    n = 0
    while hidden:  # in the order of the cards: how they lay before must not matter
        pool[n] = lowest(hidden)
        hidden &= hidden - 1
        n += 1
    shuffle(s, pool[:n])
    for seat in range(s.players):
        for _card in range(sizes[seat] - count(s.hands[seat])):
            n -= 1
            s.hands[seat] |= bit(pool[n])
    if s.phase == KEEPING and not owns_pair:
        s.pair[0] = pool[n - 1]
        s.pair[1] = pool[n - 2]
        n -= 2
    stack(s, pool, n)


@rule
def stack(s: Any, pool: Any, n: int) -> None:
    """The undealt cards to the end of the deck, all others, in order, to its front."""
    undealt = 0
    for place in range(n):
        undealt |= bit(pool[place])
    every = 0
    for place in range(s.cards):
        every |= bit(s.deck[place])
    dealt = every & ~undealt
    for place in range(s.dealt):
        s.deck[place] = lowest(dealt)
        dealt &= dealt - 1
    for place in range(n):
        s.deck[s.dealt + place] = pool[place]


@rule
def hide_offers(s: Any, viewer: int) -> None:
    """Offers the viewer sees keep their wish over some card; the others vanish. [FR-23a]

    Any card of the hand may lie under an offer, also one received after it was made.
    """
    for seat in range(s.players):
        if seat == viewer:
            continue
        free = s.hands[seat]
        kept = 0
        for slot in range(SLOTS):
            offer = s.offers[seat, slot]
            s.offers[seat, slot] = 0
            if is_shown(offer, viewer):
                card = pick(s, free)
                free &= ~bit(card)
                wish = offered_wish(offer)
                s.offers[seat, kept] = 1 + (card * 8 + offered_to(offer)) * WISHES + wish
                kept += 1


@rule
def pick(s: Any, cards: int) -> int:
    """One card of a set, each equally likely."""
    return nth(cards, below(s, count(cards)))


@rule
def hide_declarations(s: Any, viewer: int, aside: bool) -> None:
    """Others' declarations are theirs until all are made: seats start anew. [FR-18]"""
    mine = 0 if viewer == SPECTATOR else s.hands[viewer]
    raised = s.choice[0]
    if (mine >> NECROMANCER) & 1 and raised != NOBODY:
        mine |= bit(raised)
    for step in range(8):
        if not (mine >> CHOOSERS[step]) & 1:
            s.choice[step] = NOBODY
    if s.variant == CHAOS and (aside or s.area == 0):
        lay_aside(s, None)
    for seat in range(s.players):
        if seat != viewer and s.pending[seat] != DECLARED:
            begin_declaring(s, seat)
        if seat != viewer and s.pending[seat] == DECLARED:
            s.unsaid |= 1 << seat
