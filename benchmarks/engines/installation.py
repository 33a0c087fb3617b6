"""Other engines, each installed into an environment of its own that is kept between runs."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

from benchmarks.engines.catalogue import Engine
from realms.kernel.compiled.folder import cache_root

LONGEST = 600
"""Seconds that an engine has to be installed in."""


def home(engine: Engine) -> Path:
    """Where an engine is kept: a folder named after its versions, and that of Python."""
    asked = " ".join((*engine.packages, sys.version))
    digest = hashlib.sha256(asked.encode()).hexdigest()[:12]
    return cache_root() / "field" / f"{engine.id}-{digest}"


def python_of(folder: Path) -> str:
    """The Python of an environment."""
    inside = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return str(folder.joinpath(*inside))


def is_installed(engine: Engine) -> bool:
    """Whether an engine is there from an earlier run."""
    return (home(engine) / "ready").exists()


def install(engine: Engine) -> str | None:
    """The Python that has an engine, installed if need be; None where that cannot be done."""
    folder = home(engine)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not is_installed(engine):
            shutil.rmtree(folder, ignore_errors=True)
            if not _install(engine, folder):
                shutil.rmtree(folder, ignore_errors=True)
                return None
            (folder / "ready").touch()
    return python_of(folder)


def _install(engine: Engine, folder: Path) -> bool:
    install = ["install", "--quiet", "--disable-pip-version-check", "--no-input", *engine.packages]
    steps = (
        [sys.executable, "-m", "venv", "--without-pip", str(folder)],
        [sys.executable, "-m", "pip", "--python", python_of(folder), *install],
    )
    try:
        for step in steps:
            subprocess.run(step, capture_output=True, timeout=LONGEST, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return True
