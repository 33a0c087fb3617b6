"""The games there are: variants, options with their values and what they mean, bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from litestar import get
from msgspec import Struct

from realms.bots import bots_of, levels_of, sentence_of, title_of
from realms.fantasy.fantasy_realms import PLAYERS as FANTASY_PLAYERS
from realms.fantasy.fantasy_realms import FantasyOptions
from realms.kernel.game import Game
from realms.kernel.games import all_games
from realms.kernel.text import say
from realms.medieval.content.content import CONTENT
from realms.medieval.content.content import PLAYERS as MEDIEVAL_PLAYERS
from realms.medieval.content.switches import MedievalOptions
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.openapi import error_responses


class VariantShown(Struct, frozen=True):
    """A way to play a game, and for how many."""

    name: str
    least: int
    most: int


class OptionShown(Struct, frozen=True, kw_only=True):
    """Something a table agrees on before the game."""

    name: str
    kind: Literal["choice", "number", "text"]
    values: tuple[bool | int | str | None, ...] = ()
    """What it may be; for a number, the lowest and the highest."""
    default: bool | int | str | None
    """Null leaves it to the edition."""
    editions: dict[str, bool | int | str] = {}
    """What each edition has, where they differ."""
    about: str
    paragraph: str | None = None


class BotShown(Struct, frozen=True):
    """A player that is a program."""

    name: str
    about: str
    title: str = ""
    """What people call it."""
    is_level: bool = False
    """Whether it is one of the levels for people."""


class GameShown(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    rules: str
    variants: list[VariantShown]
    options: list[OptionShown]
    bots: list[BotShown]


@get("/games", tags=["games"], responses=error_responses())
async def games(request: AnyRequest) -> list[GameShown]:
    """The games there are, with their variants, options and bots, in the caller's language."""
    language = language_of(request)
    return [game_shown(game, language) for game in all_games()]


def game_shown(game: Game, language: str) -> GameShown:
    """A game, told in a language."""
    is_fantasy = game.name == "fantasy"
    return GameShown(
        name=game.name,
        title=game.title,
        rules=game.rules,
        variants=fantasy_variants() if is_fantasy else medieval_variants(),
        options=[*(fantasy_options(language) if is_fantasy else medieval_options(language))],
        bots=[*bots_shown(game.name, language)],
    )


def bots_shown(game: str, language: str) -> Iterator[BotShown]:
    """The levels of a game, the easiest first, then the bots behind them."""
    for level in levels_of(game):
        told = sentence_of(game, level.name, language)
        yield BotShown(level.name, told, title_of(game, level.name, language), True)
    for name in bots_of(game):
        yield BotShown(name, sentence_of(game, name, language), name)


def fantasy_variants() -> list[VariantShown]:
    """Standard, duel, Chaos. [FR-3a] [FR-21] [FR-23]"""
    return [VariantShown(name, *players) for name, players in FANTASY_PLAYERS.items()]


def medieval_variants() -> list[VariantShown]:
    """There is one. [MR-1]"""
    return [VariantShown("standard", MEDIEVAL_PLAYERS[0], MEDIEVAL_PLAYERS[-1])]


FANTASY_PARAGRAPHS = {
    "players": "FR-3",
    "jester": "FR-1",
    "stall_guard": "FR-4b",
    "declare": "FR-18",
    "rounds": "FR-25",
    "clock": "FR-23",
}
FANTASY_RANGES = {"players": (2, 7), "rounds": (1, 1000)}


def fantasy_options(language: str) -> Iterator[OptionShown]:
    """The options of Fantasy Realms."""
    hints = get_type_hints(FantasyOptions)
    for field in msgspec.structs.fields(FantasyOptions):
        text = "fantasy_rounds" if field.name == "rounds" else field.name
        is_number = field.name in FANTASY_RANGES
        yield OptionShown(
            name=field.name,
            kind="number" if is_number else "choice",
            values=FANTASY_RANGES[field.name] if is_number else choices(hints[field.name]),
            default=field.default,
            about=say(f"option.{text}", language),
            paragraph=FANTASY_PARAGRAPHS.get(field.name),
        )


def choices(hint: Any) -> tuple[bool | str, ...]:
    """The values of a switch, or of a closed list."""
    return (False, True) if hint is bool else get_args(hint)


def medieval_options(language: str) -> Iterator[OptionShown]:
    """The options of Medieval Realms: the switches tell their meaning themselves."""
    switches = {switch.id: switch for switch in CONTENT.switch}
    for field in msgspec.structs.fields(MedievalOptions):
        if field.name in switches:
            switch = switches[field.name]
            yield OptionShown(
                name=field.name,
                kind="choice",
                values=(None, *switch.values),
                default=None,
                editions={edition: switch.preset(edition) for edition in ("en", "es")},
                about=switch.about[language],
                paragraph=switch.paragraph,
            )
        else:
            yield _plain_medieval(field.name, field.default, language)


def _plain_medieval(name: str, default: Any, language: str) -> OptionShown:
    about = say(f"option.{name}", language)
    if name == "players":
        least, most = MEDIEVAL_PLAYERS[0], MEDIEVAL_PLAYERS[-1]
        return OptionShown(
            name=name,
            kind="number",
            values=(least, most),
            default=default,
            about=about,
            paragraph="MR-1",
        )
    if name == "edition":
        return OptionShown(
            name=name, kind="choice", values=("en", "es"), default=default, about=about
        )
    return OptionShown(name=name, kind="text", default=default, about=about)
