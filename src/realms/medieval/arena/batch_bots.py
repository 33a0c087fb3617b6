"""Bots of Medieval Realms on the other seats of a batch, compiled with it."""

from __future__ import annotations

from typing import Any

from realms.arena.batches import bot_rules
from realms.kernel.compiled.specialisation import specialise
from realms.kernel.rule import rule
from realms.medieval.arena.batch import LOOPS, settle_one, show_one
from realms.medieval.bots.players import decide
from realms.medieval.rules.play import next_awaited


@rule
def decide_one(bot: int, s: Any, seat: int, thinking: Any, w: Any) -> None:
    """Make the whole decision that a bot chooses for a seat. [MR-31]"""
    decide(bot, s, w.tables_row[0], seat, thinking, None)


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
