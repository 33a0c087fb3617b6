"""The actions of Fantasy Realms: moves as numbers of one small table.

A turn is an action as the rules number it. In Chaos an offer would have tens of thousands
of forms, so it is made in three actions, a card, a partner and a wish, and an answer in
two; the path of a move that is not whole yet is kept beside the state.
"""

from __future__ import annotations

from typing import Any

from realms.arena.batches.arrays import mark
from realms.arena.batches.layout import ActionBlock, Layout, blocks_of, starts_of
from realms.fantasy.content.tables import DECK, SUIT_COUNT
from realms.fantasy.interface.options import FantasyOptions
from realms.fantasy.rules.chaos import NO_SLOT, may_offer, open_slot
from realms.fantasy.rules.codes import (
    ACCEPT,
    DECLARE,
    DECLARE_CARD,
    OFFER,
    PASS,
    TO_ALL,
    WISHES,
    WITHDRAW,
    accept_code,
    offer_code,
)
from realms.fantasy.rules.ending import declare_moves
from realms.fantasy.rules.play import is_awaited
from realms.fantasy.rules.state import DECLARING, SLOTS, TRADING
from realms.fantasy.rules.turn import turn_moves
from realms.kernel.game import State
from realms.kernel.rule import rule

(A_DRAW, A_TAKE, A_DISCARD, A_KEEP, A_PASS, A_OFFER, A_PARTNER, A_WISH) = range(8)
(A_ACCEPT, A_GIVE, A_WITHDRAW, A_BEST, A_STAY, A_CARD, A_SUIT) = range(8, 15)
NAMES = (
    *("draw", "take", "discard", "keep", "pass", "offer", "partner", "wish"),
    *("accept", "give", "withdraw", "best", "stay", "declare_card", "declare_suit"),
)
"""The blocks in the order of their numbers; a table has those that its variant needs."""

NEW, OFFERED, PARTNERED, ANSWERING = range(4)
"""How far the path of a move has come: `path[0]`."""


def blocks(options: FantasyOptions) -> tuple[ActionBlock, ...]:
    """The blocks of a table: what its variant and its options ask for."""
    chaos, players = options.variant == "chaos", options.players
    turn = 0 if chaos else 1
    keep = DECK if options.variant == "duel" else 0
    trade = (1, DECK, players, WISHES, (players - 1) * SLOTS, DECK, SLOTS) if chaos else (0,) * 7
    declare = (1, 1, DECK, SUIT_COUNT) if options.declare else (0,) * 4
    sizes = (turn, turn * DECK, turn * DECK, keep, *trade, *declare)
    return blocks_of(zip(NAMES, sizes, strict=True))


@rule
def mark_legal(
    s: Any, path: Any, seat: int, starts: Any, mask: Any, moves: Any, h: Any, made: Any
) -> None:
    """Mark the actions that a seat may play now; none where it owes no decision. [FR-4]"""
    mask[:] = False
    if not is_awaited(s, seat):
        return
    if s.phase == TRADING:
        mark_trade(s, path, seat, starts, mask)
    elif s.phase == DECLARING:
        for place in range(declare_moves(s, seat, moves, h, made)):
            mask[starts[A_BEST] + moves[place] - DECLARE] = True
    else:
        for place in range(turn_moves(s, moves)):
            mask[moves[place]] = True


@rule
def mark_trade(s: Any, path: Any, seat: int, starts: Any, mask: Any) -> None:
    """Mark what may come next of a move while trading. [FR-23a] [FR-25]"""
    if path[0] == OFFERED:
        for partner in range(s.players):
            mask[starts[A_PARTNER] + partner] = True
    elif path[0] == PARTNERED:
        for wish in range(WISHES):
            mask[starts[A_WISH] + wish] = True
    elif path[0] == ANSWERING:
        mark(mask, starts[A_GIVE], s.hands[seat], DECK)
    else:
        mask[starts[A_PASS]] = True
        mark(mask, starts[A_OFFER], may_offer(s, seat), DECK)
        for away in range(1, s.players):
            number = 0
            while open_slot(s, seat_away(s, seat, away), number, seat) != NO_SLOT:
                mask[starts[A_ACCEPT] + (away - 1) * SLOTS + number] = True
                number += 1
        for slot in range(SLOTS):
            mask[starts[A_WITHDRAW] + slot] = s.offers[seat, slot] != 0


@rule
def seat_away(s: Any, seat: int, away: int) -> int:
    """The seat that sits so many places clockwise from another."""
    return (seat + away) % int(s.players)


@rule
def code_played(s: Any, path: Any, seat: int, action: int, starts: Any) -> int:
    """The move that a legal action completes, as the rules number it; −1 if it needs more."""
    if starts[A_PASS] < 0 and (starts[A_BEST] < 0 or action < starts[A_BEST]):
        return action
    if starts[A_BEST] >= 0 and action >= starts[A_BEST]:
        return DECLARE + action - int(starts[A_BEST])
    if action == starts[A_PASS]:
        return PASS
    if action >= starts[A_WITHDRAW]:
        return WITHDRAW + action - int(starts[A_WITHDRAW])
    return traded(s, path, seat, action, starts)


@rule
def traded(s: Any, path: Any, seat: int, action: int, starts: Any) -> int:
    """Go on with an offer or an answer; the move once it is whole, else −1. [FR-23a]"""
    if action < starts[A_PARTNER]:
        path[0] = OFFERED
        path[1] = action - starts[A_OFFER]
        return -1
    if action < starts[A_WISH]:
        away = action - starts[A_PARTNER]
        path[0] = PARTNERED
        path[2] = TO_ALL if away == 0 else seat_away(s, seat, away)
        return -1
    if action < starts[A_ACCEPT]:
        return offer_code(int(path[1]), int(path[2]), action - starts[A_WISH])
    if action < starts[A_GIVE]:
        number = action - starts[A_ACCEPT]
        path[0] = ANSWERING
        path[1] = seat_away(s, seat, 1 + number // SLOTS)
        path[2] = number % SLOTS
        return -1
    return accept_code(int(path[1]), int(path[2]), action - starts[A_GIVE])


def code_of(layout: Layout, state: State, path: Any, seat: int, action: int) -> int:
    """The move that a legal action completes, as the rules number it; −1 if it needs more."""
    return int(code_played(state, path, seat, action, starts_of(layout.actions, NAMES)))


def actions_of(layout: Layout, state: State, seat: int, code: int) -> tuple[int, ...]:
    """The actions that make a move which the rules number: one, or those of a trade. [FR-23a]"""
    starts = starts_of(layout.actions, NAMES).tolist()
    if code >= DECLARE:
        return (starts[A_BEST] + code - DECLARE,)
    if code >= WITHDRAW:
        return (starts[A_WITHDRAW] + code - WITHDRAW,)
    if code >= ACCEPT:
        offer, card = divmod(code - ACCEPT, DECK)
        away = (offer // SLOTS - seat) % int(state.players)
        answered = starts[A_ACCEPT] + (away - 1) * SLOTS + offer % SLOTS
        return (answered, starts[A_GIVE] + card)
    if code >= OFFER:
        offer, wish = divmod(code - OFFER, WISHES)
        card, to = divmod(offer, 8)
        away = 0 if to == TO_ALL else (to - seat) % int(state.players)
        return (starts[A_OFFER] + card, starts[A_PARTNER] + away, starts[A_WISH] + wish)
    return (starts[A_PASS] if code == PASS else code,)


assert DECLARE_CARD == 2  # best, stay, then cards and suits, as the blocks have them
