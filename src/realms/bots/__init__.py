"""Players that are programs.

A bot is handed a *re-deal*: a state in which all that its seat may not know has been dealt
anew. It never sees the true state, so it cannot cheat; given the same random words it
gives the same move in every world its seat cannot tell apart. (The built-in bots look only
at what their seat may know, which the tests hold them to; so the arena's compiled loops
save themselves the re-deal.)
"""

from __future__ import annotations

import importlib
from typing import Any, Protocol

import numpy as np

from realms.kernel.chance import branch, word_of
from realms.kernel.game import Game, State
from realms.kernel.names import Names
from realms.kernel.text import Text

BOTS = ("random", "greedy")
"""The bots every game has, weakest first; the catalogue says what each does."""

NAMES = Names("bot", {name: Text(name, name) for name in BOTS})


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, game: Game, position: State, seat: int, seed: str) -> Any:
        """A move for a seat, from a re-deal of the game for that seat."""


class BuiltIn:
    """A bot written as compiled rules; each game brings its own in `realms.bots.<game>`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.number = BOTS.index(name)

    def steps(self, game: Game, position: State, seat: int, word: np.uint64) -> tuple[int, ...]:
        """The move chosen, as the steps the rules see, from a word of chance."""
        players = importlib.import_module(f"realms.bots.{game.name}")
        chosen: tuple[int, ...] = players.choose_steps(self.number, position, seat, word)
        return chosen

    def choose(self, game: Game, position: State, seat: int, seed: str) -> Any:
        """A move for a seat, from a re-deal of the game for that seat."""
        steps = self.steps(game, position, seat, np.uint64(branch(word_of(seed), 0)))
        return game.decode(position, seat, steps)


def bot_named(name: str) -> BuiltIn:
    """A bot by its name, or the beginning of it."""
    return BuiltIn(NAMES.find(name))
