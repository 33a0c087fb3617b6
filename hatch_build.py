"""Builds what the pages load before a wheel or a source archive is put together.

An editable install is left alone: there `make` builds it. What is built already, as in a
source archive, stays as it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AssetsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs the build of the pages' assets, which needs npm where they are not there yet."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them, unless the install is editable; raises where that cannot be done."""
        if version == "editable":
            return
        paths = [str(Path(self.root, "src")), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        command = [sys.executable, "-P", "-m", "realms.web.building"]
        subprocess.run(command, cwd=self.root, env=environment, check=True)
