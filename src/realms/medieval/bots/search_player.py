"""How the search of Medieval Realms is asked: budgets, weights and estimates, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from realms.bots.budget import Budget
from realms.bots.levels import data_of
from realms.bots.tree import new_settings
from realms.bots.tree_search import Findings
from realms.bots.weights import weights_of
from realms.medieval.bots.estimate import FEATURES
from realms.medieval.bots.search import LEFT, SEARCH, TRAY
from realms.medieval.bots.weights import new_weights, our_weights
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.rule_tables import ADMIRAL, GENERAL, MAYOR, MOST_LANDS
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.placement import first_code
from realms.medieval.rules.state import DECOYS, PLACING

PLAYOUTS = 2000
"""Playouts where no budget is told."""
NODES = 1 << 15
"""Nodes of a tree: inside one round few are needed."""


class SearchResult:
    """What came of thinking: findings, and the placements that moves stand for."""

    def __init__(self, s: Any, findings: Findings, tray: Any) -> None:
        self.findings = findings
        self._placing = s.phase == PLACING
        self._plans = tray.plans

    def steps(self, place: int) -> tuple[int, ...]:
        """A move of the findings as the steps the rules see."""
        move = int(self.findings.moves[place])
        return steps_of_plan(self._plans[move]) if self._placing else (move,)


def think(
    s: Any, seat: int, rng_state: np.uint64, budget: Budget, forced: bool = True
) -> SearchResult:
    """Search a position for a seat; a move without alternative only if `forced`."""
    tables, defaults = GAME.rule_tables(s), data_of("medieval")["search"]
    weights = weights_for(budget)
    trays: list[Any] = []

    def new_workspaces() -> tuple[Any, Any, Any]:
        tray = new_tray(s, budget)
        trays.append(tray)
        workspace = new_workspace(weights)
        workspace.chance = rng_state  # every tree samples the same placements
        return tables, workspace, tray

    settings = new_settings(
        **{name: budget.number(name, defaults[name]) for name in ("exploration", "deepest")}
    )
    counted = budget.playouts or (0 if budget.seconds else PLAYOUTS)
    findings = SEARCH.think(
        s,
        seat,
        rng_state,
        Budget(counted, budget.seconds),
        new_workspaces,
        settings,
        threads=int(budget.number("cores", 1)),
        nodes=NODES,
        forced=forced,
    )
    return SearchResult(s, findings, trays[0])


def choose(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> Sequence[int]:
    """The move that a search chooses; drawn by value where a temperature is told."""
    search = think(s, seat, rng_state, budget, forced=False)
    place = search.findings.sample(budget.number("temperature", 0), rng_state)
    return search.steps(place)


def steps_of_plan(plan: Any) -> tuple[int, ...]:
    """A placement as the steps the rules see."""
    return tuple(
        int(first_code(piece)) + where
        for piece in (MAYOR, GENERAL, ADMIRAL, DECOYS)
        for where in range(MOST_LANDS)
        for _ in range(plan[piece, where])
    )


def new_tray(s: Any, budget: Budget) -> Any:
    """A tray with what a search knows beforehand."""
    defaults = data_of("medieval")["search"]
    tray = np.zeros(1, TRAY)[0]
    tray.most = int(budget.number("placements", defaults["placements"]))
    tray.begun = s.round_now
    tray.horizon = int(budget.number("rounds", defaults["rounds"]))
    tray.margin = defaults["margin"]
    estimate, doubt = estimates(int(s.players))
    tray.estimate[:] = estimate
    tray.doubt[:] = doubt
    return tray


@cache
def estimates(players: int) -> tuple[Any, Any]:
    """The coefficients of the estimate, a row for each number of rounds left, and its doubt."""
    fitted = data_of("medieval")["estimate"][str(players)]
    rows, doubt = np.zeros((LEFT, FEATURES)), np.full(LEFT, fitted["doubt"][-1], np.float64)
    for left in range(1, LEFT):
        rows[left] = fitted["left"][min(left, len(fitted["left"])) - 1]
    doubt[: len(fitted["doubt"])] = fitted["doubt"]
    return rows, doubt


def weights_for(budget: Budget) -> Any:
    """The weights of the steward inside: of the file that the budget names, or ours."""
    return weights_in(budget.weights) if budget.weights else our_weights()


@cache
def weights_in(file: str) -> Any:
    """The weights of a data file."""
    return new_weights(weights_of("medieval", "steward", file))
