"""One machine instruction for counting bits, for finding the lowest and for picking one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from realms.kernel.rule import compiled


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


@intrinsic  # type: ignore[untyped-decorator]
def _deposit(_typing: Any, bits: Any, mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        name = "llvm.x86.bmi.pdep.64"
        called = cgutils.get_or_insert_function(builder.module, kind, name)
        return builder.call(called, arguments)

    return types.int64(types.int64, types.int64), generate


SLOW_DEPOSIT = ("znver1", "znver2")
"""Processors that have the instruction, and take a hundred times as long for it."""


def can_deposit() -> bool:
    """Whether this processor spreads bits over the places of a set by one quick instruction."""
    features = binding.get_host_cpu_features()
    return bool(features.get("bmi2")) and binding.get_host_cpu_name() not in SLOW_DEPOSIT


@compiled
def nth_by_deposit(bits: int, n: int) -> int:
    """The position of the n-th set bit: one bit, put in the n-th place of the set."""
    return int(_trailing_zeros(_deposit(1 << n, bits)))


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
