"""Sets of up to 63 things as the bits of one integer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from realms.kernel.rule import before_compiling


def count(bits: int) -> int:
    """How many bits are set.

    >>> count(0b1011)
    3
    """
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The position of the lowest set bit; of a set that is not empty.

    >>> lowest(0b1000)
    3
    """
    return (int(bits) & -int(bits)).bit_length() - 1


def members(bits: int) -> Iterator[int]:
    """The positions set, lowest first. For Python; rules loop with `lowest`.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    left = int(bits)
    while left:
        first = left & -left
        yield first.bit_length() - 1
        left ^= first


def bits_of(positions: Iterable[int]) -> int:
    """An integer with the bits at these positions set.

    >>> bits_of([0, 1, 3])
    11
    """
    total = 0
    for position in positions:
        total |= 1 << position
    return total


def _teach() -> None:
    from realms.kernel.bits import intrinsics  # noqa: PLC0415  (loads Numba)

    intrinsics.teach(count, lowest)


before_compiling(_teach)
