"""What is bounded: caches, how long a log grows, how often a seat does what leads nowhere."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from realms.tables.terms import refuse

MOST_ENTRIES = 2_000
"""Entries of a log after which a table takes only what leads to its end."""
IDLE_RATE, IDLE_BURST = 1.0, 60
"""Acts of a seat that bring nothing nearer to the end: so many a second, and so many at once."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """Keeps values up to a number, and up to a weight where they have one.

    >>> cache = BoundedCache[str, int](2)
    >>> cache["one"], cache["two"] = 1, 2
    >>> cache.find("one")
    1
    >>> cache["three"] = 3
    >>> sorted(cache)
    ['one', 'three']
    """

    def __init__(
        self, most: int, weight: Callable[[Value], int] | None = None, heaviest: int = 0
    ) -> None:
        self.most, self.weight, self.heaviest = most, weight, heaviest
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._weight = 0

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def find(self, key: Key) -> Value | None:
        """What is kept, now used last; None where there is nothing."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self._forget(key)
        self._values[key] = value
        self._weight += self._weigh(value)
        while len(self._values) > self.most or (
            self.weight is not None and self._weight > self.heaviest and len(self._values) > 1
        ):
            self._forget(next(iter(self._values)))

    def _weigh(self, value: Value) -> int:
        return self.weight(value) if self.weight is not None else 0

    def _forget(self, key: Key) -> None:
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key))

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()
        self._weight = 0


class IdleActs:
    """Counts the acts of each seat that bring a table no nearer to its end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._until: dict[int | None, float] = {}
        """When the acts of a seat will have been forgotten."""

    def __len__(self) -> int:
        return len(self._until)

    def count(self, seat: int | None, entries: int) -> None:
        """Count an act at a table with so many entries; refuse one that is too many."""
        if entries >= MOST_ENTRIES:
            raise refuse("log_full")
        now = self.clock()
        owed = max(self._until.get(seat, now) - now, 0.0)
        if owed > (IDLE_BURST - 1) / IDLE_RATE:
            raise refuse("hurried")
        self._until[seat] = now + owed + 1 / IDLE_RATE
