"""The example game installed as anybody would install it, beside `realms`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "goofspiel"
PATIENCE = 300
"""Seconds that anything may take; what takes long only takes it where it fails."""
Environment = Mapping[str, str]


def install(home: Path) -> Environment:
    """Install the package into a folder; the environment of programs that find it there.

    It is built by pip from a copy, with the tools that are there already: nothing is asked
    of a network. Rules run uncompiled.
    """
    copy = shutil.copytree(PACKAGE, home / "source", ignore=shutil.ignore_patterns("__pycache__"))
    site = home / "site"
    alone = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    ran = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", *alone, "--target", site, copy],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    own = {"PYTHONPATH": path, "REALMS_COMPILE": "0", "REALMS_LANG": "en", "COLUMNS": "120"}
    return os.environ | own


def run(
    environment: Environment, folder: Path, *words: str, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in the environment, with what is typed into it."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def succeed(environment: Environment, folder: Path, *words: str, typed: str = "") -> str:
    """The same; what it prints, where it ends well and complains of nothing."""
    ran = run(environment, folder, *words, typed=typed)
    assert ran.returncode == 0, (words, ran.stdout[-3000:], ran.stderr[-3000:])
    assert "Traceback" not in ran.stderr
    return ran.stdout
