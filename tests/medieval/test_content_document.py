"""`docs/medieval-content.md` tells where figures come from, and what switches do, as they are."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from realms.kernel.notation import options_read
from realms.medieval.content.content import CONTENT
from realms.medieval.content.effects import Sourced
from realms.medieval.content.faults import EFFECTS, ROOM
from realms.medieval.content.schema import (
    LANDS,
    PANELS,
    GameBoard,
    Land,
    MedievalCard,
    Resource,
    Start,
    Switch,
)
from realms.medieval.medieval_realms import GAME

TEXT = (Path(__file__).parents[2] / "docs" / "medieval-content.md").read_text("utf-8")
TITLES = {
    Start: "what each player begins with",
    Land: "lands",
    GameBoard: "the game board",
    Resource: "resources",
}


def rows(head: str) -> list[tuple[str, ...]]:
    """The rows of the table that begins with a column of this name."""
    table = re.search(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert table
    lines = table[1].splitlines()
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def title(thing: Sourced) -> str:
    if isinstance(thing, MedievalCard):
        return next(kind.en.other for kind in CONTENT.kind if kind.id == thing.kind)
    return TITLES[type(thing)]


@pytest.mark.parametrize("source", ["public", "reconstructed"])
def test_the_table_of_marks_is_that_of_the_file(source: str) -> None:
    marked: Counter[tuple[str, str]] = Counter()
    for _, thing in CONTENT.things():
        if figures := getattr(thing, source):
            marked[title(thing), ", ".join(f"`{figure}`" for figure in figures)] += 1
    table = {(name, figures): int(number) for name, number, figures, _ in rows(source)}
    assert table == marked


def test_the_figures_are_counted() -> None:
    sources = Counter(thing.source(f) for _, thing in CONTENT.things() for f in thing.figures)
    assert (
        f"Of {sources.total()} figures, {sources['rulebook']} are printed in a rulebook, "
        f"{sources['public']} are public and {sources['reconstructed']} are reconstructed." in TEXT
    )


def test_the_table_of_switches_is_that_of_the_file() -> None:
    lines = [(cells[0].strip("`"), *cells[1:]) for cells in rows("switch")]
    assert lines == [switch_row(switch) for switch in CONTENT.switch]


def switch_row(switch: Switch) -> tuple[str, ...]:
    presets = [switch.preset(edition) for edition in ("en", "es")]
    others = ", ".join(written(value) for value in switch.values if value not in presets)
    values = (*map(written, presets), others)
    return (switch.id, *values, switch.about.en, switch.paragraph)


def written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def test_values_are_read_as_they_are_written() -> None:
    for name, *values, _about, _paragraph in (row for row in rows("switch")):
        for value in filter(None, values):
            options_read(GAME, [f"{name.strip('`')}={value}"])


def test_the_bounds_are_those_that_are_checked() -> None:
    assert f"{ROOM['colour']} colours, {ROOM['kind']} kinds, {ROOM['card']} different" in TEXT
    assert f"{EFFECTS} effects of one time" in TEXT
    assert f"at most {ROOM['card']}, and enough" in TEXT
    assert f"{CONTENT.board.needed} for seven" in TEXT
    assert f"panels of {PANELS[0]} and {PANELS[1]} squares" in TEXT
    assert LANDS == 10
