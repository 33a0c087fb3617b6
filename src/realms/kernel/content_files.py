"""Content files of one's own: games that can be played with another set of facts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.games import pack_named
from realms.kernel.packs import packs

SERVED = "REALMS_CONTENT"
"""The variable that names the content files tables may be played with, as paths are listed."""
LARGEST = 256 * 1024
"""Bytes of a content file, at most; ours has some 30,000."""


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


def serve_content(paths: Sequence[str]) -> None:
    """Let tables of this process, and of those it begins, be played with content files.

    A file that is too large, or that no game takes, is refused.
    """
    for path in paths:
        _use(path)
    os.environ[SERVED] = os.pathsep.join(str(Path(path).resolve()) for path in paths)
    served_content.cache_clear()


@cache
def served_content() -> dict[str, dict[str, str]]:
    """The content files that tables may be played with: by game, the name of each by digest."""
    served: dict[str, dict[str, str]] = {}
    for path in filter(None, os.environ.get(SERVED, "").split(os.pathsep)):
        game, digest = _use(path)
        if digest:
            served.setdefault(game, {})[digest] = Path(path).name
    return served


def _use(path: str) -> tuple[str, str]:
    """Have this process know a content file: the game that takes it, and its digest."""
    try:
        size = Path(path).stat().st_size
    except OSError as error:
        raise Unreadable("file/missing", path=path) from error
    if size > LARGEST:
        raise Unreadable("usage/content_size", path=path, most=LARGEST // 1024)
    refused: RealmsError | None = None
    for name, pack in packs().items():
        if isinstance(pack, BringsContentFiles):
            try:
                return name, pack.use_content(path)
            except RealmsError as error:
                refused = error
    raise refused or Unreadable("usage/content", game="")
