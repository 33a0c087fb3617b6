"""Caches that are bounded: by the number of what they hold, and by the bytes it takes.

What a client can have made is of any size. So what is kept of it, over all tables and readers
of a process, shares one number of bytes for each kind (`ByteCache`), of which every table has
a part; whoever has much made pushes out what was used least lately, and memory does not grow.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from threading import RLock
from typing import Any, Generic, TypeVar

from realms.tables.caching.object_size import size_of

MEBIBYTE = 2**20
ENTRY = 400
"""Bytes that keeping something takes besides: its key, and its places."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """Keeps so many values, each of them small.

    >>> cache = BoundedCache[str, int](2)
    >>> cache["one"], cache["two"] = 1, 2
    >>> cache.find("one")
    1
    >>> cache["three"] = 3
    >>> sorted(cache)
    ['one', 'three']
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def find(self, key: Key) -> Value | None:
        """The value of a key, which counts as used just now; None where there is none."""
        value = self._values.get(key)
        if value is not None:
            with suppress(KeyError):  # another thread may have made room
                self._values.move_to_end(key)
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self.most:
            self._values.popitem(last=False)


class _Entry:
    """Something kept: where, under which key, and what it weighs."""

    __slots__ = ("key", "part", "value", "weight")

    def __init__(self, part: CachePart[Any, Any], key: Any, value: Any, weight: int) -> None:
        self.part, self.key, self.value, self.weight = part, key, value, weight


class ByteCache:
    """The bytes that some caches have together; what was used least lately makes room.

    >>> whole = ByteCache(4_000)
    >>> one, other = whole.part(9), whole.part(9)
    >>> one["a"], other["b"], other["c"] = "x" * 1_000, "x" * 1_000, "x" * 1_000
    >>> "a" in one, sorted(other), whole.weight < whole.heaviest
    (False, ['b', 'c'], True)
    """

    def __init__(self, heaviest: int) -> None:
        self.heaviest = heaviest
        self.weight = 0
        """What is kept weighs, in bytes."""
        self.lock = RLock()
        """Held while anything is changed: answers are kept by several threads."""
        self._used: OrderedDict[_Entry, None] = OrderedDict()
        """What is kept, the last used last."""

    def __len__(self) -> int:
        return len(self._used)

    def part(self, most: int) -> CachePart[Any, Any]:
        """A cache of so many values that takes its bytes from these."""
        return CachePart(self, most)

    def touch(self, entry: _Entry) -> None:
        """Note that something was used just now."""
        self._used.move_to_end(entry)

    def add(self, entry: _Entry) -> None:
        """Keep something, and nothing for which there is no room then."""
        self._used[entry] = None
        self.weight += entry.weight
        while self.weight > self.heaviest:
            oldest = next(iter(self._used))
            oldest.part.forget(oldest.key)

    def remove(self, entry: _Entry) -> None:
        """Keep something no longer."""
        del self._used[entry]
        self.weight -= entry.weight


class CachePart(Generic[Key, Value]):
    """A cache of so many values, that shares its bytes with others."""

    def __init__(self, whole: ByteCache, most: int) -> None:
        self.whole, self.most = whole, most
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._entries)

    def __contains__(self, key: Key) -> bool:
        return key in self._entries

    def find(self, key: Key) -> Value | None:
        """The value of a key, which counts as used just now; None where there is none."""
        with self.whole.lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            self.whole.touch(entry)
            found: Value = entry.value
            return found

    def __setitem__(self, key: Key, value: Value) -> None:
        self.keep(key, value, size_of(value))

    def keep(self, key: Key, value: Value, weight: int) -> None:
        """Keep a value that has been weighed; one that outweighs all others is not kept."""
        with self.whole.lock:
            self.forget(key)
            if weight + ENTRY > self.whole.heaviest:
                return
            entry = self._entries[key] = _Entry(self, key, value, weight + ENTRY)
            self.whole.add(entry)
            if len(self._entries) > self.most:
                self.forget(next(iter(self._entries)))

    def forget(self, key: Key) -> None:
        """Keep a value no longer, if there is one."""
        with self.whole.lock:
            entry = self._entries.pop(key, None)
            if entry is not None:
                self.whole.remove(entry)

    def clear(self) -> None:
        """Forget everything."""
        for key in [*self._entries]:
            self.forget(key)
