"""How much memory a value takes, roughly: what it holds is walked, of long things a sample."""

from __future__ import annotations

from enum import Enum
from itertools import islice
from sys import getsizeof
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
from msgspec import Struct

from realms.kernel.game import Game

SAMPLE = 48
"""Parts of something long that are looked at; the others weigh what these weigh on average."""
ALLOCATION = 16
"""Bytes that an object takes besides, as its memory is handed out."""
SHARED = (type, FunctionType, MethodType, ModuleType, Enum, Game)
"""Kinds of things that are there anyway, whoever refers to them."""
SIMPLE = (int, float, bool, type(None))


def size_of(value: Any) -> int:
    """The bytes that a value and all it refers to take, about.

    Where its class says so by a method `memory_size`, as much as that.

    >>> 10_000 < size_of("x" * 10_000) < 11_000
    True
    """
    return _size(value, set())


def _size(value: Any, seen: set[int]) -> int:
    if id(value) in seen or isinstance(value, SHARED):
        return 0
    seen.add(id(value))
    memory_size = getattr(value, "memory_size", None)
    if memory_size is not None:
        return int(memory_size())
    size = getsizeof(value, 64) + ALLOCATION
    if isinstance(value, (str, bytes, *SIMPLE)):
        return size
    if isinstance(value, np.ndarray | np.generic):
        return size + int(value.nbytes)
    if isinstance(value, dict):
        return size + _parts(value, seen) + _parts(value.values(), seen)
    if isinstance(value, tuple | list | set | frozenset):
        return size + _parts(value, seen)
    if isinstance(value, Struct):
        return size + sum(_size(getattr(value, name), seen) for name in value.__struct_fields__)
    return size + sum(_size(part, seen) for part in getattr(value, "__dict__", {}).values())


def _parts(values: Any, seen: set[int]) -> int:
    """What some values take; of many, those at even distances stand for the others."""
    number = len(values)
    if number <= SAMPLE:
        return sum(_size(one, seen) for one in values)
    step = number // SAMPLE
    sample = [_size(one, seen) for one in islice(values, 0, None, step)]
    return sum(sample) * number // len(sample)
