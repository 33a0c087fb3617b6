"""Which part of the package imports which, read from the sources; as a block of a document.

`python -m tools.import_map.document` writes it into `docs/architecture.md`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "realms"
DOCUMENT = ROOT / "docs" / "architecture.md"
BLOCK = re.compile(r"(<!-- the map begins -->\n).*?(<!-- the map ends -->\n)", re.DOTALL)
LEFT_OUT = ("__init__", "__main__", "__version__")


def games() -> tuple[str, ...]:
    """The folders that are games."""
    return tuple(sorted(pack.parent.name for pack in SOURCE.glob("*/pack.py")))


def imported_names(path: Path) -> Iterator[tuple[str, ...]]:
    """All that a module imports of the package, as the parts of each dotted name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (tuple(name.split(".")[1:]) for name in names if name.startswith("realms."))


def part_of(name: tuple[str, ...]) -> str:
    """The part of the package that a dotted name lies in; parts of games are alike."""
    if name[0] not in games():
        return name[0]
    inner = name[1] if len(name) > 1 else "__init__"
    if (SOURCE / name[0] / inner).is_dir() or inner == "pack":
        return f"game.{inner}"
    return "game.environment" if re.fullmatch(rf"{name[0]}_v\d+", inner) else "game"


def import_graph() -> dict[str, set[str]]:
    """What each part imports, itself left out."""
    graph: dict[str, set[str]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        part = part_of(path.relative_to(SOURCE).with_suffix("").parts)
        graph[part] |= {part_of(name) for name in imported_names(path)} - {part}
    return {part: graph[part] for part in graph if part not in LEFT_OUT}


def ordered(graph: dict[str, set[str]]) -> list[str]:
    """The parts, each after what it imports; shared ones first, `pack` last."""
    order: list[str] = []

    def place(part: str, way: tuple[str, ...]) -> None:
        if part in order or part in way or part not in graph:
            return
        for other in sorted(graph[part]):
            place(other, (*way, part))
        order.append(part)

    for part in sorted(graph, key=lambda one: (one.startswith("game"), one)):
        place(part, ())
    return order


def import_map() -> str:
    """A line a part: what it imports, in the order in which parts build on one another."""
    graph = import_graph()
    order = ordered(graph)
    width = max(map(len, order))
    lines = []
    for part in order:
        found = [other for other in order if other in graph[part]]
        lines.append(f"{part:<{width}}  ←  {', '.join(found) or '—'}".rstrip())
    return "\n".join(lines)


def drawn_into(text: str) -> str:
    """A document with the map in its place."""
    return BLOCK.sub(lambda marks: f"{marks[1]}```text\n{import_map()}\n```\n{marks[2]}", text)


if __name__ == "__main__":
    DOCUMENT.write_text(drawn_into(DOCUMENT.read_text("utf-8")), "utf-8")
