"""Names for cards that move from place to place, so that motion can follow them."""

from __future__ import annotations

from collections import Counter


class Flips:
    """Counts the copies of each card as they are shown: the first, the second, …

    Copies of a card are alike, so it does not matter which of them is which.
    """

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def next(self, card: str) -> str:
        """The name of the next copy.

        >>> flips = Flips()
        >>> flips.next("castle"), flips.next("war"), flips.next("castle")
        ('card-castle-1', 'card-war-1', 'card-castle-2')
        """
        self._seen[card] += 1
        return f"card-{card}-{self._seen[card]}"
