"""Pieces of pictures: plain SVG, for light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

HUES = ("#0072b2", "#d98200", "#00855f", "#a8487d", "#6e7681")
"""Colours that nearly everybody can tell apart, on white and on black."""
STYLE = """\
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600; font-size: 15px }
.quiet { fill: #656d76 }
.line { stroke: #656d76; stroke-width: 1 }
.fair { stroke: #656d76; stroke-dasharray: 4 3 }
.inside { fill: #fff; font-size: 12px }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .quiet { fill: #8d96a0 }
  .line, .fair { stroke: #8d96a0 }
  .inside { fill: #fff }
}"""


def picture(title: str, description: str, height: int, parts: Sequence[str]) -> str:
    """A whole picture, with its title, and its figures told in words."""
    box = f'viewBox="0 0 760 {height}" width="760" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-labelledby="t d">'
    return "\n".join(
        [
            head,
            f'<title id="t">{escape(title)}</title>',
            f'<desc id="d">{escape(description)}</desc>',
            f"<style>\n{STYLE}\n</style>",
            text(10, 22, title, "title"),
            *parts,
            "</svg>\n",
        ]
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words, at a place."""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def bar(x: float, y: float, width: float, height: float, hue: str) -> str:
    """A bar of a colour."""
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} fill="{hue}"/>'


def line(kind: str, x: float, y: float, to_x: float, to_y: float) -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def legend(y: float, names: Iterable[str]) -> Iterator[str]:
    """What each colour stands for, side by side."""
    x = 10.0
    for hue, name in zip(HUES, names, strict=False):
        yield bar(x, y - 10, 11, 11, hue)
        yield text(x + 16, y, name)
        x += 34 + 7.2 * len(name)


def dot(x: float, hue: str, low: float, middle: float, high: float) -> Iterator[str]:
    """A dot with its interval, at heights."""
    whisker = f'x1="{x:.1f}" y1="{low:.1f}" x2="{x:.1f}" y2="{high:.1f}"'
    yield f'<line {whisker} stroke="{hue}" stroke-width="2"/>'
    yield f'<circle cx="{x:.1f}" cy="{middle:.1f}" r="3.5" fill="{hue}"/>'
