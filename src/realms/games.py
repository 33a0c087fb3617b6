"""The games of this house, by name; each is loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from realms.kernel.errors import Unreadable

if TYPE_CHECKING:
    from realms.kernel.game import Game

GAMES = ("fantasy", "medieval")
"""The games there are."""


def described(name: str) -> str:
    """The name of a game, from it or its beginning."""
    found = [known for known in GAMES if name and known.startswith(name.casefold())]
    if not found:
        raise Unreadable("game/unknown", name=name, known=", ".join(GAMES))
    return found[0]


def game_named(name: str) -> Game:
    """A game by its name or its beginning."""
    game: Game = importlib.import_module(f"realms.{described(name)}").game
    return game


def all_games() -> list[Game]:
    """Every game."""
    return [game_named(name) for name in GAMES]
