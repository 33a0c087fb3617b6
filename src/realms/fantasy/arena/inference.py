"""How a network sees Fantasy Realms, and the learned player as a rule."""

from __future__ import annotations

from typing import Any

from realms.bots.learned.inference import GameInference, specialise_inference
from realms.fantasy.arena.actions import code_played
from realms.fantasy.arena.batch import layout, new_batch_workspace, show_one
from realms.fantasy.rules.play import play
from realms.fantasy.rules.state import STATE
from realms.kernel.rule import rule


@rule
def step_of(s: Any, path: Any, seat: int, action: int, batch: Any) -> int:
    """The move that an action completes; −1 if it needs more. [FR-23a]"""
    return code_played(s, path, seat, action, batch.starts)


@rule
def make_step(s: Any, seat: int, step: int, batch: Any) -> None:
    """Make a move."""
    play(s, seat, step, None)


@rule
def is_midway(s: Any, seat: int, begun: int) -> bool:
    """Every move is one step."""
    return False


RULES = specialise_inference(
    __name__, show_one=show_one, step_of=step_of, make_step=make_step, is_midway=is_midway
)
INFERENCE = GameInference(RULES, layout, new_batch_workspace, STATE)
