"""Cards where they lie: what can be done with each, and what it would do for the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from realms.fantasy.content.card_text import name_of, signed
from realms.fantasy.interface.what_if import After
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.fantasy.web.board.changes import ChangeRow
from realms.fantasy.web.board.sheets import ReasonShown, minus
from realms.fantasy.web.board.wants import Want

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
    number: int = 0
    """Its place among the cards that can be chosen, from 1; 0 where it cannot."""
    drop_id: str = ""
    """The id of the card whose discard goes best with it."""
    is_raised: bool = False
    """Whether the Necromancer brings that card back from the discard area. [FR-20]"""
    rows: tuple[ChangeRow, ...] = ()
    """What would become of the hand, line by line."""
    behind: str = ""
    """How much less the hand is worth than after the best choice; empty for the best."""
    wants: tuple[Want, ...] = ()
    """Who could want it, from the cards that are known."""
    worth: str = ""
    """How its worth in the hand comes about: `7 + 40`; empty where it is its strength."""
    goes_with: tuple[int, ...] = ()
    """The numbers of the cards with which it goes best."""

    @property
    def trend(self) -> str:
        """Whether the hand is worth more, less or the same after it."""
        return "up" if self.gain.startswith("+") else "down" if self.gain[:1] == "−" else "same"

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
    chosen = [card for card in cards if card in moves]
    keys = dict(zip(chosen, KEYS, strict=False))
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
                number=chosen.index(card) + 1 if card in moves else 0,
                drop_id=drop or "",
            )
        )
    return tuple(shown)
