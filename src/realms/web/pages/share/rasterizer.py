"""A program of its own: an SVG comes in, a PNG goes out.

The library draws without letting other threads of its process go on, so that it gets a process
for itself. It loads nothing of ours. Arguments: files of fonts, the first the usual one.
"""

from __future__ import annotations

import sys

import resvg_py

SANS, SERIF = "DejaVu Sans", "DejaVu Serif"


def main() -> None:
    """Draw once."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        font_files=sys.argv[1:],
        font_family=SANS,
        sans_serif_family=SANS,
        serif_family=SERIF,
    )
    sys.stdout.buffer.write(bytes(drawn))


if __name__ == "__main__":
    main()
