"""The random bot of Fantasy Realms: a kind of move by lot, then one of that kind."""

from __future__ import annotations

from typing import Any

from realms.fantasy.rules.codes import DISCARD, DRAW, TAKE, move_kind
from realms.fantasy.rules.play import legal_moves
from realms.fantasy.rules.state import DISCARDING, TAKING, left_in_deck
from realms.fantasy.rules.turn import is_building, may_discard, must_draw
from realms.kernel.bits.choice import nth
from realms.kernel.bits.sets import count
from realms.kernel.chance import below
from realms.kernel.rule import rule


@rule
def random_code(s: Any, seat: int, workspace: Any, h: Any, made: Any) -> int:
    """A kind of move at random among those possible, then any move of that kind."""
    if s.phase == TAKING:
        draws = left_in_deck(s) > (1 if is_building(s, seat) else 0)
        lying = count(s.area)
        if lying == 0 or must_draw(s):
            return DRAW
        chosen = below(workspace, 2 * lying if draws else lying)  # one half of it stands for DRAW
        return DRAW if chosen >= lying else TAKE + nth(s.area, chosen)
    if s.phase == DISCARDING:
        cards = may_discard(s, seat)
        return DISCARD + nth(cards, below(workspace, count(cards)))
    return random_listed(workspace, legal_moves(s, seat, workspace.moves, h, made))


@rule
def random_listed(workspace: Any, n: int) -> int:
    """A random kind, then a random move of that kind, of the moves listed in the workspace."""
    moves = workspace.moves
    kinds = 1
    for i in range(1, n):
        kinds += 1 if move_kind(moves[i]) != move_kind(moves[i - 1]) else 0
    chosen = below(workspace, kinds)
    start = 0
    while chosen:
        start += 1
        chosen -= 1 if move_kind(moves[start]) != move_kind(moves[start - 1]) else 0
    end = start + 1
    while end < n and move_kind(moves[end]) == move_kind(moves[start]):
        end += 1
    return moves[start + below(workspace, end - start)]
