"""What a steward of Medieval Realms wants tokens for, and so what one more is worth."""

from __future__ import annotations

from typing import Any

from realms.kernel.rule import rule
from realms.medieval.bots.estate import SPARE, card_worth, look_over
from realms.medieval.bots.weights import GOLD, GOODS_ROW
from realms.medieval.content.rule_tables import (
    AUCTION,
    BIDDING,
    FUTURE,
    GOODS,
    MAJORITY,
    NOTHING,
    RESOURCE_COUNT,
    SQUARES,
    TOKENS,
)
from realms.medieval.rules.majority import is_candidate
from realms.medieval.rules.state import ACTING, PLACING
from realms.medieval.rules.state import BIDDING as UNDER_HAMMER


@rule
def weigh(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """Look over the realm, the hand and the panels once, before moves are weighed."""
    look_over(s, tables, seat, workspace)
    for resource in range(RESOURCE_COUNT):
        workspace.reserved[resource] = 0
        workspace.need[resource] = 0
        workspace.pull[resource] = 0
        workspace.wish[resource] = 0
        workspace.tug[resource] = 0
    for slot in range(s.held[seat]):
        need_for(s, tables, seat, int(s.hands[seat, slot]), workspace)
    if s.phase == ACTING or s.phase == UNDER_HAMMER:
        return  # no token is chosen now
    for square in range(SQUARES):
        if s.current[square] != NOTHING:
            wish_for(
                s, tables, seat, int(s.current[square]), int(workspace.weights.tug[0]), workspace
            )
    if s.phase <= PLACING and workspace.left > 0:
        for square in range(FUTURE):
            if s.coming[square] != NOTHING:
                wish_for(
                    s,
                    tables,
                    seat,
                    int(s.coming[square]),
                    int(workspace.weights.tug_future[0]),
                    workspace,
                )


@rule
def need_for(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> None:
    """What is missing to play a card of the hand. [MR-48]"""
    if tables.asks[card] != TOKENS:
        return
    resource, amount = int(tables.asks_for[card]), int(tables.amount[card])
    workspace.reserved[resource] += amount
    missing = workspace.reserved[resource] - int(s.tokens[seat, resource])
    if missing > 0:
        workspace.need[resource] = missing
        surplus = (
            card_worth(s, tables, seat, card, workspace) - amount * workspace.token_worth[resource]
        )
        pull = max(surplus, 0) * workspace.weights.pull[0] // (100 * amount)
        workspace.pull[resource] = max(
            workspace.pull[resource], min(pull, workspace.weights.pull_most[0])
        )


@rule
def wish_for(s: Any, tables: Any, seat: int, card: int, weight: int, workspace: Any) -> None:
    """What would be missing to get a card of the panel and to play it. [MR-8] [MR-38]"""
    resource = int(tables.asks_for[card])
    owned = int(s.tokens[seat, resource])
    if tables.asks[card] == TOKENS:
        amount = int(tables.amount[card])
        missing = amount + workspace.reserved[resource] - owned
        if tables.type[card] == MAJORITY:
            weight = weight * workspace.weights.lead[0] // 100
            missing = max(
                missing, most_of(s, seat, resource) - owned + workspace.weights.lead_margin[0]
            )
    elif tables.asks[card] == BIDDING:
        amount = int(workspace.weights.usual[int(tables.asks_for[card] != GOLD)]) + 1
        missing = amount + workspace.reserved[resource] - owned
    else:
        return
    if missing <= 0:
        return
    if tables.type[card] != AUCTION and not is_candidate(s, tables, seat, card):
        weight = weight // 2  # the hand has no room for it now [MR-36]
    surplus = (
        card_worth(s, tables, seat, card, workspace) - amount * workspace.token_worth[resource]
    )
    tug = min(max(surplus, 0) * weight // (100 * amount), workspace.weights.tug_most[0])
    if tug > workspace.tug[resource]:
        workspace.tug[resource] = tug
        workspace.wish[resource] = missing


@rule
def most_of(s: Any, seat: int, resource: int) -> int:
    """The most tokens of a resource that any rival has. [MR-38]"""
    most = 0
    for rival in range(s.players):
        if rival != seat:
            most = max(most, int(s.tokens[rival, resource]))
    return most


@rule
def goods_worth(number: int, workspace: Any) -> int:
    """What the goods are worth that come after so many others. [MR-33]"""
    more = workspace.weights.goods[min(max(number, 0), GOODS_ROW - 1)]
    if workspace.left == 0:
        more = more * workspace.weights.goods_last[0] // 100
    return SPARE + more


@rule
def token_worth(s: Any, seat: int, resource: int, more: int, workspace: Any) -> int:
    """What one more token is worth, when so many more than now are coming already."""
    if resource == GOODS:
        worth = goods_worth(int(s.tokens[seat, GOODS]) + more, workspace)
    else:
        worth = workspace.token_worth[resource] - workspace.weights.fade[0] * more
    if more < workspace.need[resource]:
        worth += workspace.pull[resource]
    elif more < workspace.wish[resource]:
        worth += workspace.tug[resource]
    return worth


@rule
def price_worth(s: Any, seat: int, price: int, workspace: Any) -> int:
    """What the goods are worth that the price of a square takes. [MR-33]"""
    worth = 0
    for paid in range(price):
        worth += goods_worth(int(s.tokens[seat, GOODS]) - 1 - paid, workspace)
    return worth


@rule
def cost_worth(s: Any, seat: int, resource: int, amount: int, workspace: Any) -> int:
    """What tokens are worth that a bid would take, those the hand waits for included. [MR-45]"""
    if resource == GOODS:
        return price_worth(s, seat, amount, workspace)
    short = int(workspace.reserved[resource]) - (int(s.tokens[seat, resource]) - amount)
    worth = amount * workspace.token_worth[resource]
    if short > 0:
        worth += min(short, amount) * max(
            workspace.pull[resource], workspace.weights.pull_most[0] // 4
        )
    return worth
