"""Lessons: a game that stops where there is something to learn, and asks for the next move.

A lesson is a record, and a file of stops beside it. Nothing is kept while one learns: the
stop is in the address.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, to_builtins

from realms.kernel.games import pack_named
from realms.kernel.packs import game_names
from realms.web.pages.replay.replay import Replay, replay_in


class StopWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What a stop says in one language."""

    title: str
    text: str
    ask: str = ""
    """The move that is asked for; empty where one just goes on."""
    otherwise: str = ""
    """Why another move is not the one, where no hint fits."""


class LessonHint(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a move is not the one: for moves that have these fields."""

    on: dict[str, Any]
    en: str
    es: str

    def fits(self, move: Mapping[str, Any]) -> bool:
        """Whether a hint is about this move."""
        return all(move.get(field) == value for field, value in self.on.items())

    def __getitem__(self, language: str) -> str:
        return self.es if language == "es" else self.en


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment at which the game stops."""

    at: int
    en: StopWords
    es: StopWords
    paragraphs: tuple[str, ...] = ()
    hint: tuple[LessonHint, ...] = ()

    def __getitem__(self, language: str) -> StopWords:
        return self.es if language == "es" else self.en


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file describes it."""

    seat: int
    stop: tuple[Stop, ...]


class Lesson(Struct, frozen=True):
    """A lesson: its game, moment by moment, and where it stops."""

    name: str
    seat: int
    stops: tuple[Stop, ...]
    replay: Replay

    def stop(self, step: int) -> Stop:
        """A stop by its number, from 1."""
        return self.stops[step - 1]

    def answer(self, step: int) -> dict[str, Any]:
        """The move that a stop asks for."""
        move: dict[str, Any] = to_builtins(self.replay.moves[self.stop(step).at].move)
        return move


def has_lesson(game: str) -> bool:
    """Whether a game can be learned: it has a folder of lessons."""
    script: bool = pack_named(game).folder.joinpath("lessons", "first_game.toml").is_file()
    return script


def taught_games() -> tuple[str, ...]:
    """The games that can be learned."""
    return tuple(name for name in game_names() if has_lesson(name))


@cache
def lesson(name: str) -> Lesson:
    """The lesson of a game."""
    folder = pack_named(name).folder.joinpath("lessons")
    script = msgspec.toml.decode(folder.joinpath("first_game.toml").read_bytes(), type=Script)
    text = folder.joinpath("first_game.realms").read_text("utf-8")
    return Lesson(name, script.seat, script.stop, replay_in(f"lesson-{name}", text))
