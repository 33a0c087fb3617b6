"""Bots of other packages: found by their entry points, and asked so that faults stay theirs.

Whatever such a bot does wrong becomes a `BotFailed`, which costs one sentence and names the
bot and its package. That it exists is known without loading it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import extract_tb
from typing import Any

from realms.bots.budget import Budget
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game, State, copy_state
from realms.kernel.text import say

GROUP = "realms.bots"
"""The group of entry points under which other packages register bots."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
FAILURES = (Exception, SystemExit)
"""What is taken for a fault of the bot; Ctrl-C is not."""


class BotFailed(Unreadable):
    """A bot of another package did not come to a legal move.

    The code tells how: `bot/broken`, it cannot be loaded; `bot/error`, it raised something;
    `bot/illegal`, its move is not one; `bot/slow` and `bot/gone`, it took too long, or its
    process with it. `error` and `at` of the fields say what was raised, and where.
    """


@cache
def others() -> dict[str, EntryPoint]:
    """The bots of other packages, by name; none of them is loaded."""
    return {found.name: found for found in entry_points(group=GROUP) if NAME.fullmatch(found.name)}


def package_of(point: EntryPoint) -> str:
    """The package that brings a bot, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def sentence_of_package(point: EntryPoint, language: str) -> str:
    """What is known of a bot that has not been loaded: what its package says of itself."""
    summary = point.dist.metadata.json.get("summary") if point.dist else None
    return str(summary) if summary else say("bots.of_package", language, package=package_of(point))


def sentence_of_other(point: EntryPoint, language: str) -> str:
    """What a bot says of itself, or that it cannot be loaded."""
    try:
        sentence = getattr(point.load(), "sentence", "")
    except FAILURES as error:
        return failure("broken", point, error).sentence(language)
    return str(sentence) or sentence_of_package(point, language)


def failure(how: str, point: EntryPoint, error: BaseException | None = None) -> BotFailed:
    """A fault of a bot; an error is told by its kind and place, not by its words."""
    return BotFailed(
        f"bot/{how}",
        name=point.name,
        package=package_of(point),
        error=type(error).__name__ if error else "",
        at=places_of(error) if error else [],
    )


def places_of(error: BaseException) -> list[str]:
    """Where an error came from, outermost first: files, lines and functions."""
    places = extract_tb(error.__traceback__)
    return [f"{Path(place.filename).name}:{place.lineno} {place.name}" for place in places]


class ExternalBot:
    """A bot of another package; raises `BotFailed` for all that goes wrong inside it."""

    def __init__(self, point: EntryPoint, budget: Budget) -> None:
        self.name = point.name + budget.suffix()
        self._point = point
        try:
            self._bot = point.load()(budget)
        except FAILURES as error:
            raise failure("broken", point, error) from error

    def __repr__(self) -> str:
        return f"bot_named({self.name!r})"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)  # not made yet, or none of ours
        return getattr(self._bot, name)

    def choose(self, game: Game, position: State, seat: int, seed: str) -> Any:
        """A legal move for a seat, from a re-deal of the game for that seat."""
        try:
            move = self._bot.choose(game, copy_state(position), seat, seed)
            is_legal = move in game.legal(position, seat)
        except FAILURES as error:
            raise failure("error", self._point, error) from error
        if not is_legal:
            raise failure("illegal", self._point)
        return move
