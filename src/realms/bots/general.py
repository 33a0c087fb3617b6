"""Bots for any game: those that a game has without bringing any of its own."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from realms.bots.advice import Advice
from realms.bots.budget import Budget
from realms.bots.game_parts import BotSet
from realms.bots.general_search import GeneralSearch, Steps
from realms.kernel.game import Game

USUAL = Budget(playouts=200)
"""What the search thinks unless told otherwise."""


def general_bots(game: Game) -> BotSet:
    """`random` and `search` for a game; neither knows anything of it but its contract."""

    def choose_at_random(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> Steps:
        return random_steps(game, s, seat, rng_state)

    def choose_by_search(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> Steps:
        search = GeneralSearch(game, s, seat, rng_state)
        if len(search.root.moves) == 1:
            return search.root.moves[0]
        findings = search.think(_asked(budget))
        return search.root.moves[findings.sample(budget.number("temperature", 0.0), rng_state)]

    def advise(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> list[Advice]:
        search = GeneralSearch(game, s, seat, rng_state)
        return advice_from(search, _asked(budget))

    players = {"random": choose_at_random, "search": choose_by_search}
    return BotSet(players, {"search": advise})


def random_steps(game: Game, state: Any, seat: int, rng_state: np.uint64) -> Steps:
    """A kind of move by lot, then one of that kind; evenly where moves are not written down."""
    chance, legal = random.Random(int(rng_state)), game.legal(state, seat)
    if not legal.are_steps:
        return game.encode(state, seat, legal[chance.randrange(len(legal))])
    kinds: dict[str, list[int]] = {}
    for code, move in zip(legal.codes, legal, strict=True):
        kinds.setdefault(type(move).__name__, []).append(code)
    return (chance.choice(kinds[chance.choice(sorted(kinds))]),)


def advice_from(search: GeneralSearch, budget: Budget) -> list[Advice]:
    """The moves that were tried with what they promise, the one visited most first."""
    found = search.think(budget)
    order = [place for place in np.lexsort((-found.values, -found.visits)) if found.visits[place]]
    return [
        Advice(
            move=search.root.moves[place],
            wins=tuple(float(won) for won in found.wins[place]),
            win_error=float(found.errors[place]),
            score=float(found.scores[place, search.viewer]),
            visits=int(found.visits[place]),
        )
        for place in order
    ]


def _asked(budget: Budget) -> Budget:
    return budget if budget.playouts or budget.seconds else USUAL
