"""The steward of Medieval Realms: a player with a plan for the rounds that are left."""

from __future__ import annotations

from typing import Any

from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.medieval.bots.estate import card_worth, leader_worth
from realms.medieval.bots.wants import cost_worth, price_worth, token_worth, weigh
from realms.medieval.bots.weights import GOLD
from realms.medieval.content.rule_tables import (
    AUCTION,
    GIVE_UP,
    GOODS,
    HOLE,
    NEED,
    NOTHING,
    RESOURCE_COUNT,
    SQUARES,
    TOKENS,
)
from realms.medieval.rules.actions import activation_refusal, play_refusal
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
from realms.medieval.rules.entering import MILESTONE
from realms.medieval.rules.majority import recipient
from realms.medieval.rules.setup import is_pair_taken
from realms.medieval.rules.state import ACTING, BIDDING, CHOOSING, HAND, has
from realms.medieval.rules.turn import asks_for_card, is_excluded, may_get

NEVER = -(10**9)


@rule
def steward_code(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """The move that serves the plan best. [MR-31]"""
    weigh(s, tables, seat, workspace)
    if s.phase == ACTING:
        return steward_action(s, tables, seat, workspace)
    if s.phase == BIDDING:
        return steward_bid(s, tables, seat, workspace)
    if s.phase == CHOOSING:
        return steward_choice(s, tables, seat, workspace)
    return steward_draft(s, seat, workspace)


@rule
def steward_draft(s: Any, seat: int, workspace: Any) -> int:
    """The two tokens that are worth most and still to be had. [MR-15]"""
    best, most = NOTHING, NEVER
    for one in range(RESOURCE_COUNT):
        for other in range(one + 1, RESOURCE_COUNT):
            code = draft_code(one, other)
            if is_pair_taken(s, code - DRAFT):
                continue
            worth = token_worth(s, seat, one, 0, workspace) + token_worth(
                s, seat, other, 0, workspace
            )
            worth += below(workspace, int(workspace.weights.noise_mayor[0]))
            if worth > most:
                best, most = code, worth
    return best


@rule
def steward_choice(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """The resource that is missed most, or the card worth most. [MR-55] [MR-68] [MR-71]"""
    best, most = NOTHING, NEVER
    if asks_for_card(s, tables):
        for square in range(SQUARES):
            if may_get(s, tables, seat, square):
                worth = card_worth(s, tables, seat, int(s.current[square]), workspace)
                if worth > most:
                    best, most = GET + square, worth
        return best
    amount = 1 if s.owed[0] == MILESTONE else int(tables.immediate[s.source, s.owed[0] - 1, 2])
    for resource in range(RESOURCE_COUNT):
        if is_excluded(s, tables, resource):
            continue
        worth = 0
        for more in range(amount):
            worth += token_worth(s, seat, resource, more, workspace)
        if worth > most:
            best, most = CHOOSE + resource, worth
    return best


@rule
def steward_action(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """What pays, the contested first: a card in hand can wait. [MR-31] [MR-32]"""
    best, most = PASS, NEVER
    least = workspace.weights.least[0]
    for square in range(SQUARES):
        card = int(s.current[square])
        if card == NOTHING:
            continue
        worth = square_worth(s, tables, seat, card, square, workspace)
        if worth <= least:
            continue
        rank = worth * urgency(s, tables, seat, card, square, workspace) // 100
        if rank > most:
            opens = tables.type[card] == AUCTION
            best = open_code(square, max(1, int(tables.least_bid))) if opens else ACTIVATE + square
            most = rank
    for slot in range(s.held[seat]):
        if play_refusal(s, tables, seat, slot) == 0:
            card = int(s.hands[seat, slot])
            worth = playing_worth(s, tables, seat, card, workspace)
            if worth > least:
                rank = worth * readiness(s, tables, seat, card, workspace) // 100
                if rank > most:
                    best, most = PLAY + slot, rank
    return best


@rule
def square_worth(s: Any, tables: Any, seat: int, card: int, square: int, workspace: Any) -> int:
    """What activating the card of a square promises; NEVER where it cannot be. [MR-31]"""
    if tables.type[card] == AUCTION:
        return opening_worth(s, tables, seat, card, workspace)
    return taking_worth(s, tables, seat, card, square, workspace)


@rule
def urgency(s: Any, tables: Any, seat: int, card: int, square: int, workspace: Any) -> int:
    """How pressing it is to activate a card now: by the rivals who may do it first."""
    threats = 0
    for rival in range(s.players):
        if rival == seat or has(s.passed, rival):
            continue
        if tables.type[card] == AUCTION:
            threats += int(purse(s, tables, rival, card) > 0)
        elif activation_refusal(s, tables, rival, square) == 0:
            if tables.type[card] == HOLE:
                threats += int(within_reach(s, tables, rival, card))
            else:
                threats += int(recipient(s, tables, rival, card) == rival)
    return workspace.weights.calm[0] + workspace.weights.alarm[0] * min(threats, 3)


@rule
def within_reach(s: Any, tables: Any, rival: int, card: int) -> bool:
    """Whether a rival is near to affording a card. [MR-48]"""
    if tables.asks[card] != TOKENS:
        return True
    return int(s.tokens[rival, tables.asks_for[card]]) + 2 >= int(tables.amount[card])


@rule
def readiness(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> int:
    """How pressing it is to play a card: where the hand is full or its colour bars another."""
    ready = workspace.weights.play[0]
    if s.held[seat] >= HAND:
        ready += workspace.weights.play_full[0]
    colour = tables.colour[card]
    for square in range(SQUARES):
        other = int(s.current[square])
        if other != NOTHING and tables.colour[other] == colour and tables.type[other] != AUCTION:
            ready += workspace.weights.play_block[0]
    if tables.is_answering[card]:
        ready += workspace.weights.play_new[0]
    return ready


@rule
def playing_worth(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> int:
    """What playing a card brings, less what it costs. [MR-48]"""
    worth = card_worth(s, tables, seat, card, workspace)
    if tables.asks[card] == TOKENS:
        resource, amount = int(tables.asks_for[card]), int(tables.amount[card])
        if resource == GOODS:
            return worth - price_worth(s, seat, amount, workspace)
        return worth - amount * workspace.token_worth[resource]
    if tables.asks[card] == GIVE_UP:
        return worth - leader_worth(int(tables.asks_for[card]), workspace)
    return worth


@rule
def taking_worth(s: Any, tables: Any, seat: int, card: int, square: int, workspace: Any) -> int:
    """What taking a card into the hand promises, less its price. [MR-33] [MR-37]"""
    if activation_refusal(s, tables, seat, square) != 0:
        return NEVER
    if tables.type[card] != HOLE and recipient(s, tables, seat, card) != seat:
        return NEVER
    resource, price = int(tables.asks_for[card]), int(tables.price[square])
    if tables.asks[card] == TOKENS:
        owned = int(s.tokens[seat, resource]) - (price if resource == GOODS else 0)
        missing = int(tables.amount[card]) + int(workspace.reserved[resource]) - owned
        each = (
            workspace.weights.missing[0]
            if workspace.left > 1
            else workspace.weights.missing_late[0]
        )
    else:
        needed = 1 + workspace.kinds[tables.for_each[card]] if tables.asks[card] == NEED else 1
        missing = needed - int(s.leaders[seat, resource])
        each = workspace.weights.missing_leader[0]
    if missing > 0 and workspace.left == 0:
        return NEVER
    likely = 100 - each * max(missing, 0) - workspace.weights.slot[min(int(s.held[seat]), HAND - 1)]
    worth = playing_worth(s, tables, seat, card, workspace)
    return worth * max(likely, 0) // 100 - price_worth(s, seat, price, workspace)


@rule
def opening_worth(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> int:
    """What opening an auction promises, at a usual bid. [MR-44]"""
    own = purse(s, tables, seat, card)
    if own < max(1, int(tables.least_bid)):
        return NEVER
    resource = int(tables.asks_for[card])
    rivals = 0
    for rival in range(s.players):
        if rival != seat:
            rivals = max(rivals, purse(s, tables, rival, card))
    likely = min(int(workspace.weights.usual[int(resource != GOLD)]), rivals + 1)
    worth = card_worth(s, tables, seat, card, workspace) - cost_worth(
        s, seat, resource, likely, workspace
    )
    return worth * workspace.weights.lost[0] // 100 if own < likely else worth


@rule
def steward_bid(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """One more than the last bid while the card is worth it, or a rival will pay more. [MR-45]"""
    bid, card, bidder = int(s.bid) + 1, int(s.lot), int(s.bidder)
    resource = int(tables.asks_for[card])
    worth = card_worth(s, tables, seat, card, workspace)
    if cost_worth(s, seat, resource, bid, workspace) + workspace.weights.bid_least[0] < worth:
        return BID + bid
    weigh(s, tables, bidder, workspace)
    theirs = card_worth(s, tables, bidder, card, workspace)
    if purse(s, tables, bidder, card) > bid:
        if cost_worth(s, bidder, resource, bid + 1, workspace) + workspace.weights.push[0] < theirs:
            return BID + bid
    return PASS_BID
