"""Whose turn it is in step 6, and what is due before it passes on. [MR-31] [MR-57]"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import AUCTION, GET, NOTHING, SQUARES
from realms.medieval.rules.codes import CHOOSE
from realms.medieval.rules.codes import GET as GET_CARD
from realms.medieval.rules.entering import MILESTONE, finish_choices, forget_first, settle_choice
from realms.medieval.rules.manor import gain
from realms.medieval.rules.reports import (
    BY_CHOICE,
    BY_MILESTONE,
    EMPTY_SQUARE,
    EXCLUDED,
    GOT,
    NOT_FOR_HAND,
    WRONG_STEP,
)
from realms.medieval.rules.state import (
    ACTING,
    CHOOSING,
    HAND,
    ROUND_OVER,
    SETTLING,
    everybody,
    has,
    holds_colour,
    to_hand,
)


@rule
def settle_up(s: Any, tables: Any) -> None:
    """After a card entered play: choices that are owed, then the next player's turn. [MR-57]"""
    while s.owes > 0 and asks_for_card(s, tables) and not can_get(s, tables, s.chooser):
        forget_first(s)  # no card of the panel fits the hand [MR-71]
    if s.owes > 0:
        s.phase = CHOOSING
        return
    finish_choices(s)
    next_turn(s)


@rule
def next_turn(s: Any) -> None:
    """The next player in turn order who has not passed; after all, the round ends. [MR-31]

    After an auction too it is the player after the activator. [MR-47]
    """
    if s.passed == everybody(s):
        s.phase = ROUND_OVER
        return
    s.phase = ACTING
    place = 0
    while s.order[place] != s.turn:
        place += 1
    for _others in range(s.players):
        place += 1
        if place == s.players:
            place = 0
        if not has(s.passed, s.order[place]):
            break
    s.turn = s.order[place]


@rule
def asks_for_card(s: Any, tables: Any) -> bool:
    """Whether the choice due now is a card of the panel. [MR-71]"""
    return s.owed[0] != MILESTONE and tables.immediate[s.source, s.owed[0] - 1, 0] == GET


@rule
def may_get(s: Any, tables: Any, seat: int, square: int) -> bool:
    """Whether the card of a square may be got: no auction card, and the hand takes it. [MR-71]"""
    card = int(s.current[square])
    if card == NOTHING or tables.type[card] == AUCTION or s.held[seat] >= HAND:
        return False
    return not holds_colour(s, tables, seat, tables.colour[card])


@rule
def can_get(s: Any, tables: Any, seat: int) -> bool:
    """Whether there is a card of the panel to get. [MR-71]"""
    for square in range(SQUARES):
        if may_get(s, tables, seat, square):
            return True
    return False


@rule
def is_excluded(s: Any, tables: Any, resource: int) -> bool:
    """Whether the choice due now leaves out a resource. [MR-68]"""
    if s.owed[0] == MILESTONE:
        return False
    return (int(tables.immediate[s.source, s.owed[0] - 1, 1]) >> resource) & 1 == 1


@rule
def choice_moves(s: Any, tables: Any, moves: Any) -> int:
    """What may be chosen now, in order. [MR-55] [MR-68] [MR-71]"""
    n = 0
    for code in range(CHOOSE, GET_CARD + SQUARES):
        if choice_refusal(s, tables, code) == 0:
            moves[n] = code
            n += 1
    return n


@rule
def choice_refusal(s: Any, tables: Any, code: int) -> int:
    """Why a choice is not allowed; 0 if it is. [MR-55] [MR-68] [MR-71]"""
    if code >= GET_CARD:
        if not asks_for_card(s, tables):
            return WRONG_STEP
        if s.current[code - GET_CARD] == NOTHING:
            return EMPTY_SQUARE
        return 0 if may_get(s, tables, s.chooser, code - GET_CARD) else NOT_FOR_HAND
    if asks_for_card(s, tables):
        return WRONG_STEP
    return EXCLUDED if is_excluded(s, tables, code - CHOOSE) else 0


@rule
def make_choice(s: Any, tables: Any, code: int, journal: Any) -> None:
    """Take what was chosen. [MR-55] [MR-57] [MR-68] [MR-71]"""
    seat = int(s.chooser)
    if code >= GET_CARD:
        card = int(s.current[code - GET_CARD])
        s.current[code - GET_CARD] = NOTHING
        to_hand(s, seat, card)
        note(journal, GOT, seat, card, code - GET_CARD)
    elif s.owed[0] == MILESTONE:
        gain(s, seat, code - CHOOSE, 1, BY_MILESTONE, NOTHING, journal)
    else:
        amount = int(tables.immediate[s.source, s.owed[0] - 1, 2])
        gain(s, seat, code - CHOOSE, amount, BY_CHOICE, s.source, journal)
    settle_choice(s)
    s.phase = SETTLING
