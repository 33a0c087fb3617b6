"""How moves of Medieval Realms are tried in worlds that may be so."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.bots.learned.guide import GameGuide, specialise_guide
from realms.kernel.rule import rule
from realms.medieval.arena.batch import settle_one
from realms.medieval.arena.batch_bots import decide_one
from realms.medieval.arena.games import LOOPS
from realms.medieval.arena.inference import RULES, is_midway, make_step, step_of
from realms.medieval.bots.players import STEWARD
from realms.medieval.rules.placement import take_back
from realms.medieval.rules.play import next_awaited
from realms.medieval.rules.redeal import redeal
from realms.medieval.rules.state import PLACING


@rule
def deal_world(
    s: Any, viewer: int, rng_state: np.uint64, beliefs: Any, thinking: Any, batch: Any
) -> None:
    """Deal the deck anew; rivals behind their screens have yet to place. [MR-8]"""
    redeal(s, batch.tables_row[0], viewer, rng_state)
    if s.phase == PLACING:
        for seat in range(s.players):
            if seat != viewer:
                take_back(s, batch.tables_row[0], seat)


def nothing_believed(s: Any) -> NDArray[np.float64]:
    """The deck alone is hidden, and nobody has a hand in it."""
    return np.zeros(1)


def left_of_turn(s: Any) -> int:
    """Others decide after every decision."""
    return 0


GUIDE = GameGuide(
    rules=specialise_guide(
        __name__,
        deal_world=deal_world,
        make_step=make_step,
        decide_one=decide_one,
        settle_one=settle_one,
        next_awaited=next_awaited,
        step_of=step_of,
        is_midway=is_midway,
        **RULES._asdict(),
    ),
    new_thinking=lambda: LOOPS.new_workspaces(1),
    rivals=STEWARD,
    left_of_turn=left_of_turn,
    beliefs=nothing_believed,
)
