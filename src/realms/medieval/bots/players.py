"""Bots for Medieval Realms, as compiled rules: one whole decision at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from realms.bots.budget import Budget
from realms.bots.game_parts import Adviser, BotSet, Player
from realms.bots.learned.guide import guided_player
from realms.bots.learned.player import learned_player
from realms.bots.tree import MOST
from realms.kernel.rule import rule
from realms.medieval.bots import advice as medieval_advice
from realms.medieval.bots import search_player as medieval_thinking
from realms.medieval.bots.candidates import list_ranks, sampled_move
from realms.medieval.bots.greedy import greedy_code, greedy_plan
from realms.medieval.bots.lands import steward_plan
from realms.medieval.bots.random_bot import random_code, random_plan
from realms.medieval.bots.search_player import steps_of_plan, weights_for
from realms.medieval.bots.steward import steward_code
from realms.medieval.bots.weights import new_weights
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.rule_tables import MOST_LANDS
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.play import play, play_placement
from realms.medieval.rules.state import PIECE_COUNT, PLACING

RANDOM, GREEDY, STEWARD = range(3)


@rule
def plan_placement(bot: int, s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """Write the placement that a bot chooses in its workspace. [MR-18]"""
    for piece in range(PIECE_COUNT):
        for where in range(MOST_LANDS):
            workspace.plan[piece, where] = 0
    if bot == STEWARD:
        steward_plan(s, tables, seat, workspace)
    elif bot == GREEDY:
        greedy_plan(s, tables, seat, workspace)
    else:
        random_plan(s, tables, seat, workspace)


@rule
def code_chosen(bot: int, s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """The move a bot chooses where a move is one step."""
    if bot == STEWARD:
        return steward_code(s, tables, seat, workspace)
    if bot == GREEDY:
        return greedy_code(s, tables, seat, workspace)
    return random_code(s, tables, seat, workspace)


@rule
def decide(bot: int, s: Any, tables: Any, seat: int, workspace: Any, journal: Any) -> None:
    """Make the whole decision that a bot chooses on the record. [MR-31]"""
    if s.phase == PLACING:
        plan_placement(bot, s, tables, seat, workspace)
        play_placement(s, tables, seat, workspace.plan, journal)
    else:
        play(s, tables, seat, code_chosen(bot, s, tables, seat, workspace), journal)


def choose_steps(bot: int, s: Any, seat: int, workspace: Any) -> tuple[int, ...]:
    """The move a bot that is a rule chooses for a seat, as the steps the rules see."""
    tables = GAME.rule_tables(s)
    if s.phase != PLACING:
        return (int(code_chosen(bot, s, tables, seat, workspace)),)
    plan_placement(bot, s, tables, seat, workspace)
    return steps_of_plan(workspace.plan)


def player(number: int) -> Player:
    """The chooser of a bot that is a rule."""

    def choose(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> Sequence[int]:
        workspace = new_workspace()
        workspace.chance = rng_state
        return choose_steps(number, s, seat, workspace)

    return choose


def choose_as_steward(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> Sequence[int]:
    """A steward's move; with a temperature, drawn by its rank.

    The temperature is in hundredths of a point: a move that much worse than the best is e
    times less likely.
    """
    workspace = new_workspace(weights_for(budget))
    workspace.chance = rng_state
    temperature = budget.number("temperature", 0)
    if temperature <= 0:
        return choose_steps(STEWARD, s, seat, workspace)
    if s.phase == PLACING:
        workspace.weights.noise[0] = min(100, int(workspace.weights.noise[0] + temperature / 4))
        workspace.weights.noise_mayor[0] += int(temperature)
        return choose_steps(STEWARD, s, seat, workspace)
    moves, ranks = np.zeros(MOST, np.int64), np.zeros(MOST, np.float64)
    n = list_ranks(s, GAME.rule_tables(s), seat, workspace, moves, ranks)
    return (int(sampled_move(workspace, moves, ranks, n, temperature)),)


def weigh(workspace: Any, bot: str, weights: Mapping[str, float]) -> None:
    """Write the weights of a bot, numbers by name, into a workspace."""
    if bot == "steward":
        workspace.weights = new_weights(weights)


NUMBERS = {"random": RANDOM, "greedy": GREEDY, "steward": STEWARD}
"""The bots that are rules, as compiled loops call them."""
PLAYERS: dict[str, Player] = {
    "random": player(RANDOM),
    "greedy": player(GREEDY),
    "steward": choose_as_steward,
    "search": medieval_thinking.choose,
    "learned": learned_player(GAME, choose_as_steward),
    "guided": guided_player(GAME, medieval_thinking.choose, choose_as_steward),
}
"""How each bot chooses a move, weakest first."""
ADVISERS: dict[str, Adviser] = {
    "search": medieval_advice.advise,
}
"""The bots that can tell more than a move."""

PARTS = {"learned": "learned", "guided": "learned"}
"""The bots whose rules are compiled behind those of play."""

BOTS = BotSet(PLAYERS, ADVISERS, NUMBERS, weigh, PARTS)
"""All of them, as the pack of the game brings them."""
