"""One numbering of actions and observations for all tables of a game that a network plays.

Tables of one game differ in what they have: seats, blocks of actions, fields. Since seats are
told from the viewer's place on, a smaller table fills the beginning of what a larger one has.
So each block and field gets the room of its largest table, and the rest stays nought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from realms.arena.batches.layout import ActionBlock, Layout, ObservationField, end_of

TABLE_FIELD = "table"
"""The field in front of all others: which table it is, and how many play."""


class Encoding(Struct, frozen=True):
    """The numbers that a network reads and the actions it chooses from, at every table."""

    actions: tuple[ActionBlock, ...]
    fields: tuple[ObservationField, ...]
    players: int
    """Seats of the largest table."""
    variants: tuple[str, ...] = ("",)
    """The variants that tables differ by, if any."""

    @property
    def action_count(self) -> int:
        """How many actions there are in all."""
        return end_of(self.actions)

    @property
    def input_size(self) -> int:
        """How many numbers a network reads."""
        return end_of(self.fields)

    def table_numbers(self, options: Any) -> NDArray[np.int16]:
        """What is always the same at a table: its variant and how many play, one for each."""
        numbers = np.zeros(self.fields[0].size, np.int16)
        numbers[self.variants.index(variant_of(options))] = 1
        numbers[len(self.variants) + int(options.players) - 1] = 1
        return numbers

    def input_places(self, layout: Layout) -> NDArray[np.int64]:
        """Where each number of a table's observation stands in the network's input."""
        return _places(layout.fields, self.fields)

    def action_places(self, layout: Layout) -> NDArray[np.int64]:
        """Where each action of a table stands among the network's."""
        return _places(layout.actions, self.actions)


def variant_of(options: Any) -> str:
    """The variant of a table; empty for games that have none."""
    return str(getattr(options, "variant", ""))


def encoding_of(tables: Sequence[tuple[Any, Layout]]) -> Encoding:
    """The encoding that all of some tables share, given as options and layouts."""
    players = max(int(options.players) for options, _ in tables)
    variants = tuple(dict.fromkeys(variant_of(options) for options, _ in tables))
    first = ObservationField(TABLE_FIELD, 0, len(variants) + players, 0, 1)
    actions = _merge([layout.actions for _, layout in tables], 0)
    fields = _merge([layout.fields for _, layout in tables], first.size)
    return Encoding(actions, (first, *fields), players, variants)


def _merge(parts: Sequence[Sequence[Any]], start: int) -> tuple[Any, ...]:
    """Parts of the same name as one, with the room of the largest, one behind another."""
    largest: dict[str, Any] = {}
    for part in (part for table in parts for part in table):
        known = largest.setdefault(part.name, part)
        if part.size > known.size:
            largest[part.name] = part
        if isinstance(part, ObservationField):
            high = max(part.high, known.high)
            largest[part.name] = structs.replace(largest[part.name], high=high)
    merged = []
    for part in largest.values():
        merged.append(structs.replace(part, start=start))
        start += part.size
    return tuple(merged)


def _places(parts: Sequence[Any], among: Sequence[Any]) -> NDArray[np.int64]:
    """Where each number of some parts stands among merged ones."""
    starts = {part.name: part.start for part in among}
    places = np.empty(end_of(parts), np.int64)
    for part in parts:
        places[part.start : part.start + part.size] = starts[part.name] + np.arange(part.size)
    return places
