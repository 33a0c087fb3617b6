"""Rules that are written once for all games and compiled for each with its own rules in them.

Numba keeps no compiled function that closes over others. So the functions of a module of
such rules are made anew over globals in which its stubs are a game's rules, and belong to the
module that asks: there their compiled code has a name of its own.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from realms.kernel.rule import rule


def specialise(written: ModuleType, home: str, prefix: str, **handed_in: Any) -> dict[str, Any]:
    """The functions of a module as rules by name, with the rules handed in for its stubs.

    `home` is the name of the module that asks, `prefix` tells its specialisations apart.
    """
    names: dict[str, Any] = dict(vars(written)) | handed_in
    made: dict[str, Any] = {}
    for name, function in vars(written).items():
        is_stub = name in handed_in
        its_own = isinstance(function, FunctionType) and function.__module__ == written.__name__
        if its_own and not is_stub:
            own = FunctionType(function.__code__, names, name, function.__defaults__)
            own.__module__, own.__doc__ = home, function.__doc__
            own.__qualname__ = f"{prefix}_{name}"
            names[name] = made[name] = rule(own)
    return made
