"""One machine instruction for counting bits and for finding the lowest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload


@intrinsic  # type: ignore[untyped-decorator]
def _population(_typing: Any, bits: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(_typing: Any, bits: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


def teach(count: Callable[[int], int], lowest: Callable[[int], int]) -> None:
    """Let compiled rules call `bits.count` and `bits.lowest` as instructions.

    Numba compares the signatures below to the letter, so they carry no annotations.
    """

    @overload(count)
    def _count(bits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return lambda bits: _population(bits)  # noqa: PLW0108  (Numba wants a function)

    @overload(lowest)
    def _lowest(bits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return lambda bits: _trailing_zeros(bits)  # noqa: PLW0108
