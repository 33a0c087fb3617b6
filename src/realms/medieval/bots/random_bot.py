"""The random player of Medieval Realms: a kind of move first, then any move of that kind."""

from __future__ import annotations

from typing import Any

from realms.kernel.bits.choice import nth
from realms.kernel.bits.sets import count
from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    AUCTION,
    GENERAL,
    MAYOR,
    MOST_LANDS,
    NOTHING,
    RESOURCE_COUNT,
    SQUARES,
)
from realms.medieval.rules.actions import can_activate, play_refusal
from realms.medieval.rules.auction import purse
from realms.medieval.rules.codes import (
    ACTIVATE,
    BID,
    CHOOSE,
    DRAFT,
    GET,
    PASS,
    PASS_BID,
    PLAY,
    draft_code,
    open_code,
)
from realms.medieval.rules.setup import is_pair_taken
from realms.medieval.rules.state import ACTING, BIDDING, CHOOSING, DECOYS, colours_taken
from realms.medieval.rules.turn import asks_for_card, is_excluded, may_get


@rule
def squares_of(tables: Any) -> int:
    """The resources that mayors produce, as a set. [MR-19]"""
    squares = 0
    for resource in range(RESOURCE_COUNT):
        squares |= int(tables.zone[resource]) << resource
    return squares


@rule
def lands_of(tables: Any) -> int:
    """The lands that are there, as a set. [MR-20]"""
    lands = 0
    for land in range(MOST_LANDS):
        lands |= int(tables.lands[land]) << land
    return lands


@rule
def random_plan(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """Every leader anywhere it may stand. [MR-19] [MR-20] [MR-22]"""
    squares, lands = squares_of(tables), lands_of(tables)
    for _mayor in range(s.leaders[seat, MAYOR]):
        workspace.plan[MAYOR, nth(squares, below(workspace, count(squares)))] += 1
    free = lands
    for leader in (GENERAL, ADMIRAL):
        for _soldier in range(s.leaders[seat, leader]):
            land = nth(lands, below(workspace, count(lands)))
            workspace.plan[leader, land] += 1
            free &= ~(1 << land)
    if free:
        for _decoy in range(tables.decoys):
            workspace.plan[DECOYS, nth(free, below(workspace, count(free)))] += 1


@rule
def random_code(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """A kind of move at random among those possible, then any move of that kind."""
    if s.phase == ACTING:
        return random_action(s, tables, seat, workspace)
    if s.phase == BIDDING:
        most = purse(s, tables, seat, s.lot)
        if below(workspace, 2):
            return PASS_BID
        return BID + int(s.bid) + 1 + below(workspace, most - int(s.bid))
    if s.phase == CHOOSING:
        return random_choice(s, tables, seat, workspace)
    while True:
        one, other = below(workspace, RESOURCE_COUNT), below(workspace, RESOURCE_COUNT)
        if one != other and not is_pair_taken(s, draft_code(one, other) - DRAFT):
            return draft_code(one, other)


@rule
def open_squares(s: Any, tables: Any, seat: int) -> int:
    """The squares whose hole or majority card a seat may activate, as a set. [MR-31]"""
    colours = colours_taken(s, tables, seat)
    squares = 0
    for square in range(SQUARES):
        squares |= can_activate(s, tables, seat, square, colours) << square
    return squares


@rule
def auction_squares(s: Any, tables: Any, seat: int) -> int:
    """The squares whose auction a seat may open, as a set. [MR-44]"""
    squares = 0
    for square in range(SQUARES):
        card = int(s.current[square])
        is_auction = int(card != NOTHING) & int(tables.type[card] == AUCTION)
        squares |= (is_auction & int(purse(s, tables, seat, card) >= tables.least_bid)) << square
    return squares


@rule
def playable_slots(s: Any, tables: Any, seat: int) -> int:
    """The cards of the hand that a seat may play, as a set of places. [MR-48]"""
    slots = 0
    for slot in range(s.held[seat]):
        if play_refusal(s, tables, seat, slot) == 0:
            slots |= 1 << slot
    return slots


@rule
def random_action(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """Activate, open an auction, play or pass, whatever is possible. [MR-31]"""
    squares = open_squares(s, tables, seat)
    auctions = auction_squares(s, tables, seat)
    slots = playable_slots(s, tables, seat)
    kinds = 1 + int(squares > 0) + int(auctions > 0) + int(slots > 0)
    kind = below(workspace, kinds)
    if kind == 0:
        return PASS
    if squares:
        kind -= 1
        if kind == 0:
            return ACTIVATE + nth(squares, below(workspace, count(squares)))
    if auctions:
        kind -= 1
        if kind == 0:
            square = nth(auctions, below(workspace, count(auctions)))
            least = int(tables.least_bid)
            most = purse(s, tables, seat, s.current[square])
            return open_code(square, least + below(workspace, most - least + 1))
    return PLAY + nth(slots, below(workspace, count(slots)))


@rule
def random_choice(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """Any resource, or any card, that may be chosen. [MR-55] [MR-68] [MR-71]"""
    if asks_for_card(s, tables):
        square = below(workspace, SQUARES)
        while not may_get(s, tables, seat, square):
            square = below(workspace, SQUARES)
        return GET + square
    resource = below(workspace, RESOURCE_COUNT)
    while is_excluded(s, tables, resource):
        resource = below(workspace, RESOURCE_COUNT)
    return CHOOSE + resource
