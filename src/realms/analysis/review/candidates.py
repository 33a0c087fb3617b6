"""The moves that a decision is compared with: all where they are few, else the likely ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.analysis.review.decisions import Decision, Steps
from realms.bots import bot_named
from realms.bots.game_parts import bot_set
from realms.kernel.chance import branch
from realms.kernel.errors import RealmsError
from realms.kernel.game import Game, State

SAMPLED = 12
"""Moves that bots propose where a list is too long to be written down."""


def candidates_of(
    game: Game,
    decision: Decision,
    position: State,
    likely: dict[int, float] | None,
    most: int,
) -> list[Steps]:
    """The moves to compare, the played one first; `likely` ranks codes, the higher the better.

    `position` is a re-deal for the seat of the decision, and all that is looked at.
    """
    if game.count(position, decision.seat) is None:
        codes = [int(code) for code in game.codes(position, decision.seat)]
        if likely is not None and len(codes) > most:
            codes.sort(key=lambda code: -likely.get(code, -np.inf))
        others: list[Steps] = [(code,) for code in codes]
    else:
        others = _proposed(game, decision, position)
    listed = dict.fromkeys((decision.steps, *others))
    return list(listed)[: most + 1]


def _proposed(game: Game, decision: Decision, position: State) -> list[Steps]:
    """What bots that are rules would do, the strongest first, each by several throws of dice."""
    found: dict[Steps, None] = {}
    names = list(bot_set(game.name).numbers)[::-1] or ["random"]
    seat = decision.seat
    for attempt in range(SAMPLED):
        bot = bot_named(names[0] if attempt % 4 else names[min(1, len(names) - 1)], game.name)
        rng = np.uint64(branch(np.uint64(decision.own_number + 1), attempt))
        steps = bot.steps(game, position, seat, rng)
        found[_in_order(game, position, seat, steps)] = None
    return list(found)


def _in_order(game: Game, position: State, seat: int, steps: Sequence[int]) -> Steps:
    """Steps as the game itself writes the same move."""
    try:
        return game.encode(position, seat, game.decode(position, seat, steps))
    except RealmsError:
        return tuple(steps)


def likely_codes(
    game: Game, rules: Any, layout: Any, decision: Decision, policy: NDArray[np.float32]
) -> dict[int, float]:
    """How likely a network thinks each code of a position, by the first action that makes it."""
    found: dict[int, float] = {}
    if game.count(decision.state, decision.seat) is not None:
        return found
    for code in game.codes(decision.state, decision.seat):
        actions = rules.actions_of(layout, decision.state, decision.seat, int(code))
        if actions:
            found[int(code)] = float(policy[actions[0]])
    return found
