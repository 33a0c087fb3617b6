"""The games that are installed: one declaration each, found by the entry points `realms.games`.

A game is a folder: a package with its rules, texts, bots, screens and pages. Its `GamePack`
is the one thing the rest of the program knows of it. What a game brings besides its rules
are methods of its pack, each described by a protocol of the framework that asks for it
(`realms.bots.game_parts`, `realms.arena.game_parts`, `realms.cli.game_parts`,
`realms.web.game_parts`); where a pack has none, the framework does what it does for any game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from realms.kernel.game import Game

GROUP = "realms.games"
"""The group of entry points under which packages declare their games."""
OURS = "realms"
"""The distribution whose games come first."""


class GamePack(Protocol):
    """What a package declares of its game.

    In `folder` lie the rules (`rules.en.md`, `rules.es.md`), the messages
    (`locale/<language>/*.toml`), and, where the game has them, `web/templates`, `web/assets`
    and `lessons`.
    """

    name: str
    """The short name, for addresses and the command line."""
    title: str
    """The name of the game, as printed on its box."""
    paragraph_prefix: str
    """What the numbers of its paragraphs begin with: `XY` in `XY-13`."""

    @property
    def folder(self) -> Traversable:
        """The folder of the package."""

    @property
    def game(self) -> Game:
        """The game itself; loaded when it is asked for."""


@runtime_checkable
class BringsNumbering(Protocol):
    """A pack that tells states and moves as numbers, as batches of its game have them."""

    def numbering(self, state: Any) -> Any:
        """What numbers a state, its moves and its actions."""


@cache
def packs() -> dict[str, GamePack]:
    """The packs of all installed games by name: our own first, then others by name."""
    found = sorted(entry_points(group=GROUP), key=_order)
    return {point.name: point.load() for point in found}


def _order(point: EntryPoint) -> tuple[bool, str]:
    return (point.dist is None or point.dist.name != OURS, point.name)


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(packs())
