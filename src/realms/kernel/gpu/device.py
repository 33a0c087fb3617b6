"""The GPU: whether one is there, how records lie on it, how work is spread.

Kernels are thin: a thread takes a game or a hand and calls the rules that the processor
calls too; Numba compiles them for the GPU from the same source. Modules with kernels are
loaded when the device is asked for, after `require`.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from realms.kernel.errors import Unreadable

THREADS = 128
"""Threads of a block; between 64 and 512 the figures hardly differ."""


def require() -> None:
    """Refuse, in one sentence, where kernels cannot run."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise Unreadable("device/missing")
    if "row_stack" not in vars(np):  # numba-cuda names it; NumPy 2.5 has let it go
        np.row_stack = np.vstack
    from numba import cuda  # noqa: PLC0415

    if not cuda.is_available():
        raise Unreadable("device/none")
    if not is_simulated():
        from realms.kernel.gpu import code as device_code  # noqa: PLC0415

        device_code.teach()


def is_simulated() -> bool:
    """Whether kernels run as Python, in Numba's simulator."""
    from numba.core import config  # noqa: PLC0415

    return bool(config.ENABLE_CUDASIM)


def kernel(variant: str = "", **options: Any) -> Callable[[Callable[..., None]], Any]:
    """Mark a function as a kernel, kept on disk once it is compiled.

    Kernels made by one function for several uses are told apart by their variant.
    """

    def made(function: Callable[..., None]) -> Any:
        from numba import cuda  # noqa: PLC0415

        if is_simulated():
            return cuda.jit(function)
        compiled = cuda.jit(**options)(function)
        if importlib.util.find_spec("numba_cuda") is not None:
            from realms.kernel.gpu.cache import KernelCache  # noqa: PLC0415

            compiled._cache = KernelCache(function, variant)
        return compiled

    return made


def launch(kernel: Any, work: int, *arguments: Any) -> None:
    """Run a kernel with a thread for each piece of work."""
    threads = min(THREADS, max(1, work)) if is_simulated() else THREADS  # idle ones cost there
    blocks = max(1, -(-work // threads))
    if is_simulated():
        arguments = tuple(map(_simulated, arguments))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # little work is no fault of the caller
        kernel[blocks, threads](*arguments)


def _simulated(argument: Any) -> Any:
    """An argument as the simulator takes it: of a named tuple of arrays, the arrays themselves."""
    if not hasattr(argument, "_fields"):
        return argument
    arrays: Any = argument
    return arrays._make(getattr(array, "_ary", array) for array in arrays)


def device_layout(
    record: np.dtype[Any], smaller: Mapping[str, type[np.signedinteger[Any]]] | None = None
) -> np.dtype[Any]:
    """A record's type with every field where the GPU reads it in one piece.

    Records are packed; of a packed field the GPU may only read byte by byte. What a
    thousand threads keep is more than its fast memory holds, so fields may be told to be
    `smaller` there; not in the simulator, since in Python small integers overflow.

    >>> device_layout(np.dtype([("one", np.int8), ("two", np.int64)])).itemsize
    16
    """
    narrowed = smaller if smaller and not is_simulated() else {}
    fields: list[Any] = []
    for name in record.names or ():
        kind = record[name]
        fields.append((name, narrowed.get(name, kind.base), kind.shape))
    return np.dtype((np.record, np.dtype(fields, align=True)))


def to_device_layout(record: Any) -> Any:
    """An array of one record, laid out for the GPU."""
    return copy_in_layout(record, device_layout(record.dtype))


def copy_in_layout(record: Any, layout: np.dtype[Any]) -> Any:
    """An array of one record, in another layout of the same fields."""
    made = np.zeros(1, layout)
    for name in record.dtype.names:
        made[name] = record[name]
    return made
