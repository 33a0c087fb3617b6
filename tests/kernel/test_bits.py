from __future__ import annotations

import random

import pytest

from realms.kernel.bits.choice import nth
from realms.kernel.bits.sets import bits_of, count, lowest, members
from realms.kernel.rule import rule

pytestmark = pytest.mark.uncompiled


@rule
def picked(bits: int, n: int) -> int:
    return nth(bits, n)


@rule
def inside(bits: int) -> tuple[int, int]:
    return count(bits), lowest(bits)


def test_sets_of_bits() -> None:
    dice = random.Random(3)
    for _ in range(300):
        positions = sorted(dice.sample(range(62), dice.randint(1, 20)))
        bits = bits_of(positions)
        assert list(members(bits)) == positions
        assert inside(bits) == (len(positions), positions[0])
        for n, position in enumerate(positions):
            assert nth(bits, n) == position
            assert picked(bits, n) == position  # by other instructions, where there are any
    assert list(members(0)) == []
    assert count(0) == 0
