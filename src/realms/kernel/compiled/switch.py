"""How rules are to run in this process: said before any rule is read, and handed on to others."""

from __future__ import annotations

import os
import sys

SWITCH = "REALMS_COMPILE"
"""The variable of the environment that says it."""
PLAIN, COMPILED, LATER = "0", "1", "later"
"""As plain Python; compiled; as plain Python until the process goes over to compiled rules."""


def chosen() -> str:
    """How rules run here: compiled, where nobody says otherwise."""
    said = os.environ.get(SWITCH, "")
    return said if said in (PLAIN, LATER) else COMPILED


def prefer(way: str) -> None:
    """Have rules run in a way, here and in processes started from here, unless the user said how.

    Where rules have been read already it is too late, and they go on as they are.
    """
    if "realms.kernel.rule" not in sys.modules:
        os.environ.setdefault(SWITCH, way)
