"""The document of the figures: its template with every mark filled in, and its charts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from benchmarks.engines.catalogue import engines
from benchmarks.figure import Figure
from benchmarks.report.charts import cores_chart, field_chart

NAME = "performance.md"
MARK = re.compile(r"\{\{([^{}]+)\}\}")


@cache
def words() -> dict[str, Any]:
    """The words of tables and charts."""
    text = resources.files(__package__).joinpath("performance.toml").read_text("utf-8")
    return tomllib.loads(text)


def files(machine: dict[str, Any], figures: Sequence[Figure]) -> dict[str, str]:
    """The document and its charts, by where they belong in the folder of documents."""
    return {
        NAME: document(machine, figures),
        "images/performance-field.svg": field_chart(figures, words()),
        "images/performance-cores.svg": cores_chart(figures, words()),
    }


def document(machine: dict[str, Any], figures: Sequence[Figure]) -> str:
    """The document, from what was measured."""
    text = resources.files(__package__).joinpath("performance.en.md").read_text("utf-8")
    return MARK.sub(lambda mark: _replacement(mark[1], machine, figures), text)


def _replacement(mark: str, machine: dict[str, Any], figures: Sequence[Figure]) -> str:
    """What stands in the place of a mark."""
    kind, _, what = mark.partition(" ")
    if kind == "machine":
        return "\n".join(f"* {name}: {value}" for name, value in machine.items())
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


def number_text(value: float) -> str:
    """A number with as many digits as it deserves.

    >>> number_text(1234567.8), number_text(12.345), number_text(0.5)
    ('1,234,568', '12.35', '0.50')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
