"""What a bot is, and the bots that the games bring."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from msgspec import structs

from realms.bots.advice import Advice
from realms.bots.budget import Budget
from realms.bots.game_parts import bot_set
from realms.kernel.chance import branch, rng_state_from
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game, State


@runtime_checkable
class Bot(Protocol):
    """A player that is a program; more than `choose` it need not have."""

    name: str

    def choose(self, game: Game, position: State, seat: int, seed: str) -> Any:
        """A move for a seat, from a re-deal of the game for that seat."""


class BuiltIn:
    """A bot that the games themselves bring, with its budget."""

    def __init__(self, kind: str, budget: Budget = Budget(), called: str = "") -> None:  # noqa: B008
        self.kind, self.budget = kind, budget
        self.name = called or kind + budget.suffix()

    def __repr__(self) -> str:
        return f"bot_named({self.name!r})"

    def number(self, game: str) -> int | None:
        """The number by which compiled loops call the bot; None for one that is no rule.

        Loops know a bot only as it comes: one with parameters is asked move by move.
        """
        known = bot_set(game).numbers
        return known.get(self.kind) if self.budget == Budget() else None

    def steps(
        self, game: Game, position: State, seat: int, rng_state: np.uint64
    ) -> tuple[int, ...]:
        """The move chosen, as the steps the rules see, from a rng state."""
        players = bot_set(game.name).players
        if self.kind not in players:
            raise Unreadable("bot/other_game", name=self.name, game=game.title)
        chosen = players[self.kind](position, seat, rng_state, self.budget)
        return tuple(int(step) for step in chosen)

    def choose(self, game: Game, position: State, seat: int, seed: str) -> Any:
        """A move for a seat, from a re-deal of the game for that seat."""
        return game.decode(position, seat, self.steps(game, position, seat, chance_of(seed)))

    def advise(self, game: Game, position: State, seat: int, seed: str) -> list[Advice]:
        """The best moves with what they promise, best first; at least the one chosen."""
        advise = bot_set(game.name).advisers.get(self.kind)
        if advise is None:
            return [Advice(self.choose(game, position, seat, seed))]
        advice_list: list[Advice] = advise(position, seat, chance_of(seed), self.budget)
        return [
            structs.replace(advice, move=game.decode(position, seat, advice.move))
            for advice in advice_list
        ]


def chance_of(seed: str) -> np.uint64:
    """The rng state that a seed gives a bot."""
    return np.uint64(branch(rng_state_from(seed), 0))
