"""The document of the numbers of Medieval Realms: its template with every mark filled in.

A mark stands in double braces. `{{head greedy}}` begins a table with a column for each of
some tables, and `{{greedy: price leader}}` is a figure in each of these columns. A line with
`{{each entering}}` is repeated for every kind of card for which that figure is not nought.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

from realms.medieval.content.content import CONTENT
from realms.medieval.medieval_realms import GAME
from tools.numbers.count import EARLY
from tools.numbers.figures import FIGURES, TYPES
from tools.numbers.pictures import pictures, words
from tools.numbers.tables import COLUMNS, TABLES, Counts

NAME = "medieval-in-numbers.md"
MARK = re.compile(r"\{\{([^{}]+)\}\}")
EACH = re.compile(r"\{\{each (\w+)\}\}")


def template() -> str:
    """The document before its figures."""
    return resources.files(__package__).joinpath("numbers.en.md").read_text("utf-8")


def document(counts: Counts, games: int, seed: str) -> str:
    """The document, from what was counted in so many games of each table."""
    facts = {
        "command": command(games, seed),
        "games": f"{games:,}",
        "tables": str(len(TABLES)),
        "rules": GAME.rules,
        "deck": str(CONTENT.board.deck),
        "early": str(EARLY),
        **{f"picture {name}": words()[name]["title"] for name in ("points", "places", "scidev")},
    }
    lines = (made for line in template().split("\n") for made in _lines(line, counts))
    return "\n".join(MARK.sub(lambda mark: _figure(mark[1], counts, facts), line) for line in lines)


def files(counts: Counts, games: int, seed: str) -> dict[str, str]:
    """The document and its pictures, by where they belong in the folder of documents."""
    drawn = pictures(counts).items()
    images = {f"images/medieval-{name}.svg": picture for name, picture in drawn}
    return {NAME: document(counts, games, seed), **images}


def command(games: int, seed: str) -> str:
    """The command that writes it."""
    word = seed if re.fullmatch(r"[\w.-]+", seed) else "'" + seed.replace("'", "'\\''") + "'"
    return f"realms numbers medieval --games {games} --seed {word} --out docs"


def _lines(line: str, counts: Counts) -> Iterator[str]:
    """A line of the template; one that speaks of each kind of card, for each that matters."""
    figure = EACH.search(line)
    if figure is None:
        yield line
        return
    for kind in CONTENT.kind:
        if any(n[figure[1]][TYPES.index(kind.id)] for n in counts.values()):
            named = EACH.sub(kind.en.other, line)
            yield named.replace(f": {figure[1]}}}}}", f": {figure[1]} {kind.id}}}}}")


def _figure(mark: str, counts: Counts, facts: dict[str, str]) -> str:
    """What stands in the place of a mark."""
    if mark in facts:
        return facts[mark]
    first, _, rest = mark.partition(" ")
    if first == "head":
        return _head(rest)
    figure, _, what = rest.partition(" ")
    tables = COLUMNS[first.removesuffix(":")]
    return " | ".join(FIGURES[figure](counts[table], table.players, what) for table in tables)


def _head(columns: str) -> str:
    """The head of a table with these columns."""
    names = (
        words()["head"][table.edition].format(players=table.players) for table in COLUMNS[columns]
    )
    return f"| | {' | '.join(names)} |\n|---|{'---|' * len(COLUMNS[columns])}"
