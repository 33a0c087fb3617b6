"""A real Chromium for the tests, installed first where that can be done."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from filelock import FileLock

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP realms.test 127.0.0.1",
)
"""It asks nothing of anybody but us; `realms.test` is a machine in the same service."""


class Missing(Exception):
    """Chromium cannot be had on this machine."""


def program() -> str:
    """The program; installed first where that can be done."""
    found = _found()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with FileLock(Path(tempfile.gettempdir()) / "realms-chromium.lock"):
            found = _found() or _installed()
    if found is None:
        raise Missing("Chromium is not installed, and cannot be installed from here")
    return found


def _found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _installed() -> str | None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in ("apt-get update", "apt-get install -y --no-install-recommends chromium"):
        subprocess.run(command.split(), env=environment, capture_output=True, check=False)
    return _found()
