"""`realms prepare`: compile the rules now, so that nobody waits for it later."""

from __future__ import annotations

from realms.cli.arguments import Lang, spoken


def prepare(lang: Lang = None) -> None:
    """Compile all rules and keep them."""
    from realms.cli.preparing import preparing

    with preparing(spoken(lang)):
        prepare_rules()


def prepare_rules() -> None:
    """Compile all rules of all games, on two cores at once where there are two."""
    import os
    import subprocess
    import sys

    from realms.arena.prepare import PARTS
    from realms.cli.preparing import is_cold

    if is_cold() and (os.cpu_count() or 1) > 1:
        command = [sys.executable, "-m", "realms.arena.prepare"]
        for part in [subprocess.Popen([*command, part]) for part in PARTS]:
            part.wait()
    for work in PARTS.values():
        work()
