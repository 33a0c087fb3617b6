"""The planner of Fantasy Realms: the best hand there may be, not only the best there is.

It knows the exact value of a hand with all its choices, what one more unseen card would
bring on average, how long the game still goes on, and what the next player could make of
a discard, as far as the cards they were seen to take tell.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.bots.greedy import LITTLE
from realms.fantasy.bots.hand_value import estimate_values, exact_values, list_swaps, list_turn
from realms.fantasy.bots.trades import weigh_trades
from realms.fantasy.bots.workspace import GUESSES, list_hand
from realms.fantasy.content.tables import ALL_CARDS, DECK, JESTER
from realms.fantasy.rules.codes import DISCARD, DRAW, KEEP, TAKE
from realms.fantasy.rules.ending import declare_moves
from realms.fantasy.rules.redeal import known_hand
from realms.fantasy.rules.state import DECLARING, DUEL, HAND, TRADING, bit
from realms.fantasy.rules.turn import DUEL_END, STANDARD_END, is_building
from realms.kernel.bits.choice import nth
from realms.kernel.bits.sets import count, lowest
from realms.kernel.chance import below
from realms.kernel.rule import rule

WEIGHED = 6
"""Moves that are thought through; the others are too far behind already."""


@rule
def planner_code(s: Any, seat: int, workspace: Any, h: Any, made: Any) -> int:
    """The move that promises most."""
    if s.phase == DECLARING:
        declare_moves(s, seat, workspace.moves, h, made)
        return workspace.moves[0]
    n = weigh_moves(s, seat, workspace, h, made)
    best = 0
    for i in range(n):
        if workspace.values[i] > workspace.values[best]:
            best = i
    return workspace.codes[best]


@rule
def weigh_moves(s: Any, seat: int, workspace: Any, h: Any, made: Any) -> int:
    """Weigh the moves of a turn, in the workspace; returns how many there are."""
    if s.phase == TRADING:
        return weigh_trades(s, seat, workspace, unseen_cards(s, seat))
    n = best_ends(s, seat, workspace, h, made)
    if n > 1:
        if is_building(s, seat):
            build(workspace)
        else:
            look_ahead(s, seat, workspace, n)
    return n


@rule
def best_ends(s: Any, seat: int, workspace: Any, h: Any, made: Any) -> int:
    """List the moves of a turn with the best hand each leads to; returns how many.

    A card to take leads to several hands, by what goes for it. Inside the tree of a search
    a glance has to do.
    """
    listed = list_turn(s, seat, workspace)
    if workspace.inside:
        estimate_values(workspace, listed)
    else:
        exact_values(workspace, listed, s.area, h, made)
    n = 0
    for i in range(listed):
        if n and workspace.codes[n - 1] == workspace.moves[i]:
            if workspace.points[i] <= workspace.values[n - 1]:
                continue
        else:
            n += 1
        workspace.codes[n - 1] = workspace.moves[i]
        workspace.ends[n - 1] = workspace.hands[i]
        workspace.values[n - 1] = workspace.points[i]
    return n


@rule
def build(workspace: Any) -> None:
    """While a hand is short, two new cards to choose from promise more than little. [FR-21]"""
    if workspace.codes[0] == DRAW:
        workspace.values[0] += 2 * LITTLE


@rule
def look_ahead(s: Any, seat: int, workspace: Any, n: int) -> None:
    """Add to the values of the best moves what they promise, and what they give away."""
    unseen = unseen_cards(s, seat)
    discarding = workspace.codes[0] >= DISCARD and workspace.codes[0] < KEEP
    end = DUEL_END if s.variant == DUEL else STANDARD_END
    lying = count(s.area) + (1 if discarding else 0)
    hope = workspace.weights.hope + workspace.weights.early * (end - lying) / end
    over = lying >= end
    if discarding and not over:
        guess(s, seat, workspace, unseen)
    bar = worth_weighing(workspace, n)
    for i in range(n):
        code = workspace.codes[i]
        if code == DRAW:
            more = hope if lying + 1 < end else 0.0
            gain = expected_gain(workspace, workspace.ends[i], unseen)
            workspace.values[i] += (workspace.weights.draw + more) * gain
        elif workspace.values[i] >= bar and not over:
            workspace.values[i] += hope * expected_gain(workspace, workspace.ends[i], unseen)
            if discarding:
                workspace.values[i] -= workspace.weights.denial * threat(workspace, code - DISCARD)


@rule
def worth_weighing(workspace: Any, n: int) -> float:
    """The value of the last move that is thought through."""
    bar = 1e9
    for _move in range(min(n, WEIGHED)):
        below_bar = -1e9
        for i in range(n):
            if below_bar < workspace.values[i] < bar:
                below_bar = workspace.values[i]
        bar = below_bar
    return bar


@rule
def unseen_cards(s: Any, seat: int) -> int:
    """The cards of which a seat knows no place. [FR-5]"""
    known = s.area
    for other in range(s.players):
        known |= known_hand(s, other, seat)
    return (ALL_CARDS if s.cards == DECK else ALL_CARDS & ~bit(JESTER)) & ~known


@rule
def expected_gain(workspace: Any, hand: int, unseen: int) -> float:
    """What the best swap for one more card adds to a hand, on average over the unseen."""
    n = list_hand(workspace, 0, hand, 0)
    left = unseen
    while left:
        n = list_swaps(workspace, n, hand, lowest(left), 0)
        left &= left - 1
    estimate_values(workspace, n)
    total, size = 0, count(hand)
    for first in range(1, n, size):
        gain = 0
        for i in range(first, first + size):
            gain = max(gain, workspace.points[i] - workspace.points[0])
        total += gain
    return total / max(count(unseen), 1)


@rule
def guess(s: Any, seat: int, workspace: Any, unseen: int) -> None:
    """Hands the next player may hold, with the cards they were seen to take. [FR-5]"""
    following = seat + 1 if seat + 1 < s.players else 0
    known = known_hand(s, following, seat)
    size = min(count(s.hands[following]), HAND)
    for number in range(GUESSES):
        hand, left = known, unseen
        for _card in range(size - count(known)):
            card = bit(nth(left, below(workspace, count(left))))
            hand |= card
            left &= ~card
        workspace.guesses[number] = hand
        n = list_hand(workspace, 0, hand, 0)
        lying = s.area
        while lying:
            n = list_swaps(workspace, n, hand, lowest(lying), TAKE)
            lying &= lying - 1
        workspace.bases[number] = workspace.points[estimate_values(workspace, n)]


@rule
def threat(workspace: Any, card: int) -> float:
    """What a card laid down adds to what the next player can make already, on average."""
    total = 0
    for number in range(GUESSES):
        n = list_swaps(workspace, 0, workspace.guesses[number] & ~bit(card), card, 0)
        total += max(0, workspace.points[estimate_values(workspace, n)] - workspace.bases[number])
    return total / GUESSES
