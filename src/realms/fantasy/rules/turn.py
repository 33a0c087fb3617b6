"""A turn: take a card from the deck or the discard area, then discard one. [FR-4]

The two-player game shares it: while a hand is short, a turn only builds it. [FR-21]
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.content.tables import NOBODY
from realms.fantasy.rules.codes import DISCARD, DRAW, KEEP, TAKE
from realms.fantasy.rules.ending import finish
from realms.fantasy.rules.reports import (
    DISCARDED,
    DREW,
    DREW_TWO,
    KEPT,
    MUST_DRAW,
    NO_DECK,
    NOT_DRAWN,
    NOT_IN_AREA,
    NOT_IN_HAND,
    TAKEN_BACK,
    TOOK,
    WRONG_STEP,
)
from realms.fantasy.rules.state import (
    DISCARDING,
    DUEL,
    HAND,
    KEEPING,
    STANDARD,
    TAKING,
    TEN_DISCARDS,
    TWELVE_DISCARDS,
    bit,
    draw_card,
    hand_size,
    left_in_deck,
    next_seat,
)
from realms.kernel.bits.sets import count, lowest
from realms.kernel.journal import note
from realms.kernel.rule import rule

STALL_ROUNDS = 5
STANDARD_END = 10
DUEL_END = 12


@rule
def must_draw(s: Any) -> bool:
    """Five full rounds without a draw from the deck: the next player must. [FR-4b]"""
    stalled = s.stalled >= STALL_ROUNDS * int(s.players)
    return s.stall_guard and stalled and left_in_deck(s) > 0


@rule
def is_building(s: Any, seat: int) -> bool:
    """Whether a turn of the duel still builds up the hand. [FR-21]"""
    return s.variant == DUEL and hand_size(s, seat) < HAND


@rule
def turn_moves(s: Any, moves: Any) -> int:
    """The legal moves of the seat whose turn it is, in order. [FR-4] [FR-21]"""
    seat = int(s.turn)
    n = 0
    if s.phase == TAKING:
        if may_draw(s, seat):
            moves[n] = DRAW
            n += 1
        n = append_moves(moves, n, TAKE, may_take(s))
    elif s.phase == KEEPING:
        n = append_moves(moves, n, KEEP, may_keep(s))
    else:
        n = append_moves(moves, n, DISCARD, may_discard(s, seat))
    return n


@rule
def append_moves(moves: Any, n: int, block: int, cards: int) -> int:
    """Append a move for each card of a set."""
    while cards:
        moves[n] = block + lowest(cards)
        cards &= cards - 1
        n += 1
    return n


@rule
def may_draw(s: Any, seat: int) -> bool:
    """While the deck has a card; two for a seat that builds its hand. [FR-4] [FR-21]"""
    return left_in_deck(s) > (1 if is_building(s, seat) else 0)


@rule
def may_take(s: Any) -> int:
    """Any card of the area, but none where a draw is due. [FR-4] [FR-4b]"""
    return 0 if must_draw(s) else s.area


@rule
def may_keep(s: Any) -> int:
    """One of the two cards drawn. [FR-21]"""
    return bit(s.pair[0]) | bit(s.pair[1])


@rule
def may_discard(s: Any, seat: int) -> int:
    """Any card of the hand, but not the one just taken from the area, unless agreed. [FR-4a]"""
    if s.taken == NOBODY:
        return s.hands[seat]
    return s.hands[seat] & ~bit(s.taken)


@rule
def turn_refusal(s: Any, code: int) -> int:
    """Why the seat whose turn it is may not make a move; 0 if it may. [FR-4]

    What may be done is said by `may_draw`, `may_take`, `may_discard` and `may_keep`, as in
    the list of moves; here only why all else may not.
    """
    seat = int(s.turn)
    if code == DRAW:
        if s.phase != TAKING:
            return WRONG_STEP
        return 0 if may_draw(s, seat) else NO_DECK
    if code < DISCARD:
        if s.phase != TAKING:
            return WRONG_STEP
        if (may_take(s) >> (code - TAKE)) & 1:
            return 0
        return MUST_DRAW if (s.area >> (code - TAKE)) & 1 else NOT_IN_AREA
    if code < KEEP:
        if s.phase != DISCARDING:
            return WRONG_STEP
        if (may_discard(s, seat) >> (code - DISCARD)) & 1:
            return 0
        return TAKEN_BACK if (s.hands[seat] >> (code - DISCARD)) & 1 else NOT_IN_HAND
    if s.phase != KEEPING:
        return WRONG_STEP
    return 0 if (may_keep(s) >> (code - KEEP)) & 1 else NOT_DRAWN


@rule
def play_turn(s: Any, code: int, journal: Any) -> None:
    """Make a legal move of a turn. [FR-4] [FR-21]"""
    seat = int(s.turn)
    if code == DRAW:
        s.stalled = 0
        if is_building(s, seat):
            s.pair[0] = draw_card(s)
            s.pair[1] = draw_card(s)
            s.phase = KEEPING
            note(journal, DREW_TWO, seat, s.pair[0], s.pair[1])
            return
        card = draw_card(s)
        s.hands[seat] |= bit(card)
        s.taken = NOBODY
        s.phase = DISCARDING
        note(journal, DREW, seat, card)
    elif code < DISCARD:
        take(s, seat, code - TAKE, journal)
    elif code < KEEP:
        discard(s, seat, code - DISCARD, journal)
    else:
        keep(s, seat, code - KEEP, journal)


@rule
def take(s: Any, seat: int, card: int, journal: Any) -> None:
    """Take any card of the discard area; all see which. [FR-4] [FR-5]"""
    building = is_building(s, seat)
    s.area &= ~bit(card)
    s.hands[seat] |= bit(card)
    s.shown |= bit(card)
    s.stalled += 1
    note(journal, TOOK, seat, card)
    if building:
        end_turn(s, journal)
    else:
        s.taken = NOBODY if s.put_back else card
        s.phase = DISCARDING


@rule
def discard(s: Any, seat: int, card: int, journal: Any) -> None:
    """Discard a card into the open. [FR-4] [FR-5]"""
    s.hands[seat] &= ~bit(card)
    s.area |= bit(card)
    s.shown &= ~bit(card)
    s.taken = NOBODY
    note(journal, DISCARDED, seat, card)
    end_turn(s, journal)


@rule
def keep(s: Any, seat: int, card: int, journal: Any) -> None:
    """Keep one of the two cards drawn and discard the other. [FR-21]"""
    other = int(s.pair[0]) + int(s.pair[1]) - card
    s.hands[seat] |= bit(card)
    s.area |= bit(other)
    s.pair[0] = NOBODY
    s.pair[1] = NOBODY
    note(journal, KEPT, seat, card, other)
    end_turn(s, journal)


@rule
def end_turn(s: Any, journal: Any) -> None:
    """The game ends at once when enough cards lie in the area; else the next turn. [FR-6]"""
    lying = count(s.area)
    next_seat(s)
    s.phase = TAKING
    if s.variant == STANDARD:
        if lying >= STANDARD_END:
            finish(s, TEN_DISCARDS, journal)
    elif lying >= DUEL_END and hand_size(s, 0) >= HAND and hand_size(s, 1) >= HAND:
        finish(s, TWELVE_DISCARDS, journal)  # tested after each turn [FR-22] [FR-22a]
