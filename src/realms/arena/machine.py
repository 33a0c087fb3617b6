"""The machine that figures are from, as data."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np

from realms.kernel.errors import RealmsError
from realms.kernel.gpu import device


def machine() -> dict[str, Any]:
    """The date, the processor, the GPU where there is one, and the versions that matter."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "model": processor_model(),
        "processor": llvm.get_host_cpu_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        **gpu(),
    }


def processor_model() -> str:
    """What the processor calls itself."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor())


def gpu() -> dict[str, Any]:
    """The name and the multiprocessors of the GPU; nothing where there is none."""
    try:
        device.require()
    except RealmsError:
        return {}
    from numba import cuda  # noqa: PLC0415  (an extra)

    there = cuda.get_current_device()
    name = there.name.decode() if isinstance(there.name, bytes) else str(there.name)
    return {"card": name, "multiprocessors": there.MULTIPROCESSOR_COUNT}
