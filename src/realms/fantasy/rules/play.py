"""Every move of every variant through one door: who is awaited, what is legal, play."""

from __future__ import annotations

from typing import Any

from realms.fantasy.rules import codes
from realms.fantasy.rules.chaos import (
    clock_refusal,
    play_trade,
    time_up,
    trade_moves,
    trade_refusal,
)
from realms.fantasy.rules.ending import declare_moves, declare_refusal, play_declaration
from realms.fantasy.rules.reports import GAME_OVER, NO_SUCH_MOVE, NOT_YOUR_TURN
from realms.fantasy.rules.state import DECLARED, DECLARING, ENDED, TRADING
from realms.fantasy.rules.turn import play_turn, turn_moves, turn_refusal
from realms.kernel.rule import rule

TABLE = -1
"""Who calls time: not a seat, the table itself. [FR-23]"""


@rule
def is_awaited(s: Any, seat: int) -> bool:
    """Whether a seat owes a decision. [FR-3] [FR-18] [FR-23]"""
    if s.phase == ENDED or seat < 0 or seat >= s.players:
        return False
    if s.phase == DECLARING:
        return s.pending[seat] != DECLARED
    if s.phase == TRADING and s.clock:
        return True
    return s.turn == seat


@rule
def awaited(s: Any) -> int:
    """The seats that owe a decision, as a set. [FR-3] [FR-18] [FR-23]"""
    seats = 0
    for seat in range(s.players):
        if is_awaited(s, seat):
            seats |= 1 << seat
    return seats


@rule
def next_awaited(s: Any) -> int:
    """The first seat that owes a decision, or TABLE. [FR-3]"""
    if s.phase == DECLARING or (s.phase == TRADING and s.clock):
        for seat in range(s.players):
            if is_awaited(s, seat):
                return seat
    return TABLE if s.phase == ENDED else int(s.turn)


@rule
def legal_moves(s: Any, seat: int, moves: Any, h: Any, made: Any) -> int:
    """List the legal moves of a seat in ascending order; returns how many. [FR-4]"""
    if seat == TABLE:
        if s.phase == TRADING and s.clock:
            moves[0] = codes.TIME_UP
            return 1
        return 0
    if not is_awaited(s, seat):
        return 0
    if s.phase == TRADING:
        return trade_moves(s, seat, moves)
    if s.phase == DECLARING:
        return declare_moves(s, seat, moves, h, made)
    return turn_moves(s, moves)


@rule
def refusal(s: Any, seat: int, code: int, h: Any, made: Any) -> int:
    """Why a move is not allowed; 0 if it is. [FR-4]"""
    if s.phase == ENDED:
        return GAME_OVER
    if code < 0 or code >= codes.CODES:
        return NO_SUCH_MOVE
    if seat == TABLE:
        return clock_refusal(s, code) if s.phase == TRADING else NO_SUCH_MOVE
    if s.phase == DECLARING:
        if seat >= s.players:
            return NOT_YOUR_TURN
        return declare_refusal(s, seat, code, h, made) if code >= codes.DECLARE else NO_SUCH_MOVE
    if not is_awaited(s, seat):
        return NOT_YOUR_TURN
    if s.phase == TRADING:
        return trade_refusal(s, seat, code)
    return turn_refusal(s, code) if code < codes.PASS else NO_SUCH_MOVE


@rule
def play(s: Any, seat: int, code: int, journal: Any) -> None:
    """Make a legal move. [FR-4] [FR-23]"""
    if seat == TABLE:
        time_up(s, journal)
    elif s.phase == TRADING:
        play_trade(s, seat, code, journal)
    elif s.phase == DECLARING:
        play_declaration(s, seat, code, journal)
    else:
        play_turn(s, code, journal)
