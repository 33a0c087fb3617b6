"""The games of this house, by name; each is loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from realms.kernel.errors import Unreadable

if TYPE_CHECKING:
    from realms.kernel.game import Game

DESCRIBED = ("fantasy", "medieval")
"""The games whose cards and rules can be looked up."""

GAMES = ("fantasy",)
"""The games that can be played."""


def described(name: str) -> str:
    """The name of a game that can be looked up, from it or its beginning."""
    return _found(name, DESCRIBED)


def game_named(name: str) -> Game:
    """A game that can be played, by its name or its beginning."""
    if _found(name, DESCRIBED) not in GAMES:
        raise Unreadable("game/not_yet", name=name, known=", ".join(GAMES))
    game: Game = importlib.import_module(f"realms.{_found(name, GAMES)}").game
    return game


def _found(name: str, names: tuple[str, ...]) -> str:
    found = [known for known in names if name and known.startswith(name.casefold())]
    if not found:
        raise Unreadable("game/unknown", name=name, known=", ".join(names))
    return found[0]


def all_games() -> list[Game]:
    """Every game that can be played."""
    return [game_named(name) for name in GAMES]
