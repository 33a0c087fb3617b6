"""What a hand is worth now, and what it would be after a move, from what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from realms.fantasy.content.cards import NUMBER
from realms.fantasy.content.tables import NOBODY
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.sheet import ScoreSheet, score_sheet
from realms.fantasy.scoring.wilds import best_choices, may_raise, new_choices
from realms.kernel.bits import bits_of, members

if TYPE_CHECKING:
    from realms.fantasy.interface.view import FantasyView

FULL = 7


def mask(cards: Iterable[str]) -> int:
    """A set of cards by their ids."""
    return int(bits_of([NUMBER[card] for card in cards]))


def best_score(cards: int, area: int = 0) -> int:
    """The score of a hand with its best choices [FR-18]."""
    return int(
        best_choices(new_scoring_hand(), new_choices(), cards, may_raise(cards, area), False)
    )


def best_sheet(view: FantasyView) -> ScoreSheet | None:
    """The score sheet of the viewer's hand with its best choices; None for an empty one.

    A hand of eight, before its discard, is scored without its least card.
    """
    cards, area = mask(view.hand), mask(view.area)
    if cards == 0:
        return None
    if len(view.hand) > FULL:
        least = best_discard(view)
        cards, area = cards & ~(1 << least), area | (1 << least)
    chaos = view.variant == "chaos"
    raisable = area if chaos and "necromancer" in view.hand else may_raise(cards, area)
    made = new_choices()
    best_choices(new_scoring_hand(), made, cards, raisable, chaos and raisable != 0)
    raised = int(made.raised)
    return score_sheet(cards if raised == NOBODY else cards | (1 << raised), made)


def best_discard(view: FantasyView) -> int:
    """The card whose discard leaves the best hand."""
    cards, area = mask(view.hand), mask(view.area)
    taken = -1 if view.taken is None else NUMBER[view.taken]
    loose = [card for card in members(cards) if card != taken]
    return max(loose, key=lambda card: best_score(cards & ~(1 << card), area | (1 << card)))


def after_taking(view: FantasyView, card: str) -> int:
    """The score after taking a card and making the best discard; in a short hand, none."""
    new = 1 << NUMBER[card]
    cards, area = mask(view.hand) | new, mask(view.area) & ~new
    if len(view.hand) < FULL:
        return best_score(cards, area)
    old = members(cards & ~new)
    return max(best_score(cards & ~(1 << other), area | (1 << other)) for other in old)


def after_keeping(view: FantasyView, card: str) -> int:
    """The score after keeping one of the two cards drawn [FR-21]."""
    area = mask(view.area) | mask(other for other in view.drawn if other != card)
    return best_score(mask(view.hand) | mask([card]), area)


def after_discarding(view: FantasyView, card: str) -> int:
    """The score after discarding a card."""
    gone = mask([card])
    return best_score(mask(view.hand) & ~gone, mask(view.area) | gone)


def without(view: FantasyView, card: str) -> int:
    """The score of the hand without one of its cards, which is traded away."""
    return best_score(mask(view.hand) & ~mask([card]))
