"""Compiling while a program runs: in the background, or first where nothing goes without."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

PAUSE = 0.5
"""Seconds between two looks at how far compiling has come."""


def wait_for_rules(parts: Sequence[str], language: str) -> None:
    """Have parts compiled that what follows cannot do without, and tell how far that has come.

    Where rules run as plain Python, or are compiled already, there is nothing to wait for.
    """
    import sys
    import time

    from realms.arena.prepare import prepare_parts
    from realms.kernel.compiled.progress import USUAL_SECONDS, is_part_prepared, rules_now
    from realms.kernel.text import say

    missing = [part for part in parts if not is_part_prepared(part)]
    if rules_now() == "plain" or not missing:
        return
    began = time.monotonic()

    def tell(done: int) -> None:
        usual = (USUAL_SECONDS + time.monotonic() - began) / (1 + done)
        left = {"n": done, "total": len(missing), "seconds": round(usual * (len(missing) - done))}
        sys.stderr.write(say("cli.compiling_first", language, **left) + "\n")
        sys.stderr.flush()

    tell(0)
    done = count(1)
    prepare_parts(missing, lambda _part: tell(next(done)))


def load_rules(plan: Any, device: str, language: str) -> None:
    """Have the rules ready that a plan of games is played with."""
    from realms.arena.prepare import play_parts
    from realms.arena.simulate import warm_up
    from realms.cli.compiling.notice import compile_notice

    if device == "cpu":
        wait_for_rules(play_parts(plan.game), language)
    with compile_notice(language):
        warm_up(plan, device)


@contextlib.contextmanager
def prepare_beside(tell: Callable[[str], None], language: str) -> Iterator[None]:
    """Compile what is missing in the background, for as long as this program runs.

    `tell` is told how far it has come.
    """
    from realms.arena.prepare import is_all_prepared, start_preparing, stop_preparing

    if is_all_prepared():
        yield
        return
    process, ended = start_preparing(), threading.Event()
    telling = threading.Thread(target=_follow, args=(tell, language, ended), daemon=True)
    telling.start()
    try:
        yield
    finally:
        ended.set()
        stop_preparing(process)


def _follow(tell: Callable[[str], None], language: str, ended: threading.Event) -> None:
    """Tell how far compiling has come whenever another part is done, until all are."""
    from realms.kernel.compiled.progress import is_prepared, read_progress
    from realms.kernel.text import say

    if is_prepared():
        return
    told = -1
    while not ended.wait(PAUSE):
        now = read_progress()
        if now.is_stopped:
            tell(say("cli.compile_stopped", language))
            return
        if is_prepared():
            tell(say("cli.compiled", language))
            return
        if now.total and now.done > told:
            told = now.done
            fields = {"n": now.done, "total": now.total, "seconds": now.seconds_left}
            tell(say("cli.compiling", language, **fields))
