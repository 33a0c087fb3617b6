"""What a batch numbers: actions in blocks, observations in fields, both told by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

ABSENT = -1
"""Where a block or field would begin that this table does not have."""


class ActionBlock(Struct, frozen=True):
    """Actions of one kind: `size` numbers from `start` on."""

    name: str
    start: int
    size: int
    about: str = ""
    """The field of observations that the actions point at, number by number, if there is one."""


class ObservationField(Struct, frozen=True):
    """One thing that an observation tells: `size` numbers from `start` on, `low` to `high`."""

    name: str
    start: int
    size: int
    low: int
    high: int
    categories: tuple[int, ...] = ()
    """How many values each number has that stands for one of a kind, such as a card; 0 for
    one that counts. As often over as the field is long; empty where all count."""

    def category_count(self, place: int) -> int:
        """How many values the number at a place of the field stands for; 0 if it counts."""
        return self.categories[place % len(self.categories)] if self.categories else 0


class Layout(Struct, frozen=True):
    """The actions and observations of a game as one set of options has them."""

    actions: tuple[ActionBlock, ...]
    fields: tuple[ObservationField, ...]
    dtype: type[np.integer]
    """The type of the numbers of an observation."""

    @property
    def action_count(self) -> int:
        """How many actions there are; they are numbered from 0."""
        return end_of(self.actions)

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return end_of(self.fields)

    def name_of(self, action: int) -> tuple[str, int]:
        """The name of an action's block, and its number in it."""
        for block in self.actions:
            if block.start <= action < block.start + block.size:
                return block.name, action - block.start
        raise IndexError(action)


def blocks_of(
    sizes: Iterable[tuple[str, int]], about: Mapping[str, str] = MappingProxyType({})
) -> tuple[ActionBlock, ...]:
    """Blocks one behind another; those of no size are left out."""
    blocks: list[ActionBlock] = []
    for name, size in sizes:
        if size:
            blocks.append(ActionBlock(name, end_of(blocks), size, about.get(name, "")))
    return tuple(blocks)


def fields_of(
    sizes: Iterable[tuple[str, int, int, int]],
    categories: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
) -> tuple[ObservationField, ...]:
    """Fields one behind another; those of no size are left out."""
    fields: list[ObservationField] = []
    for name, size, low, high in sizes:
        if size:
            kinds = categories.get(name, ())
            fields.append(ObservationField(name, end_of(fields), size, low, high, kinds))
    return tuple(fields)


Part = TypeVar("Part", ActionBlock, ObservationField)


def end_of(parts: Iterable[Part]) -> int:
    """Where the last of some parts ends."""
    return max((part.start + part.size for part in parts), default=0)


def starts_of(parts: Iterable[Part], names: Iterable[str]) -> NDArray[np.int64]:
    """Where each named part begins, as rules read it; ABSENT for those that are not there."""
    there = {part.name: part.start for part in parts}
    return np.array([there.get(name, ABSENT) for name in names], np.int64)
