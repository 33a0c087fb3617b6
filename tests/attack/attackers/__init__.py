"""The attackers: each module here is one, and its first line says what it does.

A module has `async def attack(attacker)`, which goes on until it is cancelled, and, where
something has to be there before, `async def prepare(attacker)`; what `prepare` returns is the
second argument of `attack`. `attacker` is a `tests.attack.attacker.Attacker`: whatever is asked
through it stays inside the limits. While an attacker prepares it may use all the time there is.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any


def attacker_names() -> list[str]:
    """The names of all attackers."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def attacker_named(name: str) -> Any:
    """The module of an attacker."""
    return import_module(f"{__name__}.{name}")


def summary(name: str) -> str:
    """What an attacker does, in a line."""
    return str(attacker_named(name).__doc__).partition("\n")[0]
