"""`realms prepare`: compile the rules now, so that nobody waits for it later."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from realms.cli.arguments import Lang, language_for

PAUSE = 0.5
"""Seconds between two looks at how far compiling has come."""


def prepare(lang: Lang = None) -> None:
    """Compile all rules and keep them."""
    from realms.arena.prepare import prepare_later

    language = language_for(lang)
    with told_progress(language) as report:
        prepare_rules(report)
        prepare_later(report)


def prepare_rules(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile all rules of all games, on all cores at once, where any are missing."""
    from realms.arena.prepare import prepare_all
    from realms.kernel.compiled.progress import is_prepared

    if not is_prepared():
        prepare_all(report)


@contextlib.contextmanager
def told_progress(language: str) -> Iterator[Callable[[str], None]]:
    """Tell on standard error how far compiling has come, part by part."""
    import sys

    from realms.arena.prepare import part_names
    from realms.cli.compile_notice import compile_notice
    from realms.kernel.text import say

    done = 0

    def tell(_part: str) -> None:
        nonlocal done
        done += 1
        text = say("cli.prepared_part", language, n=done, total=len(part_names()))
        sys.stderr.write(text + "\n")
        sys.stderr.flush()

    with compile_notice(language):
        yield tell


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
