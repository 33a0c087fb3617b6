"""The greedy player of Medieval Realms: a careful beginner who takes what pays best now."""

from __future__ import annotations

from typing import Any

from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.medieval.bots.random_bot import lands_of
from realms.medieval.bots.worth import (
    TOKEN,
    leader_value,
    rounds_left,
    survey,
    token_value,
    value_of,
)
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    AUCTION,
    GENERAL,
    GIVE_UP,
    GOODS,
    HOLE,
    MAYOR,
    MOST_LANDS,
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
from realms.medieval.rules.state import ACTING, BIDDING, CHOOSING, DECOYS
from realms.medieval.rules.turn import asks_for_card, is_excluded, may_get

LEAST = 10
"""An action that promises less than a tenth of a point is not worth it."""
USUAL_BID = 2
"""What an auction is likely to cost."""
NEVER = -(10**9)


@rule
def greedy_plan(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """Mayors where tokens are missing, leaders where lands pay, not too predictably. [MR-18]"""
    survey(s, tables, seat, workspace)
    for _mayor in range(s.leaders[seat, MAYOR]):
        workspace.plan[MAYOR, best_square(s, tables, seat, workspace)] += 1
    for leader in (GENERAL, ADMIRAL):
        for _soldier in range(s.leaders[seat, leader]):
            workspace.plan[leader, best_land(s, tables, seat, workspace)] += 1
    lands = lands_of(tables)
    for land in range(MOST_LANDS):
        if workspace.plan[GENERAL, land] + workspace.plan[ADMIRAL, land] > 0:
            lands &= ~(1 << land)
    if lands:
        for _decoy in range(tables.decoys):
            workspace.plan[DECOYS, likely_land(s, tables, seat, lands, workspace)] += 1


@rule
def best_square(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """The square whose next token is worth most. [MR-19]"""
    best, most = 0, NEVER
    for resource in range(RESOURCE_COUNT):
        if tables.zone[resource]:
            value = token_value(s, seat, resource, int(workspace.plan[MAYOR, resource]), workspace)
            value += below(workspace, 12)
            if value > most:
                best, most = resource, value
    return best


@rule
def land_value(s: Any, tables: Any, seat: int, land: int, workspace: Any) -> int:
    """What the reward of a land is worth to a seat. [MR-24]"""
    value = 0
    for resource in range(RESOURCE_COUNT):
        amount = int(tables.reward[land, resource])
        if amount:
            value += amount * token_value(s, seat, resource, 0, workspace)
    return value


@rule
def best_land(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """A land that pays, by a throw of the dice; one is rarely enough to crowd. [MR-20]"""
    best, most = 0, NEVER
    for land in range(MOST_LANDS):
        if not tables.lands[land]:
            continue
        value = land_value(s, tables, seat, land, workspace) * (60 + below(workspace, 80)) // 100
        if workspace.plan[GENERAL, land] + workspace.plan[ADMIRAL, land] > 0:
            value = value * 2 // 5
        if value > most:
            best, most = land, value
    return best


@rule
def likely_land(s: Any, tables: Any, seat: int, lands: int, workspace: Any) -> int:
    """A land where the other player may well stand, for a decoy. [MR-26]"""
    best, most = 0, NEVER
    for land in range(MOST_LANDS):
        if (lands >> land) & 1:
            value = (
                land_value(s, tables, seat, land, workspace) * (60 + below(workspace, 80)) // 100
            )
            if value > most:
                best, most = land, value
    return best


@rule
def greedy_code(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """The move that pays best now. [MR-31]"""
    survey(s, tables, seat, workspace)
    if s.phase == ACTING:
        return greedy_action(s, tables, seat, workspace)
    if s.phase == BIDDING:
        return greedy_bid(s, tables, seat, workspace)
    if s.phase == CHOOSING:
        return greedy_choice(s, tables, seat, workspace)
    return greedy_draft(s, seat, workspace)


@rule
def greedy_draft(s: Any, seat: int, workspace: Any) -> int:
    """The two tokens that are worth most and still to be had. [MR-15]"""
    best, most = NOTHING, NEVER
    for one in range(RESOURCE_COUNT):
        for other in range(one + 1, RESOURCE_COUNT):
            code = draft_code(one, other)
            if is_pair_taken(s, code - DRAFT):
                continue
            value = token_value(s, seat, one, 0, workspace) + token_value(
                s, seat, other, 0, workspace
            )
            value += below(workspace, 12)
            if value > most:
                best, most = code, value
    return best


@rule
def greedy_choice(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """The resource that is missed most, or the card worth most. [MR-55] [MR-68] [MR-71]"""
    best, most = NOTHING, NEVER
    if asks_for_card(s, tables):
        for square in range(SQUARES):
            if may_get(s, tables, seat, square):
                value = value_of(s, tables, seat, int(s.current[square]), workspace)
                if value > most:
                    best, most = GET + square, value
        return best
    amount = 1 if s.owed[0] == MILESTONE else int(tables.immediate[s.source, s.owed[0] - 1, 2])
    for resource in range(RESOURCE_COUNT):
        if is_excluded(s, tables, resource):
            continue
        value = 0
        for more in range(amount):
            value += token_value(s, seat, resource, more, workspace)
        if value > most:
            best, most = CHOOSE + resource, value
    return best


@rule
def greedy_action(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """The action that pays best; to pass where none pays. [MR-31] [MR-32]"""
    best, most = PASS, LEAST
    for square in range(SQUARES):
        card = int(s.current[square])
        if card == NOTHING:
            continue
        if tables.type[card] == AUCTION:
            value = auction_worth(s, tables, seat, card, workspace)
            code = open_code(square, max(1, int(tables.least_bid)))
        else:
            value = taking_worth(s, tables, seat, card, square, workspace)
            code = ACTIVATE + square
        if value > most:
            best, most = code, value
    for slot in range(s.held[seat]):
        if play_refusal(s, tables, seat, slot) == 0:
            value = playing_worth(s, tables, seat, int(s.hands[seat, slot]), workspace)
            if value > most:
                best, most = PLAY + slot, value
    return best


@rule
def playing_worth(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> int:
    """What playing a card brings, less what it costs. [MR-48]"""
    value = value_of(s, tables, seat, card, workspace)
    if tables.asks[card] == TOKENS:
        return value - int(tables.amount[card]) * TOKEN
    if tables.asks[card] == GIVE_UP:
        return value - leader_value(s, tables, tables.asks_for[card], workspace)
    return value


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
        likely = 96 - 12 * max(missing, 0)
    else:
        needed = 1 + workspace.kinds[tables.for_each[card]] if tables.asks[card] == NEED else 1
        missing = needed - int(s.leaders[seat, resource])
        likely = 96 - 35 * max(missing, 0)
    if missing > 0 and rounds_left(s, tables) == 0:
        return NEVER
    likely = max(likely - 5 * int(s.held[seat]), 0)
    return playing_worth(s, tables, seat, card, workspace) * likely // 100 - price * TOKEN


@rule
def auction_worth(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> int:
    """What opening an auction promises, at a usual bid. [MR-44]"""
    if purse(s, tables, seat, card) < max(1, int(tables.least_bid)):
        return NEVER
    return value_of(s, tables, seat, card, workspace) - USUAL_BID * TOKEN


@rule
def greedy_bid(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """One more than the last bid, as long as the card is worth it. [MR-45]"""
    bid = int(s.bid) + 1
    value = value_of(s, tables, seat, int(s.lot), workspace)
    return BID + bid if bid * TOKEN + LEAST < value else PASS_BID
