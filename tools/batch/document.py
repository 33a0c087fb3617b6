"""The document of the batch, `batch.md`: its template, `batch.en.md`, with the tables in it.

`python -m tools.batch.document docs` writes it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from realms.arena.batches.layout import ActionBlock, Layout, ObservationField
from realms.fantasy.arena import batch as batch_fantasy
from realms.fantasy.content.cards import SUITS
from realms.fantasy.interface.options import FantasyOptions
from realms.medieval.arena import batch as batch_medieval
from realms.medieval.content.rule_tables import RESOURCES
from realms.medieval.content.switches import MedievalOptions

NAME = "batch.md"
MARK = re.compile(r"\{\{(actions|fields) (\w+)\}\}")

FACTS = {"suits": [suit.id for suit in SUITS], "resources": RESOURCES}
"""Names in the order of their numbers."""


@cache
def words() -> Any:
    """What actions and fields mean."""
    return tomllib.loads(resources.files(__package__).joinpath("batch.toml").read_text("utf-8"))


def layouts(game: str) -> dict[str, Layout]:
    """The tables of a game that the document shows, by what heads their column."""
    if game == "fantasy":
        return {
            "standard, 4": batch_fantasy.layout(FantasyOptions(players=4)),
            "`declare`, 4": batch_fantasy.layout(FantasyOptions(players=4, declare=True)),
            "duel": batch_fantasy.layout(FantasyOptions(players=2, variant="duel")),
            "Chaos, 4": batch_fantasy.layout(FantasyOptions(players=4, variant="chaos")),
        }
    counts = (2, 3, 4, 5)
    return {str(n): batch_medieval.layout(MedievalOptions(players=n)) for n in counts}


def document() -> str:
    """The document as it should be now."""
    template = resources.files(__package__).joinpath("batch.en.md").read_text("utf-8")
    for fact, names in FACTS.items():
        template = template.replace("{{" + fact + "}}", ", ".join(names))
    return MARK.sub(lambda mark: "\n".join(table(mark[1], mark[2])), template)


def table(what: str, game: str) -> Iterator[str]:
    """The actions, or the fields, of a game: where each lies, and what it means."""
    shown = layouts(game)
    if what == "actions" and game == "medieval":
        shown = {"numbers": shown["4"]}  # the same at every table
    heads = [what[:-1], *shown, *(["range"] if what == "fields" else []), "meaning"]
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for name, meaning in words()[game][what].items():
        parts = [part_named(layout, what, name) for layout in shown.values()]
        cells = [f"`{name}`", *map(span, parts)]
        if what == "fields":
            there = [part for part in parts if isinstance(part, ObservationField)]
            cells.append(f"{there[0].low} … {max(part.high for part in there)}")
        yield "| " + " | ".join([*cells, meaning]) + " |"
    ends = [x.action_count if what == "actions" else x.observation_size for x in shown.values()]
    blank = [""] * (len(heads) - len(ends) - 1)
    yield "| " + " | ".join(["", *(f"**{end}**" for end in ends), *blank]) + " |"


def part_named(layout: Layout, what: str, name: str) -> ActionBlock | ObservationField | None:
    """The block or field of a name, where a table has it."""
    parts: tuple[ActionBlock | ObservationField, ...] = (
        layout.actions if what == "actions" else layout.fields
    )
    return next((part for part in parts if part.name == name), None)


def span(part: ActionBlock | ObservationField | None) -> str:
    """The numbers from the first to the last."""
    if part is None:
        return str(words()["absent"])
    last = part.start + part.size - 1
    return f"{part.start}" if part.size == 1 else f"{part.start}–{last}"


if __name__ == "__main__":
    Path(sys.argv[1], NAME).write_text(document(), "utf-8")
