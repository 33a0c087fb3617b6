"""What the package declares of its game."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from realms.kernel.game import Game


class GoofspielPack:
    """The pack of Goofspiel."""

    name, title, paragraph_prefix = "goofspiel", "Goofspiel", "GS"

    @property
    def folder(self) -> Traversable:
        """The folder of the package."""
        return resources.files("goofspiel")

    @property
    def game(self) -> Game:
        """The game itself, loaded when it is asked for."""
        from goofspiel.game import GAME

        return GAME


PACK = GoofspielPack()
