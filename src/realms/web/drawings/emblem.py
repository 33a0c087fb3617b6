"""The emblem of the app: a golden crown on lapis, drawn once, written as SVG and as PNG.

Some devices take no SVG for the picture of an app, so the same shapes are painted as well.
The standard library is all it takes: a wheel is built where nothing else is installed.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path

SIDE = 64
"""The units of the drawing, across and down."""
SIZES = (180, 192, 512)
"""The pixels across of the painted ones: what telephones and browsers ask for."""
FINE = 4
"""Points looked at across each pixel, so that edges are smooth."""


@dataclass(frozen=True)
class Shape:
    """A part of the drawing: inside these corners, or around a point."""

    colour: str
    corners: tuple[tuple[float, float], ...] = ()
    centre: tuple[float, float] = (0, 0)
    radius: float = 0


LAPIS, GOLD, OLD_GOLD, RUBY = "#22507f", "#eac46b", "#c8973f", "#b8383a"
GROUND = Shape(LAPIS, ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)))
CROWN = (
    Shape(GOLD, ((16, 40), (13, 24), (23, 31.5), (32, 19), (41, 31.5), (51, 24), (48, 40))),
    Shape(OLD_GOLD, ((16, 43), (48, 43), (47.2, 48), (16.8, 48))),
    Shape(GOLD, centre=(13, 22), radius=2.6),
    Shape(GOLD, centre=(32, 16.5), radius=3),
    Shape(GOLD, centre=(51, 22), radius=2.6),
    Shape(RUBY, ((32, 30), (35, 34), (32, 38), (29, 34))),
)
"""It lies inside the circle that devices may cut out of the square."""


def draw(folder: Path) -> None:
    """Write the emblem into a folder, in every form that is asked for."""
    (folder / "emblem.svg").write_text(as_svg(rounding=14, larger=1.25), "utf-8")
    (folder / "emblem-maskable.svg").write_text(as_svg(rounding=0, larger=1), "utf-8")
    for size in SIZES:
        (folder / f"emblem-{size}.png").write_bytes(as_png(size))


def as_svg(rounding: float, larger: float) -> str:
    """The drawing as SVG, on a square with rounded corners; nothing is cut out of it."""
    ground = f'<rect width="{SIDE}" height="{SIDE}" rx="{rounding}" fill="{LAPIS}"/>'
    parts = "".join(_svg(shape) for shape in CROWN)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
    moved = SIDE / 2 * (1 - larger)
    grown = f'<g transform="translate({moved:g} {moved:g}) scale({larger:g})">{parts}</g>'
    return f"{head}{ground}{grown}</svg>\n"


def _svg(shape: Shape) -> str:
    if shape.corners:
        path = "L".join(f"{x:g} {y:g}" for x, y in shape.corners)
        return f'<path fill="{shape.colour}" d="M{path}z"/>'
    x, y = shape.centre
    return f'<circle fill="{shape.colour}" cx="{x:g}" cy="{y:g}" r="{shape.radius:g}"/>'


def as_png(size: int) -> bytes:
    """The drawing as PNG, so many pixels across."""
    shapes = (GROUND, *CROWN)
    colours = [bytes.fromhex(shape.colour[1:]) for shape in shapes]
    steps = [(step + 0.5) * SIDE / (size * FINE) for step in range(size * FINE)]
    mixed: dict[tuple[bytes, ...], bytes] = {}
    rows = bytearray()
    for first in range(0, len(steps), FINE):
        lines = [_line(shapes, steps, down) for down in steps[first : first + FINE]]
        rows.append(0)
        for left in range(0, len(steps), FINE):
            points = tuple(line[left : left + FINE] for line in lines)
            if points not in mixed:
                mixed[points] = _mixed([colours[point] for part in points for point in part])
            rows += mixed[points]
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = (_chunk(b"IHDR", head), _chunk(b"IDAT", zlib.compress(rows, 9)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _line(shapes: Sequence[Shape], steps: Sequence[float], down: float) -> bytes:
    """The shape on top at each step across, at one height."""
    line = bytearray(len(steps))
    for number, shape in enumerate(shapes):
        for begin, end in _spans(shape, steps, down):
            line[begin:end] = bytes([number]) * (end - begin)
    return bytes(line)


def _spans(shape: Shape, steps: Sequence[float], down: float) -> Iterator[tuple[int, int]]:
    """The steps across that lie in a shape at a height, from and up to."""
    if not shape.corners:
        x, y = shape.centre
        square = shape.radius**2 - (down - y) ** 2
        if square >= 0:
            yield bisect_left(steps, x - sqrt(square)), bisect_right(steps, x + sqrt(square))
        return
    edges = pairwise((*shape.corners, shape.corners[0]))
    crossed = sorted(
        (u - x) * (down - y) / (v - y) + x for (x, y), (u, v) in edges if (y > down) != (v > down)
    )
    for begin, end in zip(crossed[::2], crossed[1::2], strict=True):
        yield bisect_left(steps, begin), bisect_left(steps, end)


def _mixed(colours: Sequence[bytes]) -> bytes:
    """The mean of some colours."""
    return bytes(round(sum(parts) / len(colours)) for parts in zip(*colours, strict=True))


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check
