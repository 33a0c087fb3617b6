"""Builds what the pages load before a wheel or a source archive is put together.

An editable install is left alone: there `make` builds it. What is built already, as in a
source archive, stays as it is.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from realms.web.building import main
sys.exit(main())
"""
"""Not by `PYTHONPATH`: pip takes out of it what an editable install has put on the path."""


class AssetsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs the build of the pages' assets, which needs npm where they are not there yet."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them, unless the install is editable; raises where that cannot be done."""
        if version == "editable":
            return
        command = [sys.executable, "-P", "-c", PROGRAM, str(Path(self.root, "src"))]
        subprocess.run(command, cwd=self.root, check=True)
