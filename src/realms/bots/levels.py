"""Levels for people: per game a few bots with parameters, the easiest first, by name."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from msgspec import Struct, convert

from realms.kernel.games import pack_named


class Level(Struct, frozen=True):
    """A level: its name, and the bot with parameters that plays it."""

    name: str
    bot: str


GENERAL_LEVELS = (
    Level("easy", "search:20:temperature=0.2"),
    Level("medium", "search:80"),
    Level("hard", "search:400"),
)
"""The levels of a game that names none: the general search, thinking more and more."""


@cache
def data_of(game: str) -> dict[str, Any]:
    """The data of a game's bots: weights and levels, as `bots/bots.toml` of its folder has them."""
    file = pack_named(game).folder.joinpath("bots", "bots.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, the easiest first; the general ones where it has none."""
    return convert(data_of(game).get("level", ()), tuple[Level, ...]) or GENERAL_LEVELS
