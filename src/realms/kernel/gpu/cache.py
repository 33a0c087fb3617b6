"""Where compiled kernels are kept: beside the compiled rules, and as fresh as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from filelock import FileLock
from numba.cuda.dispatcher import CUDACache, CUDACacheImpl

from realms.kernel.compiled.cache import Locator


class KernelCacheImpl(CUDACacheImpl):  # type: ignore[misc]
    """Numba's own way of storing kernels, in our folder."""

    _locator_classes = (Locator,)


class KernelCache(CUDACache):  # type: ignore[misc]
    """A cache that several processes may fill at once."""

    _impl_class = KernelCacheImpl

    def __init__(self, function: Any, variant: str) -> None:
        super().__init__(function)
        self._variant = variant

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """The types, the GPU and the variant; what the code says, the folder's name knows."""
        return str(sig), codegen.magic_tuple(), self._variant

    def _save_overload(self, sig: Any, data: Any) -> None:
        with FileLock(Path(self.cache_path) / "saving.lock"):
            super()._save_overload(sig, data)
