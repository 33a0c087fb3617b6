"""A game in words for whoever reads of it: the game's own words, else plain ones.

A game whose sentences need more than its fields brings methods of its own in its pack, such
as `move_text`. For any other, `plain_text` finds messages in the catalogue of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from realms.kernel.games import pack_named
from realms.kernel.presentation import plain_text
from realms.kernel.text import catalogue, say


class Reader(Struct, frozen=True):
    """Who reads of a move: the game as they see it, and their language."""

    game: str
    options: Any
    view: Any
    names: Sequence[str]
    language: str


@runtime_checkable
class BringsMoveText(Protocol):
    """A pack whose game words its moves itself."""

    def move_text(self, move: Any, reader: Reader) -> str:
        """A move that is proposed to a reader, as one would say it across the table."""


def move_text(move: Any, reader: Reader) -> str:
    """A move that is proposed to a reader."""
    pack = pack_named(reader.game)
    if isinstance(pack, BringsMoveText):
        return pack.move_text(move, reader)
    return plain_text.move_text(reader.game, move, reader.names, reader.language)


def begun_sentence(game: str, language: str) -> str:
    """How a game begins: `<game>.begun` of the catalogue, else what fits any game."""
    key = f"{game}.begun"
    return say(key if key in catalogue(language) else "plain.begun", language)


def reason_text(game: str, reason: str, language: str) -> str:
    """What ended a game: `<game>.reason.<reason>` of the catalogue, else the reason's own name."""
    for key in (f"{game}.reason.{reason}", f"reason.{reason}"):
        if key in catalogue(language):
            return say(key, language)
    return reason.replace("_", " ")
