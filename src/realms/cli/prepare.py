"""`realms prepare`: compile the rules now, so that nobody waits for it later."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from realms.cli.arguments import Lang, language_for


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
    from realms.cli.compiling.notice import compile_notice
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
