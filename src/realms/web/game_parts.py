"""What a game may bring to the pages, as methods of its pack: each a protocol of its own.

Templates lie in `web/templates/<game>/` of the game's folder, styles and scripts in
`web/assets/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from realms.kernel.games import pack_named


class Board(Protocol):
    """The table of a game as pages show it."""

    def board(self, look: Any) -> Any:
        """What the template `<game>/table.html` shows of a table."""

    def headline(self, look: Any) -> str:
        """Whose turn it is and what is asked of these eyes, in one sentence."""

    def form_move(self, fields: dict[str, str], look: Any) -> Mapping[str, Any]:
        """The move that a posted form stands for, as data."""


@runtime_checkable
class BringsBoard(Protocol):
    """A pack whose game has a board of its own."""

    def board(self) -> Board:
        """The board of the game."""


@runtime_checkable
class BringsPages(Protocol):
    """A pack whose game has pages besides its tables."""

    def pages(self) -> Sequence[Any]:
        """The handlers of those pages."""


def board_of(game: str) -> Board:
    """The board of a game."""
    pack: BringsBoard = pack_named(game)
    return pack.board()
