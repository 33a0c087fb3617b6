"""What a card from the deck is worth on average, over all cards that the viewer has not seen."""

from __future__ import annotations

from msgspec import Struct

from realms.fantasy.content.card_text import signed
from realms.fantasy.content.cards import CARDS
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import FULL, Position, mask, scores
from realms.kernel.compiled.progress import rules_now

BARS = 7
"""Columns of the picture of what may come."""
TALLEST = 32
"""Height of its tallest column."""


class HopeBar(Struct, frozen=True):
    """A column: how many cards add so much."""

    x: int
    y: int
    height: int
    is_better: bool
    """Whether these cards add more than the best of the discard area."""


class DeckHope(Struct, frozen=True):
    """What drawing promises."""

    average: str
    unseen: int
    better: int
    """Cards that add more than the best of the area, or anything at all where it has none."""
    bars: tuple[HopeBar, ...]


def deck_hope(view: FantasyView, score: int, best_gain: int, jester: bool) -> DeckHope | None:
    """The worth of drawing; None for a short hand, and while rules run as plain Python.

    A card that adds nothing is discarded again, so that none is worth less than nothing.
    """
    if len(view.hand) != FULL or not view.deck or rules_now() != "compiled":
        return None
    known = {*view.hand, *view.area, *(card for seat in view.seats for card in seat.known)}
    unseen = [card.id for card in CARDS if card.id not in known and (jester or card.id != "jester")]
    if not unseen:
        return None
    tried = [trial for card in unseen for trial in _trials(view, card)]
    points = scores(tuple(tried))
    gains = [
        max(0, *(then - score for then in points[at : at + FULL]))
        for at in range(0, len(tried), FULL)
    ]
    floor = max(best_gain, 0)
    average = round(sum(gains) / len(gains))
    better = sum(gain > floor for gain in gains)
    return DeckHope(signed(average) if average else "±0", len(unseen), better, _bars(gains, floor))


def _trials(view: FantasyView, card: str) -> list[Position]:
    """The hands that a drawn card can lead to, and the area beside each."""
    hand, area = mask((*view.hand, card)), mask(view.area)
    return [(hand & ~mask([drop]), area | mask([drop])) for drop in view.hand]


def _bars(gains: list[int], floor: int) -> tuple[HopeBar, ...]:
    """Columns from nothing to the most, those above the floor marked."""
    step = max(max(gains) / BARS, 1)
    counts = [0] * BARS
    for gain in gains:
        counts[min(int(gain / step), BARS - 1)] += 1
    most = max(counts)
    bars = []
    for number, count in enumerate(counts):
        height = round(TALLEST * count / most) if count else 2
        bars.append(HopeBar(15 * number, 34 - height, height, step * number >= floor + 1))
    return tuple(bars)
