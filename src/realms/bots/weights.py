"""What heuristics weigh: numbers by name, a table a bot, in `bots/bots.toml` of its folder."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from msgspec import convert

from realms.kernel.errors import Unreadable
from realms.kernel.games import pack_named

LINE = re.compile(r"^(\s*)([\w-]+)(\s*=\s*)([-+]?[\d._]+)(.*)$")
HEAD = re.compile(r"^\s*\[+([^\]]*)\]+")


def text_of(game: str, path: str = "") -> str:
    """The data of a game's bots as text: that of the game, or a file of one's own."""
    if path:
        return Path(path).read_text("utf-8")
    file = pack_named(game).folder.joinpath("bots", "bots.toml")
    return file.read_text("utf-8") if file.is_file() else ""


def weights_in(text: str) -> dict[str, dict[str, float]]:
    """The weights in a text, by bot and name; whole numbers stay whole."""
    try:
        tables = tomllib.loads(text).get("weights", {})
    except tomllib.TOMLDecodeError as error:
        raise Unreadable("arena/weights_file", reason=str(error)) from error
    return convert(tables, dict[str, dict[str, int | float]])


def weights_of(game: str, bot: str, path: str = "") -> dict[str, float]:
    """The weights of a bot, from the game's data or from a file of one's own."""
    return dict(_weights_at(game, path).get(bot, {}))


@cache
def _weights_at(game: str, path: str) -> dict[str, dict[str, float]]:
    """All weights of a file, read once: bots ask for them at every move."""
    return weights_in(text_of(game, path))


def replace_weights(text: str, bot: str, weights: dict[str, float]) -> str:
    r"""The text with other weights of a bot, all else and every remark as it was.

    >>> print(replace_weights("[weights.a]\nb = 1  # so much\n[weights.c]\nb = 1", "a", {"b": 2}))
    [weights.a]
    b = 2  # so much
    [weights.c]
    b = 1
    """
    lines, inside = [], False
    for line in text.split("\n"):
        head, number = HEAD.match(line), LINE.match(line)
        if head:
            inside = head[1].strip() == f"weights.{bot}"
        elif number and inside and number[2] in weights:
            line = f"{number[1]}{number[2]}{number[3]}{weights[number[2]]}{number[5]}"  # noqa: PLW2901
        lines.append(line)
    return "\n".join(lines)
