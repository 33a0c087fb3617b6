"""Steps 1 and 2: behind their screens, all players place their leaders. [MR-17] [MR-18]

A seat is ready when its last leader is placed, and may take all of them back until the last
seat is ready; then the screens come down.
"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    DECOY,
    GENERAL,
    MAYOR,
    MOST_LANDS,
    RESOURCE_COUNT,
)
from realms.medieval.rules.codes import (
    PLACE_ADMIRAL,
    PLACE_DECOY,
    PLACE_GENERAL,
    PLACE_MAYOR,
    TAKE_BACK,
)
from realms.medieval.rules.reports import (
    BESIDE_LEADERS,
    NO_LAND,
    NO_SQUARE,
    NOT_PLACED_YET,
    OUT_OF_ORDER,
    PLACED,
    ROUND_BEGAN,
    TAKEN_BACK,
    TOO_MANY,
    WRONG_STEP,
)
from realms.medieval.rules.state import ALL_READY, DECOYS, PIECE_COUNT, PLACING, bit, everybody, has


@rule
def begin_round(s: Any, tables: Any, journal: Any) -> None:
    """Screens up: everybody takes all leaders back and places them anew. [MR-17] [MR-21]"""
    note(journal, ROUND_BEGAN, s.round_now)
    s.phase = PLACING
    s.ready = 0
    for seat in range(s.players):
        take_back(s, tables, seat)
    for seat in range(s.players):
        if piece_to_place(s, seat) < 0:
            settle(s, tables, seat, journal)  # without leaders there is nothing to place


@rule
def take_back(s: Any, tables: Any, seat: int) -> None:
    """All leaders of a seat off its board, to be placed anew. [MR-21]"""
    s.ready &= ~bit(seat)
    for resource in range(RESOURCE_COUNT):
        s.zone[seat, resource] = 0
    for leader in range(3):
        s.unplaced[seat, leader] = s.leaders[seat, leader]
        for land in range(MOST_LANDS):
            s.forces[seat, leader, land] = 0
    s.unplaced[seat, DECOYS] = tables.decoys


@rule
def piece_to_place(s: Any, seat: int) -> int:
    """What a seat places next: mayors, generals, admirals, then decoys; −1 if nothing."""
    if s.unplaced[seat, MAYOR] > 0:
        return MAYOR
    if s.unplaced[seat, GENERAL] > 0:
        return GENERAL
    if s.unplaced[seat, ADMIRAL] > 0:
        return ADMIRAL
    return DECOYS if s.unplaced[seat, DECOYS] > 0 else -1


@rule
def piece_of(code: int) -> int:
    """The piece that a step places."""
    if code < PLACE_GENERAL:
        return MAYOR
    if code < PLACE_ADMIRAL:
        return GENERAL
    return ADMIRAL if code < PLACE_DECOY else DECOYS


@rule
def first_code(piece: int) -> int:
    """The first step that places a piece."""
    if piece == MAYOR:
        return PLACE_MAYOR
    if piece == GENERAL:
        return PLACE_GENERAL
    return PLACE_ADMIRAL if piece == ADMIRAL else PLACE_DECOY


@rule
def last_placed(s: Any, seat: int, piece: int) -> int:
    """The highest square or land where such a piece stands already; 0 if nowhere."""
    if piece == MAYOR:
        for resource in range(RESOURCE_COUNT - 1, 0, -1):
            if s.zone[seat, resource]:
                return resource
        return 0
    leader = DECOY if piece == DECOYS else piece
    for land in range(MOST_LANDS - 1, 0, -1):
        if s.forces[seat, leader, land]:
            return land
    return 0


@rule
def has_military(s: Any, seat: int, land: int) -> bool:
    """Whether a general or an admiral of a seat stands on a land. [MR-5]"""
    return s.forces[seat, GENERAL, land] + s.forces[seat, ADMIRAL, land] > 0


@rule
def fits(s: Any, tables: Any, seat: int, piece: int, where: int) -> bool:
    """Whether a leader may stand there at all. [MR-19] [MR-20] [MR-22]"""
    if piece == MAYOR:
        return tables.zone[where] == 1
    if not tables.lands[where]:
        return False
    return piece != DECOYS or not has_military(s, seat, where)


@rule
def placement_moves(s: Any, tables: Any, seat: int, moves: Any) -> int:
    """The steps of a seat that places; one that is ready may take all back. [MR-18]"""
    piece = piece_to_place(s, seat)
    if piece < 0:
        moves[0] = TAKE_BACK
        return 1
    n = 0
    code = first_code(piece)
    for where in range(
        last_placed(s, seat, piece), RESOURCE_COUNT if piece == MAYOR else MOST_LANDS
    ):
        if placement_refusal(s, tables, seat, code + where) == 0:
            moves[n] = code + where
            n += 1
    return n


@rule
def placement_refusal(s: Any, tables: Any, seat: int, code: int) -> int:
    """Why a step of a placement is not allowed; 0 if it is. [MR-18] to [MR-22]"""
    if code == TAKE_BACK:
        return 0 if has(s.ready, seat) else NOT_PLACED_YET
    if has(s.ready, seat):
        return WRONG_STEP
    piece = piece_of(code)
    due = piece_to_place(s, seat)
    if piece != due:
        return TOO_MANY if s.unplaced[seat, piece] <= 0 else NOT_PLACED_YET
    where = code - first_code(piece)
    if piece == MAYOR and not tables.zone[where]:
        return NO_SQUARE
    if piece != MAYOR and not tables.lands[where]:
        return NO_LAND
    if not fits(s, tables, seat, piece, where):
        return BESIDE_LEADERS
    return 0 if where >= last_placed(s, seat, piece) else OUT_OF_ORDER


@rule
def put_down(s: Any, seat: int, piece: int, where: int, number: int) -> None:
    """Put leaders on a square or a land; any number may share it. [MR-19] [MR-20]"""
    if piece == MAYOR:
        s.zone[seat, where] += number
    else:
        s.forces[seat, DECOY if piece == DECOYS else piece, where] += number
    s.unplaced[seat, piece] -= number


@rule
def place(s: Any, tables: Any, seat: int, code: int, journal: Any) -> None:
    """One step of a placement; the last of the last seat ends the step. [MR-18]"""
    if code == TAKE_BACK:
        take_back(s, tables, seat)
        note(journal, TAKEN_BACK, seat)
        settle(s, tables, seat, journal)
        return
    piece = piece_of(code)
    put_down(s, seat, piece, code - first_code(piece), 1)
    settle(s, tables, seat, journal)


@rule
def settle(s: Any, tables: Any, seat: int, journal: Any) -> None:
    """A seat with nothing left to place is ready. [MR-18]"""
    if piece_to_place(s, seat) == DECOYS and not has_free_land(s, tables, seat):
        s.unplaced[seat, DECOYS] = 0  # they stay off the map [MR-22]
    if piece_to_place(s, seat) < 0:
        s.ready |= bit(seat)
        note(journal, PLACED, seat)
        if s.ready == everybody(s):
            s.phase = ALL_READY


@rule
def has_free_land(s: Any, tables: Any, seat: int) -> bool:
    """Whether there is a land without military leaders of one's own. [MR-22]"""
    for land in range(MOST_LANDS):
        if tables.lands[land] and not has_military(s, seat, land):
            return True
    return False


@rule
def place_all(s: Any, tables: Any, seat: int, plan: Any, journal: Any) -> None:
    """A whole placement at once: so many of each piece on each square and land. [MR-18]

    The plan must be one that the steps allow; `plan[piece, where]` counts them.
    """
    for piece in range(PIECE_COUNT):
        for where in range(MOST_LANDS):
            if plan[piece, where]:
                put_down(s, seat, piece, where, plan[piece, where])
    settle(s, tables, seat, journal)
