"""The document of the figures, its charts, and the chapter of the README that tells the main ones.

Both are templates with every mark filled in: whatever is not a figure stands there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any

from benchmarks.engines.catalogue import engines
from benchmarks.figure import Figure
from benchmarks.report.charts import cores_chart, field_chart

NAME = "performance.md"
CHAPTER = re.compile(r"(?ms)(?<=^## How fast\n\n).*?(?=^## )")
"""The chapter of the README."""
MARK = re.compile(r"\{\{([^{}]+)\}\}")
ROW = re.compile(r"(?m)^\| `([^`]+)` \| ([\d.,]+) \| ([\d.,]+) – ([\d.,]+) \| (\S+) \|$")
FACT = re.compile(r"(?m)^\* (\w+): (.+)$")


@cache
def words() -> dict[str, Any]:
    """The words of tables and charts."""
    text = resources.files(__package__).joinpath("performance.toml").read_text("utf-8")
    return tomllib.loads(text)


def template(name: str) -> str:
    """A text with marks where figures belong."""
    return resources.files(__package__).joinpath(f"{name}.en.md").read_text("utf-8")


def files(machine: dict[str, Any], figures: Sequence[Figure]) -> dict[str, str]:
    """The document and its charts, by where they belong in the folder of documents."""
    return {
        NAME: document(machine, figures),
        "images/performance-field.svg": field_chart(figures, words()),
        "images/performance-cores.svg": cores_chart(figures, words()),
    }


def document(machine: dict[str, Any], figures: Sequence[Figure]) -> str:
    """The document, from what was measured."""
    return _filled("performance", machine, figures)


def readme_with(readme: str, machine: dict[str, Any], figures: Sequence[Figure]) -> str:
    """The README with its main figures anew; as it is where some of them were not measured."""
    measured = {figure.name for figure in figures}
    marks = (mark.partition(" ") for mark in MARK.findall(template("how_fast")))
    if not {name for kind, _, name in marks if kind == "short"} <= measured:
        return readme
    chapter = _filled("how_fast", machine, figures)
    return CHAPTER.sub(lambda _found: f"{chapter}\n", readme)


def _filled(name: str, machine: dict[str, Any], figures: Sequence[Figure]) -> str:
    return MARK.sub(lambda mark: _replacement(mark[1], machine, figures), template(name))


def _replacement(mark: str, machine: dict[str, Any], figures: Sequence[Figure]) -> str:
    """What stands in the place of a mark."""
    kind, _, what = mark.partition(" ")
    if kind == "machine":
        return "\n".join(f"* {name}: {value}" for name, value in machine.items())
    if kind == "fact":
        return str(machine.get(what, "?"))
    if kind == "short":
        return short_text(next(figure for figure in figures if figure.name == what))
    if kind == "version":
        packages = next(engine.packages for engine in engines() if engine.id == what)
        return packages[0].partition("==")[2]
    if kind == "chart":
        return str(words()["chart"][what])
    return table([figure for figure in figures if figure.name.startswith(what)])


def table(figures: Sequence[Figure]) -> str:
    """Figures as a table."""
    if not figures:
        return str(words()["absent"])
    return "\n".join([words()["head"], *map(_row, figures)])


def _row(figure: Figure) -> str:
    value, low, high = (number_text(x) for x in (figure.value, figure.low, figure.high))
    return f"| `{figure.name}` | {value} | {low} – {high} | {figure.unit} |"


def figures_in(text: str) -> Iterator[Figure]:
    """The figures that a document tells, as far as it tells them."""
    for name, *numbers, unit in ROW.findall(text):
        value, low, high = (float(number.replace(",", "")) for number in numbers)
        yield Figure(name, value, unit, low, high)


def machine_in(text: str) -> dict[str, str]:
    """The machine that a document tells of."""
    return dict(FACT.findall(text))


def number_text(value: float) -> str:
    """A number with as many digits as it deserves.

    >>> number_text(1234567.8), number_text(12.345), number_text(0.5)
    ('1,234,568', '12.35', '0.50')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def short_text(figure: Figure) -> str:
    """A figure with the digits that one remembers; sizes are exact.

    >>> short_text(Figure("hands", 43654321.0, "hands/s", 0, 0))
    '43,700,000'
    >>> short_text(Figure("a state", 955.0, "bytes", 0, 0))
    '955'
    >>> [short_text(Figure("", value, unit, 0, 0)) for value, unit in ((21.2, "×"), (0.347, "s"))]
    ['21', '0.35']
    """
    if figure.unit == "bytes":
        return f"{figure.value:,.0f}"
    if figure.value < 10:
        return f"{figure.value:.2g}"
    return f"{float(f'{figure.value:.{2 if figure.value < 100 else 3}g}'):,.0f}"
