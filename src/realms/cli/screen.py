"""Standard output as the commands use it: a console, plain tables, numbers."""

from __future__ import annotations

import os
import sys

from rich import box
from rich.console import Console
from rich.table import Table

WIDTH = 100
"""Columns where no terminal says how many it has."""


def console() -> Console:
    """Standard output, plain where it is not a terminal."""
    sized = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(highlight=False, emoji=False, markup=False, width=None if sized else WIDTH)


def plain_table() -> Table:
    """A table with a line under its head and nothing else."""
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))


def minus(number: int) -> str:
    """A number, minus as a minus."""
    return str(number).replace("-", "−")


def label_grid() -> Table:
    """Labels, and beside each what is told of it, without lines."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    return grid
