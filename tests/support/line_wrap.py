"""Lines that fit on a page."""

from __future__ import annotations

import textwrap

WIDTH = 100


def wrapped(line: str, indent: str) -> list[str]:
    """A line, broken where it is too long, the rest indented."""
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)
