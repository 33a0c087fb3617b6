"""The view of any game as numbers, by the types of its fields; `docs/batch.md` has the rule.

A view says by its types how it is written down. Sizes are those the types declare
(`Meta(max_length=…)`), else those of a game that begins, with room for each seat at least;
ranges are those of `Meta(ge=…, le=…)`. What is made of a view alone tells no more than the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import inspect

from realms.kernel.errors import Unreadable

LOWEST, HIGHEST = int(np.iinfo(np.int32).min), int(np.iinfo(np.int32).max)
"""The range of a number whose type declares none."""


class Numbers(NamedTuple):
    """How values of one type are written down: how many numbers, their range, and which."""

    size: int
    low: int
    high: int
    write: Callable[[Any], list[int]]


NOTHING = Numbers(0, 0, 0, lambda _value: [])
"""What is left out: texts, and whatever else has no number."""


def numbers_of(kind: inspect.Type, examples: Sequence[Any], name: str, least: int) -> Numbers:
    """How values of a type are written down.

    `examples` are values of a game that begins, `least` is how many a list has room for
    whatever the examples have: a place for each seat.
    """
    match kind:
        case inspect.BoolType():
            return Numbers(1, 0, 1, lambda value: [int(value)])
        case inspect.IntType():
            return _whole(kind)
        case inspect.LiteralType():
            return _choice(tuple(kind.values))
        case inspect.EnumType():
            return _choice(tuple(kind.cls))
        case inspect.StructType():
            return _fields(kind, examples, name, least)
        case inspect.TupleType():
            return _row(kind, examples, name, least)
        case inspect.VarTupleType() | inspect.ListType():
            return _list(kind, examples, name, least, list)
        case inspect.SetType() | inspect.FrozenSetType():
            return _list(kind, examples, name, least, sorted)
        case inspect.DictType():
            return _table(kind, examples, name, least)
        case inspect.UnionType():
            return _optional(kind, examples, name, least)
    return NOTHING


def _whole(kind: inspect.IntType) -> Numbers:
    low = kind.ge if kind.ge is not None else LOWEST if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else HIGHEST if kind.lt is None else kind.lt - 1
    return Numbers(1, low, high, lambda value: [int(value)])


def _choice(values: tuple[Any, ...]) -> Numbers:
    """One of a few values: its place among them."""
    places = {value: place for place, value in enumerate(values)}
    return Numbers(1, 0, len(values) - 1, lambda value: [places[value]])


def _fields(kind: inspect.StructType, examples: Sequence[Any], name: str, least: int) -> Numbers:
    """All fields, one behind another."""
    parts = field_numbers(kind, examples, name, least)
    return _joined(
        [part for _, part in parts],
        lambda value: [getattr(value, field) for field, _ in parts],
    )


def field_numbers(
    kind: inspect.StructType, examples: Sequence[Any], name: str, least: int
) -> list[tuple[str, Numbers]]:
    """How each field of a struct is written down."""
    return [
        (
            field.name,
            numbers_of(
                field.type,
                [getattr(example, field.name) for example in examples],
                f"{name}.{field.name}" if name else field.name,
                least,
            ),
        )
        for field in kind.fields
    ]


def _row(kind: inspect.TupleType, examples: Sequence[Any], name: str, least: int) -> Numbers:
    """So many values, each of its type."""
    parts = [
        numbers_of(item, [example[place] for example in examples], name, least)
        for place, item in enumerate(kind.item_types)
    ]
    return _joined(parts, list)


def _list(
    kind: Any, examples: Sequence[Any], name: str, least: int, ordered: Callable[[Any], list[Any]]
) -> Numbers:
    """How many there are, then each; noughts in the places that are free."""
    most = kind.max_length
    if most is None:
        most = max((len(example) for example in examples), default=0)
        most = max(most, least)
    item = numbers_of(kind.item_type, [one for example in examples for one in example], name, least)
    if not item.size:  # of texts only their number is told
        return Numbers(1, 0, kind.max_length or HIGHEST, lambda value: [len(value)])

    def write(value: Any) -> list[int]:
        if len(value) > most:
            raise Unreadable("batch/view", field=name, n=len(value), size=most)
        numbers = [len(value), *(number for one in ordered(value) for number in item.write(one))]
        return numbers + [0] * (1 + most * item.size - len(numbers))

    low, high = min(0, item.low), max(most, item.high)
    return Numbers(1 + most * item.size, low, high, write)


def _table(kind: inspect.DictType, examples: Sequence[Any], name: str, least: int) -> Numbers:
    """The values by their keys, those of a game that begins in order; others are left out."""
    keys = sorted({key for example in examples for key in example})
    item = numbers_of(
        kind.value_type, [v for example in examples for v in example.values()], name, least
    )
    absent = [0] * item.size

    def write(value: Any) -> list[int]:
        found = (item.write(value[key]) if key in value else absent for key in keys)
        return [number for numbers in found for number in numbers]

    return Numbers(len(keys) * item.size, min(0, item.low), max(0, item.high), write)


def _optional(kind: inspect.UnionType, examples: Sequence[Any], name: str, least: int) -> Numbers:
    """Something or None: a one and the value, or noughts. Other unions are left out."""
    others = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    if len(others) != 1 or len(others) == len(kind.types):
        return NOTHING
    there = [example for example in examples if example is not None]
    item = numbers_of(others[0], there, name, least)
    absent = [0] * (1 + item.size)

    def write(value: Any) -> list[int]:
        return absent if value is None else [1, *item.write(value)]

    return Numbers(1 + item.size, min(0, item.low), max(1, item.high), write)


def _joined(parts: Sequence[Numbers], split: Callable[[Any], Iterable[Any]]) -> Numbers:
    """Parts one behind another."""

    def write(value: Any) -> list[int]:
        numbers: list[int] = []
        for part, one in zip(parts, split(value), strict=True):
            numbers += part.write(one)
        return numbers

    filled = [part for part in parts if part.size]
    low = min((part.low for part in filled), default=0)
    high = max((part.high for part in filled), default=0)
    return Numbers(sum(part.size for part in parts), low, high, write)
