"""`@rule`: rules are plain Python functions that are also compiled.

A rule is written in the subset of Python that Numba compiles: functions on a game's
record, on integers and on small arrays. `REALMS_COMPILE=0` in the environment runs every
rule as the plain Python it is, for the debugger, for short work, and for the tests that hold
both to the same bytes. `REALMS_COMPILE=later` begins so and goes over to compiled rules when
the process asks for it (`kernel.compiled.later`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, overload

import numpy as np

from realms.kernel.compiled import switch

COMPILED = switch.chosen() != switch.PLAIN
"""Whether rules run compiled in this process, at once or later."""
LATER = switch.chosen() == switch.LATER
"""Whether rules begin as plain Python and go over to compiled code."""

F = TypeVar("F", bound=Callable[..., Any])


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, wraps: bool) -> Callable[[F], F]: ...
def rule(function: F | None = None, *, wraps: bool = False) -> F | Callable[[F], F]:
    """Mark a function as a rule, compiled on first use and kept on disk.

    `wraps=True` is for arithmetic that means to wrap at 64 bits (the random generator):
    run uncompiled, NumPy would warn of it.

    >>> @rule
    ... def doubled(n: int) -> int:
    ...     return 2 * n
    >>> doubled(21)
    42
    """
    if function is None:
        return lambda later: _made(later, wraps)
    return _made(function, wraps)


def _made(function: F, wraps: bool) -> F:
    if not COMPILED:
        return np.errstate(over="ignore")(function) if wraps else function
    if LATER:
        from realms.kernel.compiled.switchover import LaterRule  # noqa: PLC0415

        return LaterRule(function, wraps)  # type: ignore[return-value]
    return compiled(function)


def plain(function: F) -> F:
    """A rule as the Python it is: for states opened as plain values, where that is quicker.

    Only for rules that hand the state to no other rule.
    """
    found: F = getattr(function, "py_func", function)
    return found


_lessons: list[Callable[[], None]] = []


def before_compiling(teach: Callable[[], None]) -> None:
    """Have something taught to Numba before it next compiles a rule; never, where it does not."""
    _lessons.append(teach)


_instead: dict[Any, Callable[[], Any]] = {}


def link_instead(of: Callable[..., Any], other: Callable[[], Any]) -> None:
    """Let compiled rules that call one rule link another, which gives the same more quickly.

    `other` says which, or None where this processor has none; the GPU goes on with the first.
    """
    _instead[plain(of)] = other


def compiled(function: F) -> F:
    """Compile a function as a rule, whatever the switch says."""
    import numba  # noqa: PLC0415  (uncompiled runs do without it)

    from realms.kernel.compiled import record_arguments as records  # noqa: PLC0415
    from realms.kernel.compiled.cache import LinkedCache, RulesCache, has_home  # noqa: PLC0415
    from realms.kernel.compiled.linker import EntryCompiler, LinkedCompiler  # noqa: PLC0415

    records.teach()
    while _lessons:
        _lessons.pop()()
    how = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    kept = has_home(function)

    @functools.cache
    def linked() -> Any:
        """The rule as other rules link it."""
        other = _instead.get(function, lambda: None)()
        if other is not None:
            return other.linked()
        made = numba.njit(function, pipeline_class=LinkedCompiler, no_cpython_wrapper=True, **how)
        if kept:
            made._cache = LinkedCache(function)
        return made

    made: Any = numba.njit(function, pipeline_class=EntryCompiler, **how)
    if kept:
        made._cache = RulesCache(function)
    made.linked = linked
    made.get_call_template = _once_per_type(made)
    made.get_overload = lambda signature: made.linked().get_overload(signature)
    return made  # type: ignore[no-any-return]


def _once_per_type(made: Any) -> Callable[..., Any]:
    """Compile for types, not for each constant passed nor each size of a number.

    Left alone, Numba compiles `f(0)` and `f(n)` apart, and once more for a field of eight
    bits. Inlining sees all of that anyway.
    """
    from numba.core import types  # noqa: PLC0415
    from numba.core.types.misc import unliteral  # noqa: PLC0415

    def general(kind: Any) -> Any:
        kind = unliteral(kind)
        return types.int64 if kind in (types.int8, types.int16, types.int32) else kind

    def resolved(args: Any, kws: Any) -> Any:
        kws = {name: general(value) for name, value in dict(kws).items()}
        return made.linked().get_call_template(tuple(general(value) for value in args), kws)

    return resolved
