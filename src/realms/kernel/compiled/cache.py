"""Numba's cache in our folders, filled by several processes at once."""

from __future__ import annotations

import hashlib
from importlib import util
from pathlib import Path
from typing import Any

from filelock import FileLock
from numba.core import caching
from numba.core.runtime import rtsys

from realms.kernel.compiled.folder import digest, open_folder
from realms.kernel.compiled.linker import EntryLibrary, LinkedLibrary, rebuild


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
