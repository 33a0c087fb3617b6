"""A real Chromium for the tests, installed first where that can be done."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from filelock import FileLock

SHELL = "chromium-headless-shell"
"""Chromium without its windows: the same pages, and a page is opened for a quarter of the work."""
SHELLS = (SHELL, "chrome-headless-shell")
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
    found = _find(SHELLS)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with FileLock(Path(tempfile.gettempdir()) / "realms-chromium.lock"):
            found = _find(SHELLS) or _install()
    found = found or _find(NAMES)
    if found is None:
        raise Missing("Chromium is not installed, and cannot be installed from here")
    return found


def _find(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _install() -> str | None:
    """Install it, or the whole Chromium where there is no other; whichever is there then."""
    _run_apt("install", SHELL)
    if _find(SHELLS + NAMES) is None:
        _run_apt("update")
        _run_apt("install", SHELL)
    if _find(SHELLS + NAMES) is None:
        _run_apt("install", "chromium")
    return _find(SHELLS + NAMES)


def _run_apt(command: str, *packages: str) -> None:
    options = ("-y", "--no-install-recommends", "-o", "Acquire::http::Timeout=20")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        ["apt-get", command, *options, *packages], env=environment, capture_output=True, check=False
    )
