"""The encoding that all tables of a game share that a network learns at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import convert, structs, to_builtins

from realms.arena.batches.layout import ActionBlock, Layout, ObservationField
from realms.bots.learned.encoding import ActionRange, Encoding, InputField, variant_of

TABLE_FIELD = "table"
"""The field in front of all others: which table it is, and how many play."""

Part = TypeVar("Part", ActionBlock, ObservationField)


def encoding_of(tables: Sequence[tuple[Any, Layout]]) -> Encoding:
    """The encoding that all of some tables share, given as options and layouts."""
    players = max(int(options.players) for options, _ in tables)
    variants = tuple(dict.fromkeys(variant_of(options) for options, _ in tables))
    first = InputField(TABLE_FIELD, 0, len(variants) + players, 1)
    actions = _merge([layout.actions for _, layout in tables], 0)
    fields = _merge([layout.fields for _, layout in tables], first.size)
    return Encoding(
        actions=convert(to_builtins(actions), tuple[ActionRange, ...]),
        fields=(first, *convert(to_builtins(fields), tuple[InputField, ...])),
        players=players,
        variants=variants,
    )


def _merge(tables: Sequence[Sequence[Part]], start: int) -> list[Part]:
    """Parts of the same name as one, with the room of the largest, one behind another."""
    largest: dict[str, Part] = {}
    for part in (part for table in tables for part in table):
        known = largest.setdefault(part.name, part)
        if part.size > known.size:
            largest[part.name] = part
    merged = []
    for part in largest.values():
        merged.append(structs.replace(part, start=start))
        start += part.size
    return merged
