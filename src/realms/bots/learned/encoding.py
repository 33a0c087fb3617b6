"""One numbering of actions and observations for all tables of a game that a network plays.

Tables of one game differ in what they have: seats, blocks of actions, fields. Since seats are
told from the viewer's place on, a smaller table fills the beginning of what a larger one has.
So each block and field has the room of its largest table, and the rest stays nought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray


class InputField(Struct, frozen=True):
    """One thing that the network reads: so many numbers from a place on."""

    name: str
    start: int
    size: int
    high: int
    categories: tuple[int, ...] = ()

    def category_count(self, place: int) -> int:
        """How many values the number at a place of the field stands for; 0 if it counts."""
        return self.categories[place % len(self.categories)] if self.categories else 0


class ActionRange(Struct, frozen=True):
    """Actions of one kind: so many from a number on; `about` a field, if they point at it."""

    name: str
    start: int
    size: int
    about: str = ""


class Encoding(Struct, frozen=True):
    """The numbers that a network reads and the actions it chooses from, at every table."""

    actions: tuple[ActionRange, ...]
    fields: tuple[InputField, ...]
    """The first tells the table: its variant and how many play."""
    players: int
    """Seats of the largest table."""
    variants: tuple[str, ...]
    """The variants that tables differ by; an empty one for a game that has none."""

    @property
    def action_count(self) -> int:
        """How many actions there are in all."""
        return sum(block.size for block in self.actions)

    @property
    def input_size(self) -> int:
        """How many numbers a network reads."""
        return sum(field.size for field in self.fields)

    def knows(self, options: Any, layout: Any) -> bool:
        """Whether a table is of this kind: its variant, its seats and its cards."""
        if variant_of(options) not in self.variants or int(options.players) > self.players:
            return False
        fields = {field.name: field for field in self.fields}
        known = [(field, fields[field.name]) for field in layout.fields if field.name in fields]
        return all(
            field.size <= other.size and field.categories == other.categories
            for field, other in known
        )

    def table_numbers(self, options: Any) -> NDArray[np.int16]:
        """What is always the same at a table: its variant and how many play, one for each."""
        numbers = np.zeros(self.fields[0].size, np.int16)
        numbers[self.variants.index(variant_of(options))] = 1
        numbers[len(self.variants) + int(options.players) - 1] = 1
        return numbers

    def input_places(self, layout: Any) -> NDArray[np.int64]:
        """Where each number of a table's observation stands in the input; −1 nowhere."""
        return _places(layout.fields, self.fields)

    def action_places(self, layout: Any) -> NDArray[np.int64]:
        """Where each action of a table stands among the network's; −1 nowhere."""
        return _places(layout.actions, self.actions)


def variant_of(options: Any) -> str:
    """The variant of a table, or its edition if that is not the usual one; else empty."""
    usual: Any = type(options)
    edition = getattr(options, "edition", "")
    other = edition and edition != usual().edition
    return str(getattr(options, "variant", edition if other else ""))


def _places(parts: Sequence[Any], among: Sequence[Any]) -> NDArray[np.int64]:
    """Where each number of some parts stands among those of the same names."""
    starts = {part.name: part.start for part in among}
    places = np.full(max(part.start + part.size for part in parts), -1, np.int64)
    for part in parts:
        if part.name in starts:
            own = slice(part.start, part.start + part.size)
            places[own] = starts[part.name] + np.arange(part.size)
    return places


class SortedInputs(NamedTuple):
    """The numbers of an input by what they are."""

    bits: tuple[int, ...]
    counts: tuple[int, ...]
    categories: tuple[tuple[int, tuple[int, ...]], ...]
    """For each number of values, where such numbers stand."""


def sort_inputs(fields: Sequence[InputField]) -> SortedInputs:
    """Sort the numbers of an input: noughts and ones, counts, and kinds of things."""
    bits: list[int] = []
    counts: list[int] = []
    kinds: dict[int, list[int]] = {}
    for field in fields:
        for place in range(field.size):
            values = field.category_count(place)
            if values:
                kinds.setdefault(values, []).append(field.start + place)
            elif field.high <= 1:
                bits.append(field.start + place)
            else:
                counts.append(field.start + place)
    found = tuple((values, tuple(places)) for values, places in sorted(kinds.items()))
    return SortedInputs(tuple(bits), tuple(counts), found)
