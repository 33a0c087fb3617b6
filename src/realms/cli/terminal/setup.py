"""Who sits where, what is played, and where the record is kept."""

from __future__ import annotations

import datetime
import getpass
from pathlib import Path

from msgspec import Struct

from realms.bots import Bot, bot_named, bots_of, is_external
from realms.bots.levels import Level, levels_of
from realms.cli.arguments import check_variant
from realms.cli.files import content_pairs, file_errors, read_record
from realms.cli.game_parts import BringsTerminal
from realms.cli.terminal.game_setup import TerminalSetup
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.kernel.chance import fresh_stream_seed
from realms.kernel.compiled.progress import rules_now
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game
from realms.kernel.games import game_named, pack_named
from realms.kernel.names import folded
from realms.kernel.notation import options_read, valid_name
from realms.kernel.record import new_record
from realms.kernel.text import say

USUAL = 1
"""The level that plays where none is asked for: the second, which gives a good game."""


class NewGame(Struct, frozen=True):
    """What the command line asks of a new game; None where it leaves it to us."""

    game: str
    players: int | None = None
    variant: str | None = None
    settings: tuple[str, ...] = ()
    bots: str | None = None
    seed: str | None = None
    name: str | None = None
    record: str | None = None
    content: str | None = None


def start_game(wanted: NewGame, language: str) -> TerminalGame:
    """Start a new game and keep its record."""
    game = game_named(wanted.game)
    setup = setup_of(game)
    if wanted.variant:
        check_variant(game)
    settings = (*wanted.settings, *content_pairs(game, wanted.content))
    options = options_read(game, setup.option_pairs(wanted.players, wanted.variant, settings))
    setup.check(options)
    bots = find_bots(wanted.bots, options.players - 1, game)
    names = _names(wanted.name, options.players, language)
    record = new_record(game, options, names, wanted.seed or fresh_stream_seed())
    path = _free(wanted.record) if wanted.record else _new_path(game)
    table = TerminalGame(game, record, path, bots)
    table.save()
    return table


def resume_game(
    path: str, bots: str | None, record_path: str | None, content: str | None
) -> TerminalGame:
    """Go on with the game of a record, in the same file unless told otherwise."""
    game, record = read_record(path, content)
    setup_of(game).check(record.options)
    kept = _free(record_path) if record_path else Path(path)
    seats = find_bots(bots, record.options.players - 1, game)
    table = TerminalGame(game, record, kept, seats)
    if record_path:
        table.save()
    return table


def setup_of(game: Game) -> TerminalSetup:
    """How tables of a game are set up: as it says, or as most are."""
    pack = pack_named(game.name)
    return pack.terminal() if isinstance(pack, BringsTerminal) else TerminalSetup()


def find_bots(text: str | None, seats: int, game: Game) -> list[Bot]:
    """The bots of the other seats: one name for all, or one each; the usual one if none."""
    named = [bot_named(name, game.name) for name in (text or usual_bot(game)).split(",")]
    if len(named) == 1:
        return [*named * seats]
    if len(named) != seats:
        raise Unreadable("usage/bots", n=seats)
    return [*named]


def usual_bot(game: Game) -> str:
    """The bot that plays where none is asked for; without levels, the strongest there is."""
    levels = levels_of(game.name)
    return levels[USUAL].name if len(levels) > USUAL else bots_of(game.name)[-1]


def levels_at(table: TerminalGame) -> list[Level]:
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
    with file_errors(path):
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


def rehearse(table: TerminalGame) -> None:
    """Use every rule that a move needs once, so that play itself never waits for one."""
    if rules_now() != "compiled":
        return
    game, setup = table.game, setup_of(table.game)
    seated = {bot.name: bot for bot in map(table.bot_at, table.bots)}
    bots = [bot for name, bot in seated.items() if not is_external(name, game.name)]
    state = game.start(table.record.options, "rehearsal")
    for _decision in range(setup.rehearsal):
        for seat in game.awaiting(state)[:1]:
            position = game.redeal(state, seat, "rehearsal")
            setup.use_view(game.view(position, seat))
            move = game.legal(position, seat)[0]
            for bot in bots:
                move = bot.choose(game, position, seat, "rehearsal")
            state, _events = game.play(state, seat, move)
