"""Records are handed to compiled rules by their address.

Numba asks a record for a view of its memory, which writes down the layout of all its fields
anew at every call: some eight microseconds, twenty times what a short rule takes. A record
knows where its fields are; that address is all a rule needs. Where NumPy keeps it is looked
at once, and if it is not where we expect it, everything stays as Numba does it.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import boxing, types
from numba.core.pythonapi import NativeValue, _unboxers

PLACE = 3 * struct.calcsize("P")
"""Where a record keeps the address of its fields: behind the head of every sized object."""


def is_there() -> bool:
    """Whether the address of a record's fields is where we expect it."""
    rows = np.zeros(2, np.dtype((np.record, [("one", np.int64), ("two", np.int8)])))
    return all(
        ctypes.c_void_p.from_address(id(row) + PLACE).value == row.__array_interface__["data"][0]
        for row in (rows[0], rows[1])
    )


def by_address(kind: Any, record: Any, c: Any) -> Any:
    """The address of a record's fields, as compiled rules take a record."""
    rng_state = ir.IntType(8 * struct.calcsize("P"))
    head = c.builder.ptrtoint(record, rng_state)
    place = c.builder.add(head, ir.Constant(rng_state, PLACE))
    expected = c.context.get_value_type(kind)
    return NativeValue(c.builder.load(c.builder.inttoptr(place, expected.as_pointer())))


def teach() -> None:
    """Let compiled rules take records by their address."""
    assert boxing.unbox_record  # Numba's own way must be known before it is replaced
    if is_there():
        _unboxers.functions[types.Record] = by_address
