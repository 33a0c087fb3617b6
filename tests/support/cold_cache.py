"""A cache of compiled rules in which parts are missing, for tests of how they are waited for."""

from __future__ import annotations

import os
from pathlib import Path

from realms.arena.prepare import play_parts
from realms.kernel.compiled.folder import digest, folder
from realms.kernel.compiled.progress import MARK
from realms.kernel.packs import game_names


def empty(root: Path) -> Path:
    """A cache in which nothing was ever compiled."""
    home = root / f"rules-{digest('realms')}"
    home.mkdir(parents=True)
    return home


def unprepared(root: Path, *parts: str) -> Path:
    """A cache with all compiled rules of this machine but parts that are not marked as done."""
    home, missing = empty(root), {f"{MARK}-{part}" for part in parts}
    for file in folder("realms").iterdir():
        is_mark = file.name.startswith(f"{MARK}-") and file.name not in missing
        if is_mark or file.suffix in (".nbi", ".nbc"):
            os.link(file, home / file.name)
    if not set(parts) & {part for game in game_names() for part in play_parts(game)}:
        (home / MARK).touch()
    return home
