"""Trees of sources: this one, and those of earlier commits."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from realms.kernel.errors import Unreadable

HERE = Path(__file__).parents[1]
"""The root of this tree."""
PLAYERS = ("benchmarks/engines/players", "src/realms/field/players")
"""Where a tree keeps the scripts that play, now and before 0.2."""


def source_path(tree: Path) -> str:
    """What `PYTHONPATH` has to be for a process that runs the sources of a tree."""
    return os.pathsep.join((str(tree / "src"), str(tree)))


def players_of(tree: Path) -> Path:
    """The folder of the scripts that play the games of a tree.

    Each tree is played by its own scripts, which know where its modules are.
    """
    return next(tree / place for place in PLAYERS if (tree / place).is_dir())


@contextmanager
def tree_of(reference: str) -> Iterator[Path]:
    """The sources as they were at a commit, in a worktree of git for as long as they are used."""
    with TemporaryDirectory(prefix="realms-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(HERE), "worktree"]
        added = [*git, "add", "--detach", str(tree), reference]
        try:
            subprocess.run(added, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unreadable("bench/reference", reference=reference) from error
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], capture_output=True, check=False)
