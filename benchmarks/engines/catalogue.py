"""The engines that are measured beside ours, and the games they play."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct


class EngineGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game of an engine; see the head of the file."""

    id: str
    name: str
    kind: Literal["table", "toy"]


class Engine(Struct, frozen=True, forbid_unknown_fields=True):
    """An engine, the exact versions it is installed with, and its games."""

    id: str
    name: str
    packages: tuple[str, ...]
    games: tuple[EngineGame, ...]


class EngineFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of all engines."""

    engine: tuple[Engine, ...]


@cache
def engines() -> tuple[Engine, ...]:
    """All engines of the field."""
    text = resources.files(__package__).joinpath("engines.toml").read_bytes()
    return msgspec.toml.decode(text, type=EngineFile).engine
