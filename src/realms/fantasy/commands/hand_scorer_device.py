"""Many hands on the GPU: the best choices of a whole batch at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from realms.fantasy.commands.hand_scorer import Line, Scorer, raisable
from realms.fantasy.scoring.hand import check_hand, parse_cards
from realms.kernel.errors import RealmsError
from realms.kernel.gpu import device


class DeviceScorer(Scorer):
    """A scorer that finds best choices on the card, and tells them as any other."""

    at_once = 1 << 16

    def __init__(self) -> None:
        super().__init__()
        device.require()
        self.found: dict[tuple[int, int], Any] = {}

    def prepare(self, lines: Sequence[Line]) -> None:
        """Find the best choices of all lines that leave them to us [FR-18]."""
        from realms.fantasy.device.hands import best_choices_of

        asked = list(dict.fromkeys(_open_hands(lines)))
        self.found = {}
        if asked:
            hands, areas = (np.array(column, np.int64) for column in zip(*asked, strict=True))
            self.found = dict(zip(asked, best_choices_of(hands, areas), strict=True))

    def best(self, cards: int, raised: int) -> Any:
        """The best choices found before."""
        return self.found[cards, raised]


def _open_hands(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """The hands that leave their choices to us, with the cards each may raise one of."""
    for line in lines:
        with suppress(RealmsError):
            cards, discard = parse_cards(line.hand), parse_cards(line.discard or ())
            check_hand(cards, discard)
            if line.choices is None:
                yield cards, raisable(cards, discard)
