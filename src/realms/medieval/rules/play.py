"""Every move through one door: who is awaited, what is legal, play. [MR-16]"""

from __future__ import annotations

from typing import Any

from realms.kernel.bits.sets import lowest
from realms.kernel.rule import rule
from realms.medieval.rules.actions import act, action_moves, action_refusal
from realms.medieval.rules.auction import answer_bid, bid_moves, bid_refusal, close
from realms.medieval.rules.codes import ACTIVATE, BID, CHOOSE, CODES, TAKE_BACK
from realms.medieval.rules.entering import enter_play
from realms.medieval.rules.income import screens_down
from realms.medieval.rules.placement import (
    begin_round,
    place,
    place_all,
    placement_moves,
    placement_refusal,
)
from realms.medieval.rules.reports import (
    GAME_OVER,
    MUST_BID_OR_PASS,
    MUST_CHOOSE,
    NO_SUCH_MOVE,
    NOT_ASKED,
    NOT_ASKED_TO_BID,
    NOT_YOUR_TURN,
    TOO_MANY,
    WRONG_STEP,
)
from realms.medieval.rules.round_end import end_round
from realms.medieval.rules.setup import draft, draft_moves, draft_refusal
from realms.medieval.rules.state import (
    ACTING,
    ALL_READY,
    BIDDING,
    CHOOSING,
    DRAFTING,
    ENDED,
    ENTERING,
    PLACING,
    ROUND_OVER,
    SETTLING,
    SOLD,
    bit,
    everybody,
    has,
)
from realms.medieval.rules.turn import choice_moves, choice_refusal, make_choice, settle_up

NOBODY = -1


@rule
def awaited(s: Any) -> int:
    """The seats that owe a decision, as a set; while leaders are placed, several do.

    [MR-18] [MR-31] [MR-45] [MR-57]
    """
    if s.phase == PLACING:
        return everybody(s) & ~int(s.ready)
    if s.phase == BIDDING:
        return bit(s.asked)
    if s.phase == CHOOSING:
        return bit(s.chooser)
    return 0 if s.phase == ENDED else bit(s.turn)


@rule
def next_awaited(s: Any) -> int:
    """The first seat that owes a decision, or NOBODY."""
    seats = awaited(s)
    return lowest(seats) if seats else NOBODY


@rule
def legal_moves(s: Any, tables: Any, seat: int, moves: Any) -> int:
    """List the legal moves, or steps, of a seat in ascending order; returns how many. [MR-31]"""
    if s.phase == PLACING:
        return placement_moves(s, tables, seat, moves) if 0 <= seat < s.players else 0
    if seat < 0 or not has(awaited(s), seat):
        return 0
    if s.phase == ACTING:
        return action_moves(s, tables, moves)
    if s.phase == BIDDING:
        return bid_moves(s, tables, moves)
    if s.phase == CHOOSING:
        return choice_moves(s, tables, moves)
    return draft_moves(s, moves)


@rule
def refusal(s: Any, tables: Any, seat: int, code: int) -> int:
    """Why a move, or a step, is not allowed; 0 if it is. [MR-16] [MR-31]"""
    if s.phase == ENDED:
        return GAME_OVER
    if code < 0 or code >= CODES or seat < 0 or seat >= s.players:
        return NO_SUCH_MOVE
    if code < TAKE_BACK:
        return draft_refusal(s, seat, code) if s.phase == DRAFTING else WRONG_STEP
    if code < ACTIVATE:
        return placement_refusal(s, tables, seat, code) if s.phase == PLACING else WRONG_STEP
    if s.phase <= PLACING:
        return WRONG_STEP
    if s.phase == CHOOSING:
        if seat != s.chooser:
            return NOT_ASKED
        return choice_refusal(s, tables, code) if code >= CHOOSE else MUST_CHOOSE
    if code >= CHOOSE:
        return NOT_ASKED
    if s.phase == BIDDING:
        if seat != s.asked:
            return NOT_ASKED_TO_BID
        return bid_refusal(s, tables, code) if code >= BID else MUST_BID_OR_PASS
    if code >= BID:
        return NOT_ASKED_TO_BID
    return action_refusal(s, tables, code) if seat == s.turn else NOT_YOUR_TURN


@rule
def play(s: Any, tables: Any, seat: int, code: int, journal: Any) -> None:
    """Make a legal move, or a step of one, and all that follows. [MR-16]"""
    make_move(s, tables, seat, code, journal)
    carry_on(s, tables, journal)


@rule
def make_move(s: Any, tables: Any, seat: int, code: int, journal: Any) -> None:
    """Make a legal move, or a step of one; what follows is only noted. [MR-16]"""
    if s.phase == ACTING:
        act(s, tables, code, journal)
    elif s.phase == PLACING:
        place(s, tables, seat, code, journal)
    elif s.phase == BIDDING:
        answer_bid(s, tables, code, journal)
    elif s.phase == CHOOSING:
        make_choice(s, tables, code, journal)
    else:
        draft(s, seat, code, journal)


@rule
def play_placement(s: Any, tables: Any, seat: int, plan: Any, journal: Any) -> None:
    """Make a whole placement at once; `plan[piece, where]` counts the leaders. [MR-18]"""
    place_all(s, tables, seat, plan, journal)
    carry_on(s, tables, journal)


@rule
def carry_on(s: Any, tables: Any, journal: Any) -> None:
    """All that follows by itself, until somebody owes a decision or the game ends. [MR-16]"""
    while s.phase > ENDED:
        follow(s, tables, journal)


@rule
def follow(s: Any, tables: Any, journal: Any) -> None:
    """The next thing that follows by itself. [MR-16]"""
    if s.phase == SOLD:
        close(s, tables, journal)
    elif s.phase == ENTERING:
        enter_play(s, tables, journal)
    elif s.phase == SETTLING:
        settle_up(s, tables)
    elif s.phase == ALL_READY:
        screens_down(s, tables, journal)
    elif s.phase == ROUND_OVER:
        end_round(s, tables, journal)
    else:
        begin_round(s, tables, journal)


@rule
def attempt(s: Any, tables: Any, seat: int, steps: Any, journal: Any) -> int:
    """Make all steps of a move, or as many as are allowed; why the next is not, or 0."""
    for step in range(len(steps)):
        reason = refusal(s, tables, seat, steps[step])
        if reason == WRONG_STEP and step > 0:
            return TOO_MANY  # all leaders stand already [MR-21]
        if reason:
            return reason
        play(s, tables, seat, steps[step], journal)
    return 0
