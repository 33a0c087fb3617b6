"""Sums of rows, as NumPy and as compiled loops, to the last bit the same.

A layer adds up the rows of its weights one after another, so that every number of the result
is a sum in a fixed order, however many are added at once. Uncompiled, NumPy adds a whole row;
compiled, the same sum is a loop.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.kernel.rule import before_compiling

LANES = 16
"""Sums that are kept side by side."""


def add_row(total: Any, row: Any, factor: Any) -> None:
    """Add a row, so many times over, to a total."""
    total += row * factor


def add_rows(total: Any, rows: Any, places: Any, factors: Any) -> None:
    """Add four rows at once, by pairs, each so many times over."""
    one = rows[places[0]] * factors[0] + rows[places[1]] * factors[1]
    other = rows[places[2]] * factors[2] + rows[places[3]] * factors[3]
    total += one + other


def dot(one: Any, other: Any) -> Any:
    """The sum of products, in as many sums side by side as `LANES`, added up at the end."""
    products = one * other
    whole = len(products) // LANES * LANES
    sums = (
        np.add.accumulate(products[:whole].reshape(-1, LANES))[-1]
        if whole
        else np.zeros(LANES, np.float32)
    )
    total = np.float32(0)
    for lane in range(LANES):
        total += sums[lane]
    for place in range(whole, len(products)):
        total += products[place]
    return total


def _teach() -> None:
    from numba.extending import overload  # noqa: PLC0415  (uncompiled runs do without it)

    @overload(dot, inline="never")
    def compiled_dot(one, other):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        def sum_products(one, other):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            sums = np.zeros(LANES, np.float32)
            whole = len(one) // LANES * LANES
            for start in range(0, whole, LANES):
                for lane in range(LANES):
                    sums[lane] += one[start + lane] * other[start + lane]
            total = np.float32(0)
            for lane in range(LANES):
                total += sums[lane]
            for place in range(whole, len(one)):
                total += one[place] * other[place]
            return total

        return sum_products

    @overload(add_row, inline="never")
    def compiled_add_row(total, row, factor):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        def add(total, row, factor):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            for place in range(len(total)):
                total[place] += row[place] * factor

        return add

    @overload(add_rows, inline="never")
    def compiled_add_rows(total, rows, places, factors):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        def add(total, rows, places, factors):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            first, second = rows[places[0]], rows[places[1]]
            third, fourth = rows[places[2]], rows[places[3]]
            a, b, c, d = factors[0], factors[1], factors[2], factors[3]
            for place in range(len(total)):
                one = np.float32(first[place]) * a + np.float32(second[place]) * b
                other = np.float32(third[place]) * c + np.float32(fourth[place]) * d
                total[place] += one + other

        return add


before_compiling(_teach)
