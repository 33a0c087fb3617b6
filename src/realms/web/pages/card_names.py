"""Cards of any game by their names, where the game has names for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from realms.kernel.games import pack_named


@runtime_checkable
class BringsCardNames(Protocol):
    """A pack whose cards have names."""

    def card_name(self, card: str, language: str) -> str:
        """The name of a card."""


def card_names(game: str, cards: Sequence[str], language: str) -> list[str]:
    """Cards by their names."""
    pack = pack_named(game)
    return [
        pack.card_name(card, language) if isinstance(pack, BringsCardNames) else card
        for card in cards
    ]
