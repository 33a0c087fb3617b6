"""Moves in words: what somebody could do, as one would say it across the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from realms.web.game_parts import texts_of


class Reader(Struct, frozen=True):
    """Who reads of a move: the game as they see it, and their language."""

    game: str
    options: Any
    view: Any
    names: Sequence[str]
    language: str


def move_text(move: Any, reader: Reader) -> str:
    """A move that is proposed to a reader, in the words of its game."""
    return texts_of(reader.game).move_text(move, reader)
