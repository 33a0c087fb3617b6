"""The actions of Medieval Realms: moves, and the steps of a placement, as one small table.

A placement is one action a leader, as the rules go about it. To open an auction is two:
the square, then the bid. Bids are whole numbers up to MOST_BID.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.arena.batches.arrays import mark
from realms.arena.batches.layout import ActionBlock, Layout, blocks_of
from realms.kernel.game import State
from realms.kernel.rule import rule
from realms.medieval.bots.random_bot import auction_squares, open_squares, playable_slots
from realms.medieval.content.rule_tables import AUCTION, MOST_LANDS, RESOURCE_COUNT, SQUARES
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules import codes
from realms.medieval.rules.auction import purse
from realms.medieval.rules.codes import open_code
from realms.medieval.rules.placement import placement_moves
from realms.medieval.rules.play import awaited
from realms.medieval.rules.setup import draft_moves
from realms.medieval.rules.state import ACTING, BIDDING, CHOOSING, HAND, PLACING, has
from realms.medieval.rules.turn import choice_moves

MOST_BID = 63
"""No batch bids more; the highest bids of our bots stay below a third of it."""

PAIRS = np.array(
    [one * RESOURCE_COUNT + other for one in range(7) for other in range(one + 1, 7)], np.int64
)
"""The pairs of different tokens that can be drafted. [MR-15]"""
PLACE_OF = np.full(RESOURCE_COUNT**2, -1, np.int64)
PLACE_OF[PAIRS] = np.arange(len(PAIRS))

SIZES = (
    ("draft", len(PAIRS)),
    ("mayor", RESOURCE_COUNT),
    ("general", MOST_LANDS),
    ("admiral", MOST_LANDS),
    ("decoy", MOST_LANDS),
    ("activate", SQUARES),
    ("play", HAND),
    ("pass", 1),
    ("bid", MOST_BID + 1),
    ("leave", 1),
    ("choose", RESOURCE_COUNT),
    ("get", SQUARES),
)
BLOCKS: tuple[ActionBlock, ...] = blocks_of(
    SIZES, {"activate": "current", "get": "current", "play": "hand"}
)
"""The same for every table."""
(DRAFT, MAYOR, _GENERAL, _ADMIRAL, _DECOY, ACTIVATE) = (block.start for block in BLOCKS[:6])
(PLAY, PASS, BID, LEAVE, CHOOSE, GET) = (block.start for block in BLOCKS[6:])


@rule
def mark_legal(s: Any, tables: Any, path: Any, seat: int, mask: Any, moves: Any) -> None:
    """Mark the actions that a seat may play now; none where it owes no decision. [MR-31]"""
    mask[:] = False
    if not has(awaited(s), seat):
        return
    if s.phase == ACTING:
        mark_actions(s, tables, path, seat, mask)
    elif s.phase == PLACING:
        for place in range(placement_moves(s, tables, seat, moves)):
            mask[MAYOR + moves[place] - codes.PLACE_MAYOR] = True
    elif s.phase == BIDDING:
        mark_bids(mask, int(s.bid) + 1, purse(s, tables, seat, s.lot))
        mask[LEAVE] = True
    elif s.phase == CHOOSING:
        for place in range(choice_moves(s, tables, moves)):
            mask[CHOOSE + moves[place] - codes.CHOOSE] = True
    else:
        for place in range(draft_moves(s, moves)):
            mask[DRAFT + PLACE_OF[moves[place] - codes.DRAFT]] = True


@rule
def mark_actions(s: Any, tables: Any, path: Any, seat: int, mask: Any) -> None:
    """Mark what a seat may do on its turn, or bid for the card it puts up. [MR-31] [MR-44]"""
    if path[0]:
        mark_bids(mask, int(tables.least_bid), purse(s, tables, seat, s.current[path[0] - 1]))
        return
    mark(mask, ACTIVATE, open_squares(s, tables, seat) | auction_squares(s, tables, seat), SQUARES)
    mark(mask, PLAY, playable_slots(s, tables, seat), HAND)
    mask[PASS] = True


@rule
def mark_bids(mask: Any, least: int, most: int) -> None:
    """Mark the bids from one to another, as far as the table goes. [MR-45]"""
    for amount in range(least, min(most, MOST_BID) + 1):
        mask[BID + amount] = True


@rule
def code_played(s: Any, tables: Any, path: Any, action: int) -> int:
    """The step that a legal action stands for, as the rules number it; −1 if it needs more."""
    if action < MAYOR:
        return codes.DRAFT + int(PAIRS[action - DRAFT])
    if action < ACTIVATE:
        return codes.PLACE_MAYOR + action - MAYOR
    if action < PLAY:
        square = action - ACTIVATE
        if tables.type[s.current[square]] != AUCTION:
            return codes.ACTIVATE + square
        path[0] = 1 + square
        return -1
    if action < PASS:
        return codes.PLAY + action - PLAY
    if action == PASS:
        return codes.PASS
    if action < LEAVE:
        amount = action - BID
        return open_code(int(path[0]) - 1, amount) if path[0] else codes.BID + amount
    if action == LEAVE:
        return codes.PASS_BID
    return codes.CHOOSE + action - CHOOSE


def code_of(layout: Layout, state: State, path: Any, seat: int, action: int) -> int:
    """The step that a legal action stands for, as the rules number it; −1 if it needs more."""
    return int(code_played(state, GAME.rule_tables(state), path, action))


def actions_of(layout: Layout, state: State, seat: int, code: int) -> tuple[int, ...]:
    """The actions that make a step of the rules: one, or two that open an auction. [MR-44]

    None for what no action stands for: to take a placement back, or a bid above MOST_BID.
    """
    if code < codes.TAKE_BACK:
        return (DRAFT + int(PLACE_OF[code - codes.DRAFT]),)
    if codes.PLACE_MAYOR <= code < codes.OPEN:
        return (MAYOR + code - codes.PLACE_MAYOR,)
    if codes.OPEN <= code < codes.PLAY:
        square, amount = divmod(code - codes.OPEN, codes.BIDS)
        return (ACTIVATE + square, *bid_actions(amount))
    if codes.PLAY <= code < codes.PLAY + HAND:
        return (PLAY + code - codes.PLAY,)
    if codes.BID <= code < codes.PASS_BID:
        return bid_actions(code - codes.BID)
    if code >= codes.CHOOSE:
        return (CHOOSE + code - codes.CHOOSE,)
    return {codes.PASS: (PASS,), codes.PASS_BID: (LEAVE,)}.get(code, ())


def bid_actions(amount: int) -> tuple[int, ...]:
    """The action that bids so much; none above MOST_BID. [MR-45]"""
    return (BID + amount,) if amount <= MOST_BID else ()


assert codes.GET - codes.CHOOSE == GET - CHOOSE  # choices stand as the rules have them
assert codes.ACTIVATE - codes.PLACE_MAYOR == ACTIVATE - MAYOR  # and so do placements
