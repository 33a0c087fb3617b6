"""Picking one member of a set of bits."""

from __future__ import annotations

from typing import Any

from realms.kernel.bits.sets import count
from realms.kernel.rule import link_instead, rule


@rule
def nth(bits: int, n: int) -> int:
    """The position of the n-th set bit, from 0, of a set that has so many.

    Halving instead of stepping: no branch depends on the bits, so none is mispredicted.

    >>> int(nth(0b101100, 1))
    3
    """
    place = 0
    width = 32
    while width:
        low = count(bits & ((1 << width) - 1))
        up = int(n >= low)
        n -= low & -up
        bits >>= width & -up
        place += width & -up
        width >>= 1
    return place


def _on_this_processor() -> Any:
    from realms.kernel.bits import intrinsics  # noqa: PLC0415  (loads Numba)

    return intrinsics.nth_by_deposit if intrinsics.can_deposit() else None


link_instead(nth, _on_this_processor)
