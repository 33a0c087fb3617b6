"""Commands whose programs stand beside the package: in a checkout, not in a wheel.

`benchmarks` and `tools` of the repository measure this machine and write documents. They
import the package; nothing in the package imports them. Each is a program of its own that
is given the whole command line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import realms
from realms.kernel.errors import Unreadable

Functions = Mapping[str, Callable[..., Any]]
"""Functions of commands, by name."""
NONE: Functions = MappingProxyType({})
PROGRAMS = {"bench": "benchmarks", "numbers": "tools", "ladder": "tools"}
"""The program that runs a command."""
ROOT = Path(realms.__file__).parents[2]
"""The root of the repository, where the package runs from one."""


def program_beside() -> None:
    """Stands in the list of commands for those that a program beside the package runs."""


def run_program(program: str, arguments: Sequence[str]) -> int:
    """Run a program of the checkout; returns its exit status.

    Raises `Unreadable` where the package is installed without its repository.
    """
    import subprocess

    if not (ROOT / program / "__main__.py").is_file():
        raise Unreadable("command/checkout", program=program)
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-P", "-m", program, *arguments]
    with subprocess.Popen(command, env=environment) as running:
        while True:
            try:
                return running.wait()
            except KeyboardInterrupt:
                continue  # the program was interrupted too, and ends in its own way
