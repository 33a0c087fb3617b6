"""Rules that begin as plain Python and go over to compiled code while the program runs.

To compile all rules takes minutes, to load them a second or two; as plain Python they answer
at once. A process that is to answer at once (`REALMS_COMPILE=later`) holds every rule as a
`LaterRule`. It is called like the rule itself, and which of the two runs is decided at each
call from outside: what has begun as plain Python ends so, for inside of it rules know each
other by their plain twins. So a process may go over at any time, whatever its threads do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from threading import Lock, get_ident
from types import FunctionType
from typing import Any

import numpy as np

_loading = Lock()
_loader = 0
"""The thread that runs rules compiled before all others do; 0 for none."""
_is_over = False


class LaterRule:
    """A rule that is plain Python first, and compiled later."""

    def __init__(self, function: Any, wraps: bool) -> None:
        functools.update_wrapper(self, function)
        self.py_func, self.wraps = function, wraps
        self._plain: Any = None

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Follow the rule, in the way this process does at present."""
        if _is_over or get_ident() == _loader:
            return self.compiled(*given, **named)
        return (self._plain or self.plain)(*given, **named)

    @functools.cached_property
    def compiled(self) -> Any:
        """The rule as compiled code, from the cache where it is there."""
        from realms.kernel.rule import compiled  # noqa: PLC0415  (which loads this module)

        return compiled(self.py_func)

    @property
    def plain(self) -> Any:
        """The rule as plain Python, all rules that it calls included."""
        written = self.py_func
        if self._plain is None and _is_whole(written.__globals__):
            names = _plain_names(written.__globals__)
            own = FunctionType(written.__code__, names, written.__name__, written.__defaults__)
            own.__kwdefaults__ = written.__kwdefaults__
            self._plain = np.errstate(over="ignore")(own) if self.wraps else own
        return self._plain or written


_PLAIN_NAMES: dict[int, dict[str, Any]] = {}


def _plain_names(names: dict[str, Any]) -> dict[str, Any]:
    """The names that a module's rules know, with the plain twins of the rules among them."""
    known = _PLAIN_NAMES.get(id(names))
    if known is None:
        known = _PLAIN_NAMES[id(names)] = dict(names)
        for name, value in names.items():
            if isinstance(value, LaterRule):
                known[name] = value.plain
    return known


def _is_whole(names: dict[str, Any]) -> bool:
    """Whether a module has been read to its end: before, some of its names are missing."""
    return not getattr(names.get("__spec__"), "_initializing", False)


def load_rules(use_rules: Iterable[Callable[[], None]]) -> None:
    """Load compiled rules by using them in this thread, while all others go on without."""
    global _loader  # noqa: PLW0603  (a state of the process, as what is loaded is)
    with _loading:
        _teach()
        _loader = get_ident()
        try:
            for use in use_rules:
                use()
        finally:
            _loader = 0


def go_over() -> None:
    """Run all rules compiled from now on; calls under way end as they began."""
    global _is_over  # noqa: PLW0603
    with _loading:
        _teach()
        _is_over = True


def is_over() -> bool:
    """Whether this process has gone over to compiled rules."""
    return _is_over


@functools.cache
def _teach() -> None:
    """Let Numba see a rule of this kind as what it compiles."""
    from numba.core import types  # noqa: PLC0415  (loaded when rules are compiled)
    from numba.extending import typeof_impl  # noqa: PLC0415

    @typeof_impl.register(LaterRule)  # type: ignore[untyped-decorator]
    def type_of(value: LaterRule, _context: Any) -> Any:
        return types.Dispatcher(value.compiled)
