"""Where compiled rules are kept, so that nothing stale ever runs.

Numba notices when a function's own file changes, but not when a function it calls, or a
table frozen into it, does. Here the folder itself is named after a digest of everything
that can shape compiled code: every source and content file of the packages that hold
rules, and the versions of the tools. An edit anywhere means another folder.
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
from typing import Any

import llvmlite
import numba
import numpy as np
from filelock import FileLock
from numba.core import caching, config
from numba.core.runtime import rtsys
from platformdirs import user_cache_path

from realms.kernel.compiled.linking import EntryLibrary, LinkedLibrary, rebuild

HOME = "realms"
"""The package whose rule sources every digest covers."""

KEPT_FOLDERS = 6
"""Digests kept on disk: a few branches side by side, not a history."""

WITHOUT_RULES = frozenset(
    {"cli", "web", "locale", "tables", "research", "terminal", "commands", "lessons"}
    | {"analysis", "__pycache__"}
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
    """A folder for this process alone, where no lasting one can be had."""
    made = tempfile.TemporaryDirectory(prefix="realms-")
    atexit.register(made.cleanup)
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
    """The tools that turn rules into machine code."""
    tools = (numba.__version__, llvmlite.__version__, np.__version__)
    settings = (str(config.OPT), str(config.BOUNDSCHECK))
    return " ".join((platform.python_implementation(), sys.version, *tools, *settings))


def has_home(function: Any) -> bool:
    """Whether a rule belongs to a package, whose files a digest can cover.

    Rules of a script, of a lone module or of a prompt are compiled anew in each process:
    nobody could tell on what other files they rest.
    """
    top = function.__module__.partition(".")[0]
    if top in ("__main__", "__mp_main__"):
        return False
    spec = util.find_spec(top)
    return bool(spec and spec.origin and spec.submodule_search_locations)


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


class Locator(caching._CacheLocator):  # type: ignore[misc]
    """Tells Numba our folder, and that its content is fresh by construction."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._package = function.__module__.partition(".")[0]
        self._name = hashlib.sha256(function.__module__.encode()).hexdigest()[:8]
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Locator:
        """The locator of a function."""
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        """The folder of compiled rules."""
        return str(open_folder(self._package))

    def get_source_stamp(self) -> str:
        """What the compiled code was made from."""
        return digest(self._package)

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart."""
        return f"{self._name}-{self._line}"


class RulesCacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's own way of storing compiled functions, in our folder."""

    _locator_classes = (Locator,)
    _library: type = EntryLibrary

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """What was stored."""
        return rebuild(self._library, target_context, payload)


class LinkedLocator(Locator):
    """Beside the machine code of a rule: its code for callers to link."""

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart."""
        return f"{super().get_disambiguator()}-linked"


class LinkedCacheImpl(RulesCacheImpl):
    """How code that rules link is stored."""

    _locator_classes = (LinkedLocator,)
    _library = LinkedLibrary


class RulesCache(caching.FunctionCache):  # type: ignore[misc]
    """A cache that several processes may fill at once.

    Numba numbers its data files from an index it reads first and writes later; two
    processes could give one number to two signatures. A lock file makes that one step.
    """

    _impl_class = RulesCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load without making Numba's whole vocabulary ready, which only compiling needs.

        That saves a fifth of a second at every start; the run-time library is all that
        compiled code calls.
        """
        rtsys.initialize(target_context)
        return self._load_overload(sig, target_context)

    def _save_overload(self, sig: Any, data: Any) -> None:
        with FileLock(Path(self.cache_path) / "saving.lock"):
            super()._save_overload(sig, data)


class LinkedCache(RulesCache):
    """The same for code that rules link."""

    _impl_class = LinkedCacheImpl
