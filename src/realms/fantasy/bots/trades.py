"""Trades of Chaos worth a thought, for planner and search: few of some thousand moves."""

from __future__ import annotations

from typing import Any

from realms.fantasy.bots.greedy import busy_code
from realms.fantasy.bots.hand_value import estimate_values
from realms.fantasy.bots.workspace import list_hand
from realms.fantasy.rules.chaos import NO_SLOT, cards_on_offer, open_slot
from realms.fantasy.rules.codes import PASS, TO_ALL, accept_code, offer_code
from realms.fantasy.rules.state import bit
from realms.kernel.bits.sets import count, lowest
from realms.kernel.rule import rule


@rule
def weigh_trades(s: Any, seat: int, workspace: Any, unseen: int) -> int:
    """Weigh passing, and trading each card for one nobody knows, in the workspace. [FR-23a]

    What comes instead may be any card that is unseen, and if it is bad, it can be traded
    on: so a loss counts only in part. Returns how many moves there are.
    """
    hand = s.hands[seat]
    workspace.codes[0] = busy_code(s, seat) if s.clock else PASS
    workspace.values[0] = 0.0
    n, going, coming = 1, hand, count(unseen)
    while going:
        card = lowest(going)
        going &= going - 1
        code = trade_code(s, seat, card)
        if code == PASS:
            continue
        workspace.codes[n] = code
        workspace.values[n] = gain_of_trade(workspace, hand, card, unseen) / max(coming, 1)
        n += 1
    return n


@rule
def trade_code(s: Any, seat: int, card: int) -> int:
    """How a card is traded: for what is on offer, or else by offering it; PASS if it is."""
    for other in range(s.players):
        if open_slot(s, other, 0, seat) != NO_SLOT:
            return accept_code(other, 0, card)
    return PASS if (cards_on_offer(s, seat) >> card) & 1 else offer_code(card, TO_ALL, 0)


@rule
def gain_of_trade(workspace: Any, hand: int, card: int, unseen: int) -> float:
    """What a trade of a card gains, as a sum over all that may come for it."""
    n = list_hand(workspace, 0, hand, 0)
    while unseen:
        n = list_hand(workspace, n, (hand & ~bit(card)) | (unseen & -unseen), 0)
        unseen &= unseen - 1
    estimate_values(workspace, n)
    total = 0.0
    for i in range(1, n):
        gain = workspace.points[i] - workspace.points[0]
        total += gain if gain > 0 else (1.0 - workspace.weights.again) * gain
    return total
