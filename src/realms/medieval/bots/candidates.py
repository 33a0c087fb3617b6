"""What a steward of Medieval Realms weighs at a decision: moves with their ranks, best first."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.medieval.bots.estate import card_worth
from realms.medieval.bots.steward import (
    playing_worth,
    readiness,
    square_worth,
    steward_bid,
    urgency,
)
from realms.medieval.bots.wants import token_worth, weigh
from realms.medieval.content.rule_tables import AUCTION, NOTHING, RESOURCE_COUNT, SQUARES
from realms.medieval.rules.actions import play_refusal
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
from realms.medieval.rules.state import ACTING, BIDDING, CHOOSING
from realms.medieval.rules.turn import asks_for_card, is_excluded, may_get

HOPELESS = -300
"""Moves that lose so much, in hundredths of a point, are not looked at."""
MOST_LISTED = 12
SHARP = 120.0
"""A move that ranks so much lower is e times less likely to be tried first."""


@rule
def list_moves(s: Any, tables: Any, seat: int, workspace: Any, moves: Any, priors: Any) -> int:
    """The moves of a decision with priors, the best first; returns how many."""
    n = min(list_ranks(s, tables, seat, workspace, moves, priors), MOST_LISTED)
    even_out(priors, n)
    return n


@rule
def list_ranks(s: Any, tables: Any, seat: int, workspace: Any, moves: Any, ranks: Any) -> int:
    """The moves of a decision with their ranks, the best first; returns how many. [MR-31]"""
    weigh(s, tables, seat, workspace)
    if s.phase == ACTING:
        n = list_actions(s, tables, seat, workspace, moves, ranks)
    elif s.phase == BIDDING:
        bid = steward_bid(s, tables, seat, workspace)
        moves[0], ranks[0] = bid, 0.0
        moves[1], ranks[1] = (BID + int(s.bid) + 1 if bid == PASS_BID else PASS_BID), -100.0
        n = 2
    elif s.phase == CHOOSING:
        n = list_choices(s, tables, seat, workspace, moves, ranks)
    else:
        n = list_drafts(s, seat, workspace, moves, ranks)
    put_in_order(moves, ranks, n)
    return n


@rule
def sampled_move(workspace: Any, moves: Any, ranks: Any, n: int, temperature: float) -> int:
    """A move drawn by its rank: one `temperature` below the best is e times less likely.

    To pass gives up all that could still be done, so it counts for so much less.
    """
    best, later = ranks[0], 0.0
    for place in range(n):
        later += max(ranks[place], 0.0)
    total = 0.0
    for place in range(n):
        rank = ranks[place] - later if moves[place] == PASS else ranks[place]
        ranks[place] = np.exp((rank - best) / temperature)
        total += ranks[place]
    part = total * below(workspace, 1 << 30) / (1 << 30)
    for place in range(n):
        part -= ranks[place]
        if part < 0:
            return int(moves[place])
    return int(moves[0])


@rule
def list_actions(s: Any, tables: Any, seat: int, workspace: Any, moves: Any, ranks: Any) -> int:
    """Cards to activate and to play, auctions to open, and to pass. [MR-31]"""
    n = 0
    least = workspace.weights.least[0]
    for square in range(SQUARES):
        card = int(s.current[square])
        if card == NOTHING:
            continue
        worth = square_worth(s, tables, seat, card, square, workspace)
        if worth > HOPELESS:
            opens = tables.type[card] == AUCTION
            bid = max(1, int(tables.least_bid))
            moves[n] = open_code(square, bid) if opens else ACTIVATE + square
            ranks[n] = ranked(worth, least, urgency(s, tables, seat, card, square, workspace))
            n += 1
    for slot in range(s.held[seat]):
        if play_refusal(s, tables, seat, slot) == 0:
            card = int(s.hands[seat, slot])
            worth = playing_worth(s, tables, seat, card, workspace)
            if worth > HOPELESS:
                moves[n] = PLAY + slot
                ranks[n] = ranked(worth, least, readiness(s, tables, seat, card, workspace))
                n += 1
    moves[n] = PASS
    ranks[n] = 0.0
    return n + 1


@rule
def ranked(worth: int, least: int, pressing: int) -> float:
    """Where a move ranks: what is not worth it comes after a pass."""
    return worth * pressing / 100 if worth > least else float(min(worth - least - 1, -1))


@rule
def list_choices(s: Any, tables: Any, seat: int, workspace: Any, moves: Any, ranks: Any) -> int:
    """Resources, or cards, that may be chosen. [MR-55] [MR-68] [MR-71]"""
    n = 0
    if asks_for_card(s, tables):
        for square in range(SQUARES):
            if may_get(s, tables, seat, square):
                moves[n] = GET + square
                ranks[n] = card_worth(s, tables, seat, int(s.current[square]), workspace)
                n += 1
        return n
    for resource in range(RESOURCE_COUNT):
        if not is_excluded(s, tables, resource):
            moves[n] = CHOOSE + resource
            ranks[n] = 2 * token_worth(s, seat, resource, 0, workspace)
            n += 1
    return n


@rule
def list_drafts(s: Any, seat: int, workspace: Any, moves: Any, ranks: Any) -> int:
    """Pairs of tokens that nobody has taken. [MR-15]"""
    n = 0
    for one in range(RESOURCE_COUNT):
        for other in range(one + 1, RESOURCE_COUNT):
            code = draft_code(one, other)
            if not is_pair_taken(s, code - DRAFT):
                moves[n] = code
                ranks[n] = token_worth(s, seat, one, 0, workspace) + token_worth(
                    s, seat, other, 0, workspace
                )
                n += 1
    return n


@rule
def put_in_order(moves: Any, ranks: Any, n: int) -> None:
    """The highest rank first."""
    for place in range(1, n):
        move, rank = moves[place], ranks[place]
        spot = place
        while spot > 0 and ranks[spot - 1] < rank:
            moves[spot], ranks[spot] = moves[spot - 1], ranks[spot - 1]
            spot -= 1
        moves[spot], ranks[spot] = move, rank


@rule
def even_out(priors: Any, n: int) -> None:
    """Ranks as priors that add up to one; none is without hope."""
    total = 0.0
    best = priors[0]
    for place in range(n):
        priors[place] = np.exp((priors[place] - best) / SHARP) + 0.02
        total += priors[place]
    for place in range(n):
        priors[place] /= total
