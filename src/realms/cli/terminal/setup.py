"""Who sits where, what is played, and where the record is kept."""

from __future__ import annotations

import datetime
import getpass
from pathlib import Path
from typing import Any

from msgspec import Struct

from realms.bots import Bot, bot_named
from realms.bots.levels import Level, levels_of
from realms.cli.files import content_pairs, read_record, told_of
from realms.cli.terminal.table import PERSON, Table
from realms.kernel.chance import fresh_seed
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game
from realms.kernel.games import game_named, pack_named
from realms.kernel.names import folded
from realms.kernel.notation import options_read, valid_name
from realms.kernel.record import new_record
from realms.kernel.rule import COMPILED
from realms.kernel.text import say

USUAL = 1
"""The level that plays where none is asked for: the second, which gives a good game."""


class Wanted(Struct, frozen=True):
    """What the command line asks of a new game; None where it leaves it to us."""

    game: str
    players: int | None
    variant: str | None
    settings: tuple[str, ...]
    bots: str | None
    seed: str | None
    name: str | None
    record: str | None
    content: str | None


def seated(wanted: Wanted, language: str) -> Table:
    """A new table."""
    game = game_named(wanted.game)
    ways = ways_of(game)
    settings = (*wanted.settings, *content_pairs(game, wanted.content))
    options = options_read(game, ways.pairs(wanted.players, wanted.variant, settings))
    ways.check(options)
    bots = bots_named(wanted.bots, options.players - 1, game)
    names = _names(wanted.name, options.players, language)
    record = new_record(game, options, names, wanted.seed or fresh_seed())
    path = _free(wanted.record) if wanted.record else _new_path(game)
    table = Table(game, record, path, bots)
    table.save()
    return table


def resumed(path: str, bots: str | None, record_path: str | None, content: str | None) -> Table:
    """The table of a record; it goes on in the same file unless told otherwise."""
    game, record = read_record(path, content)
    ways_of(game).check(record.options)
    kept = _free(record_path) if record_path else Path(path)
    seats = bots_named(bots, record.options.players - 1, game)
    table = Table(game, record, kept, seats)
    if record_path:
        table.save()
    return table


def ways_of(game: Game) -> Any:
    """What is a game's own in seating: its options as pairs, and what it rehearses."""
    return pack_named(game.name).terminal()


def bots_named(text: str | None, seats: int, game: Game) -> list[Bot]:
    """The bots of the other seats: one name for all, or one each; the usual level if none."""
    text = text or levels_of(game.name)[USUAL].name
    named = [bot_named(name, game.name) for name in text.split(",")]
    if len(named) == 1:
        return [*named * seats]
    if len(named) != seats:
        raise Unreadable("usage/bots", n=seats)
    return [*named]


def levels_at(table: Table) -> list[Level]:
    """The levels that play at a table, each once."""
    names = {bot.name for bot in table.bots.values()}
    return [level for level in levels_of(table.game.name) if level.name in names]


def _names(name: str | None, players: int, language: str) -> list[str]:
    """The person's name, then names for the bots that differ from it."""
    if name is not None and not valid_name(name.strip()):
        raise Unreadable("usage/name", name=name)
    person = name.strip() if name else _user_name(language)
    others = say("terminal.bot_names", language).split(",")
    others = [other for other in others if folded(other) != folded(person)]
    return [person, *others[: players - 1 - PERSON]]


def _user_name(language: str) -> str:
    try:
        name = getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        name = ""
    return name if valid_name(name) else say("terminal.player", language)


def _free(path: str) -> Path:
    """A path where no file is overwritten."""
    with told_of(path):
        if Path(path).exists():
            raise FileExistsError(path)
    return Path(path)


def _new_path(game: Game) -> Path:
    """The first free name of the day, such as `<game>-2026-11-15-1.realms`."""
    day = datetime.date.today().isoformat()
    number = 1
    while (path := Path(f"{game.name}-{day}-{number}.realms")).exists():
        number += 1
    return path


def rehearse(table: Table) -> None:
    """Use every rule that a move needs once, so that play itself never waits for one."""
    if not COMPILED:
        return
    game, ways = table.game, ways_of(table.game)
    bots = {bot.name: bot for bot in table.bots.values()}
    state = game.start(table.record.options, "rehearsal")
    for _decision in range(ways.REHEARSED):
        for seat in game.awaiting(state)[:1]:
            position = game.redeal(state, seat, "rehearsal")
            ways.look_at(game.view(position, seat))
            len(game.legal(position, seat))
            for bot in bots.values():
                move = bot.choose(game, position, seat, "rehearsal")
            state, _events = game.play(state, seat, move)
