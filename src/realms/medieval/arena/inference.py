"""How a network sees Medieval Realms, and the learned player as a rule."""

from __future__ import annotations

from typing import Any

from realms.bots.learned.inference import GameInference, specialise_inference
from realms.kernel.rule import rule
from realms.medieval.arena.actions import code_played
from realms.medieval.arena.batch import layout, new_batch_workspace, show_one
from realms.medieval.rules.play import play
from realms.medieval.rules.state import PLACING, STATE, has


@rule
def step_of(s: Any, path: Any, seat: int, action: int, batch: Any) -> int:
    """The step that an action completes; −1 if it needs more. [MR-44]"""
    return code_played(s, batch.tables_row[0], path, action)


@rule
def make_step(s: Any, seat: int, step: int, batch: Any) -> None:
    """Make a step."""
    play(s, batch.tables_row[0], seat, step, None)


@rule
def is_midway(s: Any, seat: int, begun: int) -> bool:
    """A placement goes on until the last leader is placed. [MR-18]"""
    return begun == PLACING and s.phase == PLACING and not has(s.ready, seat)


RULES = specialise_inference(
    __name__, show_one=show_one, step_of=step_of, make_step=make_step, is_midway=is_midway
)
INFERENCE = GameInference(RULES, layout, new_batch_workspace, STATE)
