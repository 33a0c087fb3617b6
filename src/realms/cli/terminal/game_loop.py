"""A game in the terminal from here to its end, move by move."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from realms.bots import BotFailed, bot_named
from realms.cli.game_parts import BringsTerminal
from realms.cli.terminal.person import Person
from realms.cli.terminal.plain_person import PlainPerson
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.kernel.games import pack_named
from realms.tables.seating import stand_in


def person_at(out: Console, table: TerminalGame, language: str) -> Person:
    """The person at a table, asked as its game asks, or by a plain menu."""
    pack = pack_named(table.game.name)
    if isinstance(pack, BringsTerminal):
        return pack.person(out, table, language)
    return PlainPerson(out, table, language)


def play_to_end(out: Console, table: TerminalGame, language: str) -> Person:
    """Play until the game is over, or the person leaves."""
    person = person_at(out, table, language)
    while table.outcome is None:
        seat = table.seat_to_move()
        move = person.move() if seat == PERSON else bot_move(out, table, seat, language)
        table.play(seat, move)
    return person


def bot_move(out: Console, table: TerminalGame, seat: int, language: str) -> Any:
    """The move of a bot; one of another package that fails is told of, and played for."""
    try:
        return table.bot_move(seat)
    except BotFailed as error:
        out.print(error.sentence(language), markup=False)
        return table.bot_move(seat, bot_named(stand_in(table.game.name), table.game.name))
