"""The document of the bots, `bots.md`: its template, `ladder.en.md`, with the ladder in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from math import ceil
from typing import Any

from realms.bots import bots_of, levels_of, sentence_of, title_of
from realms.bots.strength import Ladder, Rung
from realms.kernel.svg import HUES, dot, legend, line, picture, text

NAME = "bots.md"
MARK = re.compile(r"\{\{(\w+)(?: (\w+))?\}\}")


@cache
def words() -> Any:
    """The words of tables and pictures."""
    return tomllib.loads(resources.files(__package__).joinpath("ladder.toml").read_text("utf-8"))


def files(ladder: Ladder, command: str) -> dict[str, str]:
    """The document and its pictures, by where they belong in the folder of documents."""
    games = dict.fromkeys(rung.game for rung in ladder.rungs)
    drawn = {f"images/bots-{game}.svg": chart(ladder, game) for game in games}
    return {NAME: document(ladder, command), **drawn}


def document(ladder: Ladder, command: str) -> str:
    """The document of what was measured."""
    template = resources.files(__package__).joinpath("ladder.en.md").read_text("utf-8")
    facts = {"command": command, "seed": ladder.seed, "machine": ladder.machine}

    def replacement(mark: re.Match[str]) -> str:
        if mark[1] in facts:
            return facts[mark[1]]
        return "\n".join(PARTS[mark[1]](ladder, mark[2])) or words()["nothing"]

    return MARK.sub(replacement, template)


def catalogue_rows(ladder: Ladder, game: str) -> Iterator[str]:
    """The bots of a game, and what each is like."""
    for bot in bots_of(game):
        time = thinking(ladder, game, bot)
        yield f"| `{bot}` | {sentence_of(game, bot, 'en')} | {time} |"


def level_rows(ladder: Ladder, game: str) -> Iterator[str]:
    """The levels of a game, and which bot plays them."""
    for level in levels_of(game):
        title, time = title_of(game, level.name, "en"), thinking(ladder, game, level.name)
        sentence = sentence_of(game, level.name, "en")
        yield f"| {title} (`{level.name}`) | {sentence} | `{level.bot}` | {time} |"


def thinking(ladder: Ladder, game: str, bot: str) -> str:
    """How long a bot takes for a move."""
    found = ladder.thinking_of(game, bot)
    if found is None:
        return ""
    template: str = words()["thinking"]
    return template.format(mean=_seconds(found.mean), most=_seconds(found.most))


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"


def rung_rows(ladder: Ladder, game: str) -> Iterator[str]:
    """Every rung: who against whom, at which table, and how it came out."""
    for rung in ladder.rungs_of(game):
        rate = f"{100 * rung.win_rate:.1f} ({100 * rung.low:.1f}–{100 * rung.high:.1f})"
        scores = f"{rung.score:.1f} : {rung.score_below:.1f}"
        fair = f"{100 / rung.players:.1f}"
        luck = "< 0.0001" if rung.chance < 0.0001 else f"{rung.chance:.4f}"
        cells = (table_name(rung), f"`{rung.bot}`", f"`{rung.below}`", rate, fair, luck, scores)
        yield f"| {' | '.join(cells)} | {rung.games:,} |"


def command_rows(ladder: Ladder, game: str) -> Iterator[str]:
    """The command of every rung."""
    return (rung.command for rung in ladder.rungs_of(game))


def table_name(rung: Rung) -> str:
    """How a table is called."""
    return str(words()["table"][rung.variant or "standard"].format(players=rung.players))


PARTS: dict[str, Callable[[Ladder, str], Iterator[str]]] = {
    "bots": catalogue_rows,
    "levels": level_rows,
    "rungs": rung_rows,
    "commands": command_rows,
}


def charted_rungs(ladder: Ladder, game: str) -> list[Rung]:
    """The rungs that the chart shows: those of the levels, or of the bots where there are none."""
    rungs, levels = ladder.rungs_of(game), {level.name for level in levels_of(game)}
    return [rung for rung in rungs if rung.bot in levels] or rungs


def chart(ladder: Ladder, game: str) -> str:
    """For every table a panel: a dot a rung, in multiples of a fair share, with intervals."""
    texts, rungs = words()["chart"], charted_rungs(ladder, game)
    steps = list(dict.fromkeys((rung.bot, rung.below) for rung in rungs))
    top = max(2, ceil(max(rung.high * rung.players for rung in rungs)))

    def height(multiple: float) -> float:
        return 300 - 210 * multiple / top

    names = [texts["step"].format(bot=bot, below=below) for bot, below in steps]
    parts = [*legend(48, names)]
    for multiple in range(top + 1):
        parts.append(line("line", 40, height(multiple), 44, height(multiple)))
        parts.append(text(36, height(multiple) + 4, f"× {multiple}", "quiet", "end"))
    parts.append(line("fair", 50, height(1), 750, height(1)))
    tables = list(dict.fromkeys(table_name(rung) for rung in rungs))
    width = 700 / len(tables)
    for number, table in enumerate(tables):
        here = [rung for rung in rungs if table_name(rung) == table]
        parts.append(text(50 + width * (number + 0.5), 320, table, "quiet", "middle"))
        for rung in here:
            place = steps.index((rung.bot, rung.below))
            x = 50 + width * (number + (place + 1) / (len(steps) + 1))
            shares = (
                height(share * rung.players) for share in (rung.low, rung.win_rate, rung.high)
            )
            parts += dot(x, HUES[place % len(HUES)], *shares)
    rows = (
        texts["row"].format(table=table_name(r), bot=r.bot, below=r.below, rate=100 * r.win_rate)
        for r in rungs
    )
    title = texts["title"].format(game=words()["game"][game])
    return picture(title, texts["desc"].format(rows="; ".join(rows)), 336, parts)
