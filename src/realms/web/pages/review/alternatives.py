"""The moves that may be played out at a moment: what is asked for, and what can be."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from realms.analysis.review.candidates import candidates_of
from realms.analysis.review.decisions import Decision
from realms.analysis.what_if import GAMES, MomentAsked, WhatIf, play_out_moves
from realms.arena.game_parts import BringsBatchBots
from realms.kernel.capabilities import HasSharedClock
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.game import copy_state
from realms.kernel.packs import packs
from realms.tables.terms import refuse
from realms.web.pages.replay.replay import Replay

MOST_LISTED = 60
"""Moves that are offered, at most."""
FEW_GAMES, MANY_GAMES = 40, 2000
"""Games of a move where no compiled rules play them, and where somebody wants to know closely."""


class AlternativesAsked(Struct, frozen=True):
    """A moment, and the moves of its seat that are to be played out."""

    at: int
    """The moves before it."""
    moves: tuple[Any, ...]
    is_close: bool = False


def asked_moment(replay: Replay, at: int) -> MomentAsked:
    """The moment after so many moves; refuses one at which nobody chooses."""
    game, state = replay.game, replay.states[at]
    is_timed = isinstance(game, HasSharedClock) and game.needs_clock(replay.options)
    awaited = game.awaiting(state)
    if is_timed:
        raise Unreadable("review/unattended")
    if not awaited:
        raise refuse("practice_over")
    seat = replay.moves[at].seat if at < replay.last else awaited[0]
    if seat is None:
        raise Unreadable("what_if/nobody", n=at)
    own_number = sum(played.seat == seat for played in replay.moves[:at])
    return MomentAsked(state, at, seat, own_number)


def offered_moves(replay: Replay, moment: MomentAsked) -> list[Any]:
    """The moves that are offered: all, or those that bots propose where there are too many."""
    game, seat = replay.game, moment.seat
    if game.count(moment.state, seat) is None:
        codes = [int(code) for code in game.codes(moment.state, seat)][:MOST_LISTED]
        return [game.decode(moment.state, seat, (code,)) for code in codes]
    position = copy_state(moment.state)
    game.redeal_in_place(position, seat, np.uint64(rng_state_from("what if")))
    steps = tuple(game.encode(moment.state, seat, _first_move(replay, moment)))
    decision = Decision(moment.at + 1, seat, moment.state, None, steps, moment.own_number)
    listed = candidates_of(game, decision, position, None, MOST_LISTED)
    return [game.decode(position, seat, one) for one in listed]


def _first_move(replay: Replay, moment: MomentAsked) -> Any:
    """The move that was made, or any."""
    if moment.at < replay.last:
        return replay.moves[moment.at].move
    return next(iter(replay.game.legal(moment.state, moment.seat)))


def read_alternative(replay: Replay, text: str) -> Any:
    """A move as a record has it."""
    move = replay.game.read_move(" ".join(text.split())[:200], replay.names)
    if move is None:
        raise Unreadable("what_if/hidden")
    return move


def written_alternative(replay: Replay, move: Any) -> str:
    """A move as a record has it."""
    return str(replay.game.write_move(move, replay.names))


def games_for(replay: Replay, is_close: bool) -> int:
    """How many games each move is played out in."""
    if not isinstance(packs().get(replay.game.name), BringsBatchBots):
        return FEW_GAMES
    return MANY_GAMES if is_close else GAMES


def work_out_alternatives(replay: Replay, asked: AlternativesAsked) -> WhatIf | RealmsError:
    """Play the moves out, the one that was made before all others; an error as a value."""
    moment = asked_moment(replay, asked.at)
    moves = [replay.moves[asked.at].move] if asked.at < replay.last else []
    for move in asked.moves:
        if move not in moves:
            moves.append(move)
    games = games_for(replay, asked.is_close)
    try:
        return play_out_moves(replay.game, replay.options, moment, moves, games)
    except RealmsError as error:
        return error
