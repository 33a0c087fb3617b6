"""`python -m benchmarks bench …`, which is what `realms bench …` runs."""

from __future__ import annotations

from benchmarks.command import bench
from realms.cli import Functions, main

COMMANDS: Functions = {"bench": bench}

if __name__ == "__main__":
    main(COMMANDS)
