"""`realms prepare`: compile the rules now, so that nobody waits for it later."""

from __future__ import annotations

from realms.cli.arguments import Lang, language_for


def prepare(lang: Lang = None) -> None:
    """Compile all rules and keep them; nothing where they are to run as plain Python."""
    from realms.arena.prepare import all_parts, prepare_all
    from realms.cli.compiling.background import showing_progress
    from realms.kernel.rule import COMPILED

    if not COMPILED:
        return
    with showing_progress(all_parts(), "cli.preparing_all", language_for(lang)) as report:
        prepare_all(report)
