"""Patience: the first time rules are used they are compiled, and the user is told so."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

from realms.kernel.text import say

LONG = 1.0
"""Seconds of silence that a user notices."""


@contextlib.contextmanager
def compile_notice(language: str) -> Iterator[None]:
    """Say on standard error that rules are being prepared, when that takes a while."""
    from realms.kernel.compiled.progress import rules_now

    if rules_now() != "compiled":  # nobody waits for a compiler
        yield
        return
    said = threading.Event()

    def tell() -> None:
        if not said.is_set():
            said.set()
            sys.stderr.write(say("cli.preparing", language) + "\n")
            sys.stderr.flush()

    later = threading.Timer(LONG, tell)
    later.daemon = True
    if is_cold():
        tell()
    else:
        later.start()
    try:
        yield
    finally:
        said.set()
        later.cancel()


def is_cold() -> bool:
    """Whether no rules of this version were ever compiled on this machine."""
    from realms.kernel.rule import COMPILED

    if not COMPILED:
        return False
    from realms.kernel.compiled.folder import folder

    here = folder("realms")
    return not here.is_dir() or not any(here.iterdir())
