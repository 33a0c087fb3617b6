"""What a seat of Medieval Realms sees, as numbers: its view and no more. [MR-8]

Seats are told from the viewer's place: itself first, the others clockwise. Cards are told
by their number in the content, from 1; 0 is none.
"""

from __future__ import annotations

from typing import Any

from realms.arena.batches.layout import ObservationField, fields_of
from realms.kernel.rule import rule
from realms.medieval.content.registry import rule_tables_for
from realms.medieval.content.rule_tables import (
    FUTURE,
    GET,
    MOST_CARDS,
    MOST_LANDS,
    RESOURCE_COUNT,
    SQUARES,
)
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.rules.entering import MILESTONE
from realms.medieval.rules.play import awaited
from realms.medieval.rules.state import (
    BIDDING,
    CHOOSING,
    DRAFTING,
    ENDED,
    HAND,
    PIECE_COUNT,
    PLACING,
    SEATS,
    has,
    left_in_deck,
)

(O_PHASE, O_ROUND, O_DECK, O_CURRENT, O_FUTURE, O_DISCARDS, O_AWAITING, O_TURN) = range(8)
(O_PLACE, O_PASSED, O_READY, O_TOKENS, O_POINTS, O_LEADERS, O_HAND, O_REALM) = range(8, 16)
(O_DRAFTED, O_MAYORS, O_FORCES, O_UNPLACED, O_AUCTION, O_INSIDE, O_CHOICE, O_PATH) = range(16, 24)
NAMES = (
    *("phase", "round", "deck", "current", "future", "discards", "awaiting", "turn"),
    *("place", "passed", "ready", "tokens", "points", "leaders", "hand", "realm"),
    *("drafted", "mayors", "forces", "unplaced", "auction", "inside", "choice", "path"),
)
PHASES = 6
FORCES = 3 * MOST_LANDS
MANY = 32767
MILESTONES, TITHE, CARD = 1, 2, 3
"""What a choice is for."""


def fields(options: MedievalOptions) -> tuple[ObservationField, ...]:
    """The fields of a table; how many depends on its seats and on the cards there are."""
    tables, seats = rule_tables_for(options), options.players
    kinds, cards = int(tables.different_cards), int(tables.cards)
    return fields_of(
        (
            ("phase", PHASES, 0, 1),
            ("round", 2, 0, int(tables.rounds)),
            ("deck", 1, 0, cards),
            ("current", SQUARES, 0, kinds),
            ("future", FUTURE, 0, kinds),
            ("discards", kinds, 0, cards),
            ("awaiting", seats, 0, 1),
            ("turn", seats, 0, 1),
            ("place", seats, 1, seats),
            ("passed", seats, 0, 1),
            ("ready", seats, 0, 1),
            ("tokens", seats * RESOURCE_COUNT, 0, MANY),
            ("points", seats, 0, MANY),
            ("leaders", seats * 3, 0, 127),
            ("hand", seats * HAND, 0, kinds),
            ("realm", seats * kinds, 0, cards),
            ("drafted", seats * 2, 0, RESOURCE_COUNT),
            ("mayors", seats * RESOURCE_COUNT, 0, 127),
            ("forces", seats * FORCES, 0, 127),
            ("unplaced", PIECE_COUNT, 0, 127),
            ("auction", 4, 0, MANY),
            ("inside", seats, 0, 1),
            ("choice", 5, 0, MANY),
            ("path", 1, 0, SQUARES),
        ),
        categories={
            "current": (kinds + 1,),
            "future": (kinds + 1,),
            "hand": (kinds + 1,),
            "drafted": (RESOURCE_COUNT + 1,),
            "auction": (kinds + 1, 0, SEATS + 1, SEATS + 1),
            "choice": (SEATS + 1, CARD + 1, kinds + 1, 0, 0),
            "path": (SQUARES + 1,),
        },
    )


@rule
def away_from(s: Any, seat: int, other: int) -> int:
    """How many places clockwise from a seat another sits, from 1; 0 for nobody."""
    return 0 if other < 0 else 1 + (int(other) - seat) % int(s.players)


@rule
def write_observation(s: Any, tables: Any, path: Any, seat: int, spots: Any, seen: Any) -> None:
    """Write down what a seat sees."""
    seen[:] = 0
    seen[spots[O_PHASE] + s.phase] = 1
    seen[spots[O_ROUND]] = s.round_now
    seen[spots[O_ROUND] + 1] = tables.rounds
    seen[spots[O_DECK]] = left_in_deck(s)
    for square in range(SQUARES):
        seen[spots[O_CURRENT] + square] = 1 + s.current[square]
    for square in range(FUTURE):
        seen[spots[O_FUTURE] + square] = 1 + s.coming[square]
    for place in range(s.swept):
        seen[spots[O_DISCARDS] + s.discards[place]] += 1
    for away in range(s.players):
        write_seat(s, (seat + away) % int(s.players), away, spots, seen)
    write_realms(s, tables, seat, spots, seen)
    for piece in range(PIECE_COUNT):
        seen[spots[O_UNPLACED] + piece] = s.unplaced[seat, piece]
    if s.phase == BIDDING:
        write_auction(s, seat, spots, seen)
    if s.phase == CHOOSING:
        write_choice(s, tables, seat, spots, seen)
    if s.turn == seat:
        seen[spots[O_PATH]] = path[0]  # nobody else hears of a square without a bid


@rule
def write_seat(s: Any, other: int, away: int, spots: Any, seen: Any) -> None:
    """A seat's board; behind its screen only where it is one's own. [MR-8] [MR-17]"""
    seen[spots[O_AWAITING] + away] = has(awaited(s), other)
    open_turn = s.phase != PLACING and s.phase != ENDED
    seen[spots[O_TURN] + away] = open_turn and s.turn == other
    seen[spots[O_PASSED] + away] = s.phase > PLACING and has(s.passed, other)
    seen[spots[O_READY] + away] = s.phase == PLACING and has(s.ready, other)
    seen[spots[O_POINTS] + away] = s.points[other]
    start = spots[O_TOKENS] + away * RESOURCE_COUNT
    part = seen[start : start + RESOURCE_COUNT]
    for resource in range(RESOURCE_COUNT):
        part[resource] = s.tokens[other, resource]
    for leader in range(3):
        seen[spots[O_LEADERS] + away * 3 + leader] = s.leaders[other, leader]
    for slot in range(s.held[other]):
        seen[spots[O_HAND] + away * HAND + slot] = 1 + s.hands[other, slot]
    pair = int(s.drafted[other])
    if pair >= 0:
        seen[spots[O_DRAFTED] + away * 2] = 1 + pair // RESOURCE_COUNT
        seen[spots[O_DRAFTED] + away * 2 + 1] = 1 + pair % RESOURCE_COUNT
    if away == 0 or (s.phase != DRAFTING and s.phase != PLACING):
        write_behind_screen(s, other, away, spots, seen)


@rule
def write_behind_screen(s: Any, other: int, away: int, spots: Any, seen: Any) -> None:
    """Where the leaders of a seat stand. [MR-18]"""
    start = spots[O_MAYORS] + away * RESOURCE_COUNT
    part = seen[start : start + RESOURCE_COUNT]
    for resource in range(RESOURCE_COUNT):
        part[resource] = s.zone[other, resource]
    for leader in range(3):
        start = spots[O_FORCES] + away * FORCES + leader * MOST_LANDS
        part = seen[start : start + MOST_LANDS]
        for land in range(MOST_LANDS):
            part[land] = s.forces[other, leader, land]


@rule
def write_realms(s: Any, tables: Any, seat: int, spots: Any, seen: Any) -> None:
    """The cards in play of every seat, counted by kind, and the turn order. [MR-30]"""
    for place in range(s.entered):
        away = away_from(s, seat, s.owner[place]) - 1
        seen[spots[O_REALM] + away * int(tables.different_cards) + s.played[place]] += 1
    for place in range(s.players):
        seen[spots[O_PLACE] + away_from(s, seat, s.order[place]) - 1] = 1 + place


@rule
def write_auction(s: Any, seat: int, spots: Any, seen: Any) -> None:
    """The card under the hammer, the bid, who made it, who is asked, who is in. [MR-45]"""
    seen[spots[O_AUCTION]] = 1 + s.lot
    seen[spots[O_AUCTION] + 1] = s.bid
    seen[spots[O_AUCTION] + 2] = away_from(s, seat, s.bidder)
    seen[spots[O_AUCTION] + 3] = away_from(s, seat, s.asked)
    for away in range(s.players):
        seen[spots[O_INSIDE] + away] = has(s.inside, (seat + away) % int(s.players))


@rule
def write_choice(s: Any, tables: Any, seat: int, spots: Any, seen: Any) -> None:
    """Who chooses, for what, by which card, how much and how often. [MR-55] [MR-68] [MR-71]"""
    owed, what, amount = int(s.owed[0]), MILESTONES, 1
    if owed != MILESTONE:
        gets = tables.immediate[s.source, owed - 1, 0] == GET
        what = CARD if gets else TITHE
        amount = 1 if gets else int(tables.immediate[s.source, owed - 1, 2])
    seen[spots[O_CHOICE]] = away_from(s, seat, s.chooser)
    seen[spots[O_CHOICE] + 1] = what
    seen[spots[O_CHOICE] + 2] = 1 + s.source
    seen[spots[O_CHOICE] + 3] = amount
    seen[spots[O_CHOICE] + 4] = s.owed_left[0]


assert MOST_CARDS <= 128  # numbers of cards, and counts of them, are small
