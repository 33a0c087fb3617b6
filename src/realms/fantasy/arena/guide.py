"""How moves of Fantasy Realms are tried in worlds that may be so."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.learned.guide import GameGuide, specialise_guide
from realms.fantasy.arena.batch import settle_one
from realms.fantasy.arena.batch_bots import decide_one
from realms.fantasy.arena.games import LOOPS
from realms.fantasy.arena.inference import RULES, is_midway, make_step, step_of
from realms.fantasy.bots.belief import believe, kept_at
from realms.fantasy.bots.players import GREEDY
from realms.fantasy.rules.play import next_awaited
from realms.fantasy.rules.redeal import redeal
from realms.fantasy.rules.state import TAKING
from realms.kernel.rule import rule


@rule
def deal_world(
    s: Any, viewer: int, rng_state: np.uint64, beliefs: Any, thinking: Any, batch: Any
) -> None:
    """Deal anew what a seat cannot know, hidden hands as players keep them. [FR-5]"""
    redeal(s, viewer, rng_state)
    believe(s, viewer, beliefs, thinking)


def left_of_turn(s: Any) -> int:
    """Who takes or draws a card has another to lay down, or to choose. [FR-4] [FR-21]"""
    return 1 if s.phase == TAKING else 0


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
    rivals=GREEDY,
    left_of_turn=left_of_turn,
    beliefs=kept_at,
)
