"""Laws that hold between any two moves: nothing is lost, made, or where it may not be.

They are rules like any other, so that millions of positions can be held to them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    DECOY,
    FUTURE,
    GENERAL,
    MAYOR,
    MOST_CARDS,
    MOST_LANDS,
    NOTHING,
    RESOURCE_COUNT,
    SQUARES,
)
from realms.medieval.rules.auction import purse
from realms.medieval.rules.placement import has_free_land, has_military
from realms.medieval.rules.state import (
    ACTING,
    BIDDING,
    CHOOSING,
    DECOYS,
    DRAFTING,
    ENDED,
    HAND,
    PLACING,
    has,
    left_in_deck,
)

(CARDS, HANDS, TOKENS, LEADERS, DECOYS_PLACED, CHOICES, LOT, ORDER, PANELS, WHERE) = range(1, 11)

LAWS = {
    CARDS: "a card is missing or exists twice",
    HANDS: "a hand has too many cards, or two of a colour",
    TOKENS: "tokens or points below nothing",
    LEADERS: "the leaders placed are not those owned",
    DECOYS_PLACED: "decoys are missing, too many, or beside leaders",
    CHOICES: "choices are owed outside their step",
    LOT: "an auction that nobody could hold",
    ORDER: "the turn is nobody's, or somebody's who passed",
    PANELS: "a panel has a gap at the start of a round",
    WHERE: "a step or a round that is not in the game",
}
"""What is wrong where a law is broken."""


def new_counts() -> Any:
    """Room to count cards."""
    return np.zeros(MOST_CARDS, np.int64)


@rule
def broken_law(s: Any, tables: Any, counts: Any) -> int:
    """The first law that a position breaks; 0 if it keeps them all. [MR-16]"""
    if s.phase < DRAFTING or s.phase > ENDED or s.round_now < 1 or s.round_now > tables.rounds:
        return WHERE
    for seat in range(s.players):
        if not keeps_hand(s, tables, seat):
            return HANDS
    if not keeps_cards(s, tables, counts):
        return CARDS
    for seat in range(s.players):
        if not keeps_manor(s, seat):
            return TOKENS
        if not keeps_leaders(s, seat):
            return LEADERS
        if not keeps_decoys(s, tables, seat):
            return DECOYS_PLACED
    if not keeps_choices(s):
        return CHOICES
    if not keeps_auction(s, tables):
        return LOT
    if not keeps_order(s):
        return ORDER
    return 0 if s.phase != PLACING or keeps_panels(s) else PANELS


@rule
def keeps_cards(s: Any, tables: Any, counts: Any) -> bool:
    """Every card is in exactly one place. [MR-6] [MR-54]"""
    for card in range(tables.different_cards):
        counts[card] = tables.copies[card]
    for place in range(s.dealt, s.cards):
        counts[s.deck[place]] -= 1
    for place in range(s.entered):
        counts[s.played[place]] -= 1
    for place in range(s.swept):
        counts[s.discards[place]] -= 1
    for square in range(SQUARES):
        if s.current[square] != NOTHING:
            counts[s.current[square]] -= 1
    for square in range(FUTURE):
        if s.coming[square] != NOTHING:
            counts[s.coming[square]] -= 1
    if s.lot != NOTHING:
        counts[s.lot] -= 1
    for seat in range(s.players):
        for slot in range(s.held[seat]):
            counts[s.hands[seat, slot]] -= 1
    for card in range(tables.different_cards):
        if counts[card] != 0:
            return False
    return True


@rule
def keeps_hand(s: Any, tables: Any, seat: int) -> bool:
    """At most four cards, all of different colours. [MR-36]"""
    if s.held[seat] < 0 or s.held[seat] > HAND:
        return False
    colours = 0
    for slot in range(s.held[seat]):
        colour = 1 << int(tables.colour[s.hands[seat, slot]])
        if colours & colour:
            return False
        colours |= colour
    return True


@rule
def keeps_manor(s: Any, seat: int) -> bool:
    """No tokens, points or leaders below nothing. [MR-4]"""
    if s.points[seat] < 0:
        return False
    for resource in range(RESOURCE_COUNT):
        if s.tokens[seat, resource] < 0 or s.zone[seat, resource] < 0:
            return False
    for leader in range(3):
        if s.leaders[seat, leader] < 0 or s.unplaced[seat, leader] < 0:
            return False
    return True


@rule
def keeps_leaders(s: Any, seat: int) -> bool:
    """While placing, every leader is on the board or still to be placed. [MR-21]"""
    if s.phase == DRAFTING:
        return True
    if s.phase != PLACING:
        left = s.unplaced[seat, MAYOR] + s.unplaced[seat, ADMIRAL] + s.unplaced[seat, GENERAL]
        return left == 0
    mayors = int(s.unplaced[seat, MAYOR])
    for resource in range(RESOURCE_COUNT):
        mayors += int(s.zone[seat, resource])
    admirals, generals = int(s.unplaced[seat, ADMIRAL]), int(s.unplaced[seat, GENERAL])
    for land in range(MOST_LANDS):
        admirals += int(s.forces[seat, ADMIRAL, land])
        generals += int(s.forces[seat, GENERAL, land])
    return (
        mayors == s.leaders[seat, MAYOR]
        and admirals == s.leaders[seat, ADMIRAL]
        and generals == s.leaders[seat, GENERAL]
    )


@rule
def keeps_decoys(s: Any, tables: Any, seat: int) -> bool:
    """All decoys are on the map, beside no leader of one's own, unless it is full. [MR-22]"""
    if s.phase == DRAFTING:
        return True
    decoys = 0
    for land in range(MOST_LANDS):
        here = int(s.forces[seat, DECOY, land])
        decoys += here
        if here < 0 or (here > 0 and has_military(s, seat, land)):
            return False
    if s.phase == PLACING and not has(s.ready, seat):
        return decoys + int(s.unplaced[seat, DECOYS]) == tables.decoys
    return decoys == (int(tables.decoys) if has_free_land(s, tables, seat) else 0)


@rule
def keeps_choices(s: Any) -> bool:
    """Choices are owed while one is asked for, and each at least once. [MR-55] [MR-57]"""
    if (s.owes > 0) != (s.phase == CHOOSING):
        return False
    for place in range(s.owes):
        if s.owed_left[place] < 1:
            return False
    return s.owes <= 0 or (s.chooser >= 0 and s.chooser < s.players)


@rule
def keeps_auction(s: Any, tables: Any) -> bool:
    """A card under the hammer has a bidder who can pay and another who may raise. [MR-45]"""
    if s.phase != BIDDING:
        return s.lot == NOTHING
    if s.lot == NOTHING or s.asked == s.bidder or s.bid < tables.least_bid:
        return False
    if not (has(s.inside, s.asked) and has(s.inside, s.bidder)):
        return False
    return s.bid <= purse(s, tables, s.bidder, s.lot) and s.bid < purse(s, tables, s.asked, s.lot)


@rule
def keeps_order(s: Any) -> bool:
    """Every seat once on the turn-order track; the turn is of one who has not passed. [MR-31]"""
    seats = 0
    for place in range(s.players):
        seats |= 1 << int(s.order[place])
    if seats != (1 << int(s.players)) - 1:
        return False
    return s.phase != ACTING or not has(s.passed, s.turn)


@rule
def keeps_panels(s: Any) -> bool:
    """When leaders are placed, every square has its card, as long as there is a deck. [MR-52]"""
    if left_in_deck(s) == 0:
        return True  # [MR-54]
    for square in range(SQUARES):
        if s.current[square] == NOTHING:
            return False
    for square in range(FUTURE):
        if s.coming[square] == NOTHING:
            return False
    return True
