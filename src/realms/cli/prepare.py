"""`realms prepare`: compile the rules now, so that nobody waits for it later."""

from __future__ import annotations

from collections.abc import Callable

from realms.cli.arguments import Lang, language_for


def prepare(lang: Lang = None) -> None:
    """Compile all rules and keep them."""
    import sys

    from realms.arena.prepare import part_names, prepare_later
    from realms.cli.compile_notice import compile_notice
    from realms.kernel.text import say

    language = language_for(lang)
    done = 0

    def tell(_part: str) -> None:
        nonlocal done
        done += 1
        text = say("cli.prepared_part", language, n=done, total=len(part_names()))
        sys.stderr.write(text + "\n")
        sys.stderr.flush()

    with compile_notice(language):
        prepare_rules(tell)
        prepare_later(tell)


def prepare_rules(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile all rules of all games, on all cores at once, where any are missing."""
    from realms.arena.prepare import is_prepared, prepare_all

    if not is_prepared():
        prepare_all(report)


def prepare_beside() -> None:
    """Compile what play does not wait for while it is played, unless it is there."""
    import contextlib
    import subprocess
    import threading

    from realms.arena.prepare import MARK, deferred_names, prepare_later
    from realms.kernel.compiled.folder import folder
    from realms.kernel.rule import COMPILED

    home = folder("realms") if COMPILED else None
    if home is None or all((home / f"{MARK}-{part}").exists() for part in deferred_names()):
        return

    def work() -> None:
        with contextlib.suppress(subprocess.SubprocessError, OSError):  # the program was stopped
            prepare_later()

    threading.Thread(target=work, daemon=True).start()
