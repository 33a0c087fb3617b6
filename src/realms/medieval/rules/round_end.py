"""Step 7: the end of the round, and of the game. [MR-51] to [MR-54] [MR-74]"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import FUTURE, NOTHING, SQUARES
from realms.medieval.rules.reports import DRAWN, FINISHED, SWEPT
from realms.medieval.rules.state import ENDED, ROUND_BEGINS, discard, draw_card


@rule
def end_round(s: Any, tables: Any, journal: Any) -> None:
    """Clear, slide and refill the panels, and advance the round token; or end. [MR-53] [MR-74]"""
    if s.round_now >= tables.rounds:
        s.phase = ENDED
        note(journal, FINISHED, s.round_now)
        return
    sweep(s, tables, journal)
    refill(s, journal)
    s.round_now += 1
    s.phase = ROUND_BEGINS


@rule
def sweep(s: Any, tables: Any, journal: Any) -> None:
    """Discard the cards of the first squares, as many squares as the table asks. [MR-51]"""
    for square in range(tables.swept):
        if s.current[square] != NOTHING:
            discard(s, s.current[square])
            note(journal, SWEPT, s.current[square], square)
            s.current[square] = NOTHING


@rule
def refill(s: Any, journal: Any) -> None:
    """Cards slide to the lowest squares; future cards follow, then the deck's. [MR-52]"""
    filled = slide(s.current, 0, SQUARES)
    taken = 0
    while filled < SQUARES and taken < FUTURE and s.coming[taken] != NOTHING:
        s.current[filled] = s.coming[taken]
        s.coming[taken] = NOTHING
        filled += 1
        taken += 1
    while filled < SQUARES:
        s.current[filled] = revealed(s, filled, journal)
        filled += 1
    waiting = slide(s.coming, 0, FUTURE)
    while waiting < FUTURE:
        s.coming[waiting] = revealed(s, SQUARES + waiting, journal)
        waiting += 1


@rule
def revealed(s: Any, square: int, journal: Any) -> int:
    """The next card of the deck, if there is one; all see it. [MR-8] [MR-54]"""
    card = draw_card(s)
    if card != NOTHING:
        note(journal, DRAWN, card, square)
    return card


@rule
def slide(panel: Any, filled: int, squares: int) -> int:
    """Close the gaps of a panel, keeping the order; returns how many cards it has. [MR-52]"""
    for square in range(squares):
        if panel[square] != NOTHING:
            card = panel[square]
            panel[square] = NOTHING
            panel[filled] = card
            filled += 1
    return filled
