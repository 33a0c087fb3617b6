"""Content files of one's own: games that can be played with another set of facts."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from realms.kernel.errors import Unreadable
from realms.kernel.games import pack_named


@runtime_checkable
class BringsContentFiles(Protocol):
    """A pack whose game can be played with a content file of one's own."""

    def use_content(self, path: str) -> str:
        """Have this process know a content file; returns the digest that names it."""

    def content_text(self) -> str:
        """The file of the content that the game comes with."""


def content_pack(game: str) -> BringsContentFiles:
    """The pack of a game that takes content files; raises `Unreadable` for any other."""
    pack = pack_named(game)
    if not isinstance(pack, BringsContentFiles):
        raise Unreadable("usage/content", game=pack.title)
    return pack
