"""Bots of Fantasy Realms on the other seats of a batch, compiled with it."""

from __future__ import annotations

from typing import Any

from realms.arena.batches import bot_rules
from realms.fantasy.arena.batch import LOOPS, settle_one, show_one
from realms.fantasy.bots.players import code_chosen
from realms.fantasy.rules.play import next_awaited, play
from realms.kernel.compiled.specialisation import specialise
from realms.kernel.rule import rule


@rule
def decide_one(bot: int, s: Any, seat: int, thinking: Any, w: Any) -> None:
    """Play the move that a bot chooses for a seat. [FR-4]"""
    play(s, seat, code_chosen(bot, s, seat, thinking, w.hand, w.choices), None)


LOOP = specialise(
    bot_rules,
    __name__,
    "bots",
    decide_one=decide_one,
    settle_one=settle_one,
    show_one=show_one,
    next_awaited=next_awaited,
    deal_row=LOOPS.deal_row,
)["let_bots_play"]
