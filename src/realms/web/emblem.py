"""The emblem of the app: a golden crown on lapis, drawn once, written as SVG and as PNG.

Some devices take no SVG for the picture of an app, so the same shapes are painted as well.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

SIDE = 64
"""The units of the drawing, across and down."""
SIZES = (180, 192, 512)
"""The pixels across of the painted ones: what telephones and browsers ask for."""
FINE = 4
"""Points looked at across each pixel, so that edges are smooth."""


class Shape(Struct, frozen=True):
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
    steps = (np.arange(size * FINE) + 0.5) * SIDE / (size * FINE)
    across, down = np.meshgrid(steps, steps)
    image = np.zeros((size * FINE, size * FINE, 3))
    for shape in (GROUND, *CROWN):
        colour = [int(shape.colour[at : at + 2], 16) for at in (1, 3, 5)]
        image[_inside(shape, across, down)] = colour
    smooth = image.reshape(size, FINE, size, FINE, 3).mean(axis=(1, 3)).round().astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in smooth)
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = (_chunk(b"IHDR", head), _chunk(b"IDAT", zlib.compress(rows, 9)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _inside(shape: Shape, across: Any, down: Any) -> Any:
    """Which points lie in a shape: those from which a ray crosses its edge an odd time."""
    if not shape.corners:
        x, y = shape.centre
        return (across - x) ** 2 + (down - y) ** 2 <= shape.radius**2
    inside = np.zeros(across.shape, dtype=bool)
    for (x, y), (u, v) in zip(shape.corners, shape.corners[1:] + shape.corners[:1], strict=True):
        if y != v:
            crosses = (y > down) != (v > down)
            inside ^= crosses & (across < (u - x) * (down - y) / (v - y) + x)
    return inside


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check
