"""Installed games and their packs, looked up by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from realms.kernel.errors import Unreadable
from realms.kernel.packs import GamePack, packs

if TYPE_CHECKING:
    from realms.kernel.game import Game


def full_name(name: str) -> str:
    """The name of a game from it or its beginning; raises `Unreadable` for no game."""
    found = [known for known in packs() if name and known.startswith(name.casefold())]
    if not found:
        raise Unreadable("game/unknown", name=name, known=", ".join(packs()))
    return found[0]


def pack_named(name: str) -> Any:
    """The pack of a game by its name or its beginning."""
    return packs()[full_name(name)]


def game_named(name: str) -> Game:
    """A game by its name or its beginning."""
    game: Game = pack_named(name).game
    return game


def all_games() -> list[Game]:
    """Every game."""
    return [pack.game for pack in packs().values()]


def pack_of_paragraph(number: str) -> GamePack:
    """The pack whose rules have a paragraph, such as `XY-13b`; raises `KeyError` for none."""
    prefix = number.partition("-")[0]
    return {pack.paragraph_prefix: pack for pack in packs().values()}[prefix]
