"""Patience: what takes a while before a command answers, and why, told to the user."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

from realms.kernel.compiled import switch
from realms.kernel.text import say

LONG = 1.0
"""Seconds of silence that a user notices."""


@contextlib.contextmanager
def compile_notice(language: str) -> Iterator[None]:
    """Say on standard error that rules are compiled, or loaded, when that takes a while."""
    if not _is_compiled():  # nobody waits for a compiler
        yield
        return

    def tell(key: str) -> None:
        sys.stderr.write(say(key, language) + "\n")
        sys.stderr.flush()

    later = threading.Timer(LONG, tell, ["cli.loading"])
    later.daemon = True
    if is_cold():
        tell("cli.preparing")
    else:
        later.start()
    try:
        yield
    finally:
        later.cancel()


def _is_compiled() -> bool:
    if switch.chosen() == switch.PLAIN:
        return False
    from realms.kernel.compiled.progress import rules_now

    return rules_now() == "compiled"


def is_cold() -> bool:
    """Whether no rules of this version were ever compiled on this machine."""
    from realms.kernel.rule import COMPILED

    if not COMPILED:
        return False
    from realms.kernel.compiled.folder import folder

    here = folder("realms")
    return not here.is_dir() or not any(here.iterdir())
