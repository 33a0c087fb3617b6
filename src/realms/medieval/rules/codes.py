"""Moves as the rules see them: small integers, in blocks by kind, kinds in order.

A placement is a whole move outside; inside it is a path of steps, one leader each: mayors
first, then generals, admirals and decoys, each piece by ascending square or land, so that
every placement has one path and no more.
"""

from __future__ import annotations

from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import MOST_LANDS, RESOURCE_COUNT, SQUARES
from realms.medieval.rules.state import HAND

BIDS = 1000
"""Bids are below this."""

DRAFT = 0  # + 7 × one resource + another
TAKE_BACK = DRAFT + RESOURCE_COUNT * RESOURCE_COUNT
PLACE_MAYOR = TAKE_BACK + 1  # + resource
PLACE_GENERAL = PLACE_MAYOR + RESOURCE_COUNT  # + land
PLACE_ADMIRAL = PLACE_GENERAL + MOST_LANDS
PLACE_DECOY = PLACE_ADMIRAL + MOST_LANDS
ACTIVATE = PLACE_DECOY + MOST_LANDS  # + square: a hole or a majority card
OPEN = ACTIVATE + SQUARES  # + square × BIDS + bid: an auction card
PLAY = OPEN + SQUARES * BIDS  # + place in the hand; behind the last, a card it lacks
PASS = PLAY + HAND + 1
BID = PASS + 1  # + amount
PASS_BID = BID + BIDS
CHOOSE = PASS_BID + 1  # + resource
GET = CHOOSE + RESOURCE_COUNT  # + square
CODES = GET + SQUARES

MOST_MOVES = SQUARES * BIDS + 64
"""Room enough for every list of legal moves: at worst, every square with every bid."""


@rule
def draft_code(one: int, other: int) -> int:
    """The move that drafts two tokens, in either order. [MR-15]"""
    return DRAFT + RESOURCE_COUNT * min(one, other) + max(one, other)


@rule
def open_code(square: int, bid: int) -> int:
    """The move that puts the card of a square up for auction. [MR-44]"""
    return OPEN + square * BIDS + bid
