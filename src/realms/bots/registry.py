"""Bots by name: those that the games bring, their levels, and those of other packages."""

from __future__ import annotations

from functools import cache
from typing import Any

from realms.bots.budget import Budget, read_budget
from realms.bots.built_in import BuiltIn
from realms.bots.external import ExternalBot, others, sentence_of_other
from realms.bots.game_parts import GENERAL_BOTS, bot_set
from realms.bots.levels import levels_of
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.names import Names
from realms.kernel.packs import game_names
from realms.kernel.text import Text, catalogue, say


def bots_of(game: str) -> tuple[str, ...]:
    """The bots a game brings, weakest first."""
    return tuple(bot_set(game).players)


def bot_names(game: str | None = None) -> dict[str, Text]:
    """What bots may be called, in one game or in any: bots, levels, other packages' bots."""
    known: dict[str, Text] = {}
    games = game_names() if game is None else (game,)
    for one in games:
        known |= {name: Text(name, name) for name in bots_of(one)}
    for one in games:
        for level in levels_of(one):
            title = Text(*(title_of(one, level.name, language) for language in ("en", "es")))
            known.setdefault(level.name, title)
    for name in others():
        known.setdefault(name, Text(name, name))
    return known


@cache
def _names(game: str | None) -> Names:
    return Names("bot", bot_names(game))


def bot_named(text: str, game: str | None = None) -> Any:
    """A bot by its name, or the beginning of it, with its parameters.

    >>> bot_named("ran").name, bot_named("random:8").name
    ('random', 'random:8')
    """
    head, _, rest = text.strip().partition(":")
    budget = read_budget(rest)
    if head in GENERAL_BOTS:  # at once: no game need be loaded to know these
        return BuiltIn(head, budget)
    name = _names(game).find(head)
    if any(name in bots_of(one) for one in (game_names() if game is None else (game,))):
        return BuiltIn(name, budget)
    if name in others():
        return ExternalBot(others()[name], budget)
    return LevelBot(name, budget)


def offered_name(text: str, game: str) -> str:
    """A bot as it is offered at tables: by name only, so that nobody asks for an hour.

    The bot itself is not loaded.
    """
    if ":" in text:
        raise Unreadable("bot/parameters", name=text)
    return _names(game).find(text.strip())


def seated_name(text: str, game: str) -> str:
    """What a bot at a table is called: as it was written down, if nobody knows it any more."""
    try:
        return offered_name(text, game)
    except RealmsError:
        return text


def is_external(text: str, game: str) -> bool:
    """Whether a bot is of another package."""
    name = text.partition(":")[0]
    levels = (level.name for level in levels_of(game))
    return name in others() and name not in (*bots_of(game), *levels)


class LevelBot:
    """A level: in each game the bot that plays it there."""

    def __init__(self, name: str, budget: Budget) -> None:
        if budget != Budget():
            raise Unreadable("bot/level", name=name)
        self.name = name

    def __repr__(self) -> str:
        return f"bot_named({self.name!r})"

    def played_by(self, game: str) -> Any:
        """The bot that plays the level in a game."""
        for level in levels_of(game):
            if level.name == self.name:
                return bot_named(level.bot, game)
        raise Unreadable("bot/other_game", name=self.name, game=game.capitalize())

    def number(self, game: str) -> int | None:
        """The number by which compiled loops call the bot; None for one that is no rule."""
        number: int | None = self.played_by(game).number(game)
        return number

    def steps(self, game: Any, *arguments: Any) -> tuple[int, ...]:
        """The move chosen, as the steps the rules see, from a rng state."""
        steps: tuple[int, ...] = self.played_by(game.name).steps(game, *arguments)
        return steps

    def choose(self, game: Any, *arguments: Any) -> Any:
        """A move for a seat, from a re-deal of the game for that seat."""
        return self.played_by(game.name).choose(game, *arguments)

    def advise(self, game: Any, *arguments: Any) -> Any:
        """The best moves with what they promise, best first."""
        return self.played_by(game.name).advise(game, *arguments)


def sentence_of(game: str, name: str, language: str) -> str:
    """What a bot or a level is like in a game, in a sentence; empty where nobody says."""
    messages = catalogue(language)
    keys = (f"bots.{game}_{name}", *(f"{key}_is" for key in _level_keys(game, name)))
    for key in (*keys, f"bots.{name}"):
        if key in messages:
            return say(key, language)
    return sentence_of_other(others()[name], language) if name in others() else ""


def title_of(game: str, name: str, language: str) -> str:
    """What a bot or a level is called."""
    known = [key for key in _level_keys(game, name) if key in catalogue(language)]
    return say(known[0], language) if known else name


def _level_keys(game: str, name: str) -> tuple[str, str]:
    """Where the catalogue may have the title of a level: that of a game, or of any."""
    return f"bots.level.{game}.{name}", f"bots.level.general.{name}"
