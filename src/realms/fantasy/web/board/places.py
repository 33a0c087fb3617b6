"""Cards where they lie: what can be done with each, and what it would do for the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from realms.fantasy.content.card_text import name_of, signed
from realms.fantasy.interface.what_if import After
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.fantasy.web.board.sheets import ReasonShown, minus

KEYS = "1234567890"
"""The keys of the first ten cards that can be chosen."""


class PlacedCard(Struct, frozen=True, kw_only=True):
    """A card at its place."""

    card: CardShown
    move: str = ""
    """What choosing it does, as JSON; empty where it cannot be chosen."""
    key: str = ""
    score: int | None = None
    """What the hand would be worth after it."""
    gain: str = ""
    """What that is more or less than now."""
    drop: str = ""
    """The card whose discard goes best with it."""
    is_best: bool = False
    is_new: bool = False
    total: str = ""
    """What it is worth in the hand now."""
    blanked: tuple[ReasonShown, ...] = ()
    """Why it is blanked; empty where it is not."""
    is_offered: bool = False
    """Whether it lies in an open offer."""

    @property
    def points(self) -> str:
        """The score after it, minus as a minus."""
        return "" if self.score is None else minus(self.score)


def move_json(move: Any) -> str:
    """A move as JSON, as the value of a button."""
    return msgspec.json.encode(move).decode()


def gain_text(points: int) -> str:
    """What is gained or lost.

    >>> gain_text(23), gain_text(-4), gain_text(0)
    ('+23', '−4', '±0')
    """
    return signed(points) if points else "±0"


def place_cards(
    cards: Iterable[str],
    language: str,
    *,
    moves: dict[str, Any] | None = None,
    after: dict[str, After] | None = None,
    now: int | None = None,
    best: str | None = None,
    new: frozenset[str] = frozenset(),
) -> tuple[PlacedCard, ...]:
    """Cards in order: those with a move get a key each, those with a score what it would be."""
    cards, moves, after = [*cards], moves or {}, after or {}
    keys = dict(zip([card for card in cards if card in moves], KEYS, strict=False))
    shown = []
    for card in cards:
        then = after.get(card)
        drop = then.drop if then else None
        shown.append(
            PlacedCard(
                card=card_shown(card, language),
                move=move_json(moves[card]) if card in moves else "",
                key=keys.get(card, ""),
                score=then.score if then else None,
                gain=gain_text(then.score - now) if then and now is not None else "",
                drop=name_of(drop, language) if drop else "",
                is_best=card == best,
                is_new=card in new,
            )
        )
    return tuple(shown)
