"""The bots of Fantasy Realms, as compiled rules and as players by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from realms.bots.advice import Advice
from realms.bots.budget import Budget
from realms.bots.game_parts import Adviser, BotSet, Player
from realms.bots.learned.guide import guided_player
from realms.bots.learned.player import learned_player
from realms.bots.tree_search import Findings, sample_place
from realms.bots.weights import weights_of
from realms.fantasy.bots.advice import advice_from
from realms.fantasy.bots.greedy import WORTH, greedy_code, measured_worth
from realms.fantasy.bots.planner import planner_code, weigh_moves
from realms.fantasy.bots.random_bot import random_code
from realms.fantasy.bots.search import SEARCH, new_search_workspace, settings
from realms.fantasy.bots.workspace import WORKSPACE, new_workspace, weigh
from realms.fantasy.fantasy_realms import GAME
from realms.fantasy.rules.state import DECLARING, TRADING
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import new_choices
from realms.kernel.game import copy_state
from realms.kernel.rule import rule

__all__ = [
    "ADVISERS",
    "NUMBERS",
    "PLAYERS",
    "WORKSPACE",
    "WORTH",
    "code_chosen",
    "measured_worth",
    "new_workspace",
    "weigh",
]

RANDOM, GREEDY, PLANNER = range(3)
USUAL = Budget(playouts=2000)
"""What the search thinks unless told otherwise."""
OF_A_TRADE = 0.5
"""A trade decides about fewer points than a turn: so much smaller are careless ones."""


@rule
def code_chosen(bot: int, s: Any, seat: int, workspace: Any, h: Any, made: Any) -> int:
    """The move a bot chooses."""
    if bot == GREEDY:
        return greedy_code(s, seat, workspace, h, made)
    if bot == PLANNER:
        return planner_code(s, seat, workspace, h, made)
    return random_code(s, seat, workspace, h, made)


def choose_steps(bot: int, s: Any, seat: int, rng_state: np.uint64) -> tuple[int, ...]:
    """The move that a bot which is a rule chooses for a seat, as the step the rules see."""
    workspace = new_workspace()
    workspace.chance = rng_state
    return (int(code_chosen(bot, s, seat, workspace, new_scoring_hand(), new_choices())),)


def player(number: int) -> Player:
    """The chooser of a bot that is a rule."""
    return lambda s, seat, rng_state, budget: choose_steps(number, s, seat, rng_state)


def plan(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> tuple[int, ...]:
    """The planner, with weights of one's own, or a little careless: `temperature=8`.

    With a temperature, in points, it draws a move by value instead of taking the best.
    """
    workspace = new_workspace()
    workspace.chance = rng_state
    if budget.weights:
        weigh(workspace, "planner", weights_of("fantasy", "planner", budget.weights))
    scoring, temperature = (new_scoring_hand(), new_choices()), carelessness(s, budget)
    if s.phase == DECLARING or not temperature:
        return (int(planner_code(s, seat, workspace, *scoring)),)
    n = int(weigh_moves(s, seat, workspace, *scoring))
    return (int(workspace.codes[sample_place(workspace.values[:n], temperature, rng_state)]),)


def carelessness(s: Any, budget: Budget) -> float:
    """The temperature of a move, 0 where a bot is none of the careless."""
    return budget.number("temperature", 0.0) * (OF_A_TRADE if s.phase == TRADING else 1.0)


def found(s: Any, seat: int, rng_state: np.uint64, budget: Budget, forced: bool) -> Findings:
    """What the search finds; a forced move it thinks about only if asked.

    The deck is put in order first: re-deals start from there, and must be the same in
    worlds that the seat cannot tell apart.
    """
    s = copy_state(s)
    s.deck[: s.cards] = np.sort(s.deck[: s.cards])
    limits = budget if budget.playouts or budget.seconds else USUAL
    threads = max(1, int(budget.number("cores", 1)))
    return SEARCH.think(
        s, seat, rng_state, limits, new_search_workspace, settings(), threads=threads, forced=forced
    )


def search(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> tuple[int, ...]:
    """The search: `search:2000`, `search:0.5s`, `cores=4`, `temperature=0.05` (of a win)."""
    if s.phase == DECLARING:
        return choose_steps(PLANNER, s, seat, rng_state)
    findings = found(s, seat, rng_state, budget, forced=False)
    temperature = carelessness(s, budget)
    place = findings.sample(temperature, rng_state) if temperature else findings.best()
    return (int(findings.moves[place]),)


def advise(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> list[Advice]:
    """The best moves by the search, with what they promise and why."""
    if s.phase == DECLARING:
        return [Advice(choose_steps(PLANNER, s, seat, rng_state))]
    return advice_from(s, seat, rng_state, found(s, seat, rng_state, budget, forced=True))


_learned = learned_player(GAME, plan)


def learn_or_plan(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> Sequence[int]:
    """The learned player; choices at scoring it leaves to the planner, as it does Chaos."""
    if s.phase == DECLARING:
        return choose_steps(PLANNER, s, seat, rng_state)
    return _learned(s, seat, rng_state, budget)


_guided = guided_player(GAME, search, plan)


def guide_or_search(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> Sequence[int]:
    """The guided player; choices at scoring it leaves to the planner, Chaos to the search."""
    if s.phase == DECLARING:
        return choose_steps(PLANNER, s, seat, rng_state)
    return _guided(s, seat, rng_state, budget)


NUMBERS = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER}
"""The bots that are rules, as compiled loops call them."""
PLAYERS: dict[str, Player] = {
    "random": player(RANDOM),
    "greedy": player(GREEDY),
    "planner": plan,
    "search": search,
    "learned": learn_or_plan,
    "guided": guide_or_search,
}
"""How each bot chooses a move, weakest first."""
ADVISERS: dict[str, Adviser] = {"planner": advise, "search": advise}
"""How a bot advises."""

PARTS = {"learned": "learned", "guided": "learned"}
"""The bots whose rules are compiled behind those of play."""

BOTS = BotSet(PLAYERS, ADVISERS, NUMBERS, weigh, PARTS)
"""All of them, as the pack of the game brings them."""
