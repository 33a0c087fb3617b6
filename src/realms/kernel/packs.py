"""The games that are installed: one declaration each, found by the entry points `realms.games`.

A game is a folder: a package with its rules, texts, bots, screens and pages. Its `GamePack`
is the one thing the rest of the program knows of it. What a game brings besides its rules
are methods of its pack, each described by a protocol of the framework that asks for it
(`realms.bots.game_parts`, `realms.arena.game_parts`, `realms.cli.game_parts`,
`realms.web.game_parts`); where a pack has none, the framework does what it does for any game.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from realms.kernel.game import Game

GROUP = "realms.games"
"""The group of entry points under which packages declare their games."""
OURS = "realms."
"""What the modules of games that come first begin with."""


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
    found = declared_games()
    names = sorted(found, key=lambda name: (not found[name].startswith(OURS), name))
    return {name: resolve_name(found[name]) for name in names}


def declared_games() -> dict[str, str]:
    """Where the packs of installed games are: `module:attribute`, by name.

    The lists of entry points are read from the folders of the path as they lie there. Python's
    own reader, which loads all that letters are parsed with, takes a quarter of the time of
    `realms --help`; it is asked only where a part of the path is no folder but an archive.
    """
    if any(os.path.isfile(place) for place in sys.path):
        from importlib.metadata import entry_points  # noqa: PLC0415

        return {point.name: point.value for point in entry_points(group=GROUP)}
    found: dict[str, str] = {}
    distributions: set[str] = set()
    for about in _installed():
        distribution = about.name.partition("-")[0].casefold()
        if distribution not in distributions:
            distributions.add(distribution)
            found |= _points_in(os.path.join(about.path, "entry_points.txt"))
    return found


def _installed() -> Iterator[os.DirEntry[str]]:
    """The folders that tell of installed distributions, in the order of the path."""
    for place in sys.path:
        with contextlib.suppress(OSError), os.scandir(place or os.curdir) as entries:
            yield from (one for one in entries if one.name.endswith((".dist-info", ".egg-info")))


def _points_in(file: str) -> dict[str, str]:
    """The games among the entry points of a distribution."""
    try:
        with open(file, encoding="utf-8") as points_file:
            section = points_file.read().partition(f"[{GROUP}]")[2].partition("\n[")[0]
    except OSError:
        return {}
    points = (line.partition("#")[0].partition("=") for line in section.splitlines())
    return {
        name.strip(): value.partition("[")[0].strip() for name, equals, value in points if equals
    }


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(packs())
