"""The cards that a seat ended with, by themselves: those of a kind together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from realms.kernel.errors import RealmsError
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.web.board.lexicon import CardFace, lexicon


class PlayedCards(Struct, frozen=True):
    """Cards of a sort in play."""

    card: CardFace
    n: int


class FinalRealm(Struct, frozen=True):
    """All cards in play, in the order in which the first of each came."""

    cards: tuple[PlayedCards, ...]
    is_told: bool = False
    """Never: points come from leaders, tokens and others' cards as well."""


def final_cards(
    cards: Sequence[str], options: Mapping[str, Any], score: int, language: str
) -> FinalRealm | None:
    """The cards in play at the end; None where their content is not known any more."""
    try:
        known = lexicon(msgspec.convert(dict(options), MedievalOptions), language).cards
    except (RealmsError, msgspec.ValidationError):
        return None
    counted = Counter(card for card in cards if card in known)
    return FinalRealm(tuple(PlayedCards(known[card], n) for card, n in counted.items()))
