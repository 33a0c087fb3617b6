"""The folders in which compiled rules are kept, so that nothing stale ever runs.

Numba notices when a function's own file changes, but not when a function it calls, or a
table frozen into it, does. Here the folder itself is named after a digest of everything
that can shape compiled code: every source and content file of the packages that hold
rules, and the versions of what compiles them. An edit anywhere means another folder. To find it
takes no Numba, so that a program knows at once whether its rules are compiled.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
from importlib import util
from pathlib import Path

from platformdirs import user_cache_path

HOME = "realms"
"""The package whose rule sources every digest covers."""

KEPT_FOLDERS = 6
"""Digests kept on disk: a few branches side by side, not a history."""

WITHOUT_RULES = frozenset(
    {"cli", "web", "locale", "tables", "research", "terminal", "commands", "lessons"}
    | {"analysis", "learning", "__pycache__"}
)
"""Folders that hold no rules, wherever they are; editing them costs no compilation."""


def cache_root() -> Path:
    """The folder of all compiled rules: `REALMS_CACHE`, else the user's cache directory."""
    chosen = os.environ.get("REALMS_CACHE")
    root = Path(chosen) if chosen else user_cache_path(HOME)
    try:
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    except OSError:
        pass
    return _own_folder()


@functools.cache
def _own_folder() -> Path:
    """A folder for this process and those it starts, where no lasting one can be had."""
    made = tempfile.TemporaryDirectory(prefix="realms-")
    atexit.register(made.cleanup)
    os.environ["REALMS_CACHE"] = made.name
    return Path(made.name)


def ingredients(package: str) -> list[Path]:
    """The source and content files of a package that can shape rules."""
    spec = util.find_spec(package)
    if spec is None or spec.origin is None:
        return []
    home = Path(spec.origin).parent
    files = [path for path in home.rglob("*") if path.suffix in (".py", ".toml")]
    return sorted(p for p in files if WITHOUT_RULES.isdisjoint(p.relative_to(home).parts))


def versions() -> str:
    """What turns rules into machine code, and what the environment tells them."""
    from importlib.metadata import version  # noqa: PLC0415  (takes long to load)

    compilers = (version(name) for name in ("numba", "llvmlite", "numpy"))
    settings = (os.environ.get(name, "") for name in ("NUMBA_OPT", "NUMBA_BOUNDSCHECK"))
    return " ".join((platform.python_implementation(), sys.version, *compilers, *settings))


@functools.cache
def digest(package: str) -> str:
    """A digest of everything that can shape the compiled rules of a package."""
    seen = hashlib.sha256(versions().encode())
    for name in sorted({HOME, package}):
        for path in ingredients(name):
            seen.update(f"\0{name}/{path.name}\0".encode())
            seen.update(path.read_bytes())
    return seen.hexdigest()[:24]


def folder(package: str) -> Path:
    """The folder of a package's compiled rules as they are now."""
    return cache_root() / f"rules-{digest(package)}"


@functools.cache
def open_folder(package: str) -> Path:
    """Make the folder, and let go of folders long unused."""
    here = folder(package)
    here.mkdir(parents=True, exist_ok=True)
    os.utime(here)
    for old in sorted(cache_root().glob("rules-*"), key=_age)[KEPT_FOLDERS:]:
        if _age(old) > 24 * 3600:
            shutil.rmtree(old, ignore_errors=True)
    return here


def _age(folder: Path) -> float:
    """Seconds since a folder was opened; none where another process has just removed it."""
    try:
        return time.time() - folder.stat().st_mtime
    except OSError:
        return 0.0
