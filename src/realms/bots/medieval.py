"""Bots for Medieval Realms, as compiled rules: one whole decision at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots import BOTS
from realms.bots.medieval_desk import new_desk
from realms.bots.medieval_greedy import greedy_code, greedy_plan
from realms.bots.medieval_random import random_code, random_plan
from realms.kernel.rule import rule
from realms.medieval.book import ADMIRAL, GENERAL, MAYOR, MOST_LANDS
from realms.medieval.medieval_realms import GAME
from realms.medieval.placement import first_code
from realms.medieval.play import play, play_placement
from realms.medieval.state import DECOYS, PLACING, SORTS

RANDOM, GREEDY = range(len(BOTS))


@rule
def plan_placement(bot: int, s: Any, b: Any, seat: int, desk: Any) -> None:
    """Write the placement that a bot chooses on its desk. [MR-18]"""
    for sort in range(SORTS):
        for where in range(MOST_LANDS):
            desk.plan[sort, where] = 0
    if bot == GREEDY:
        greedy_plan(s, b, seat, desk)
    else:
        random_plan(s, b, seat, desk)


@rule
def code_chosen(bot: int, s: Any, b: Any, seat: int, desk: Any) -> int:
    """The move a bot chooses where a move is one step."""
    if bot == GREEDY:
        return greedy_code(s, b, seat, desk)
    return random_code(s, b, seat, desk)


@rule
def decide(bot: int, s: Any, b: Any, seat: int, desk: Any, journal: Any) -> None:
    """Make the whole decision that a bot chooses on the record. [MR-31]"""
    if s.phase == PLACING:
        plan_placement(bot, s, b, seat, desk)
        play_placement(s, b, seat, desk.plan, journal)
    else:
        play(s, b, seat, code_chosen(bot, s, b, seat, desk), journal)


def choose_steps(bot: int, s: Any, seat: int, word: np.uint64) -> tuple[int, ...]:
    """The move a built-in bot chooses for a seat, as the steps the rules see."""
    desk = new_desk()
    desk.chance = word
    b = GAME.book(s)
    if s.phase != PLACING:
        return (int(code_chosen(bot, s, b, seat, desk)),)
    plan_placement(bot, s, b, seat, desk)
    return tuple(
        int(first_code(sort)) + where
        for sort in (MAYOR, GENERAL, ADMIRAL, DECOYS)
        for where in range(MOST_LANDS)
        for _ in range(desk.plan[sort, where])
    )
