"""What every question of Medieval Realms has in common: a table, an answer that is allowed."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from realms.cli.terminal.menu import Item
from realms.cli.terminal.terminal_game import PERSON
from realms.kernel.text import LANGUAGES
from realms.medieval.interface.thing_names import resource_name
from realms.medieval.terminal.table_view import TerminalView


def check_move(seen: TerminalView, move: Any) -> Any:
    """A move that the rules allow; raises with the reason where they do not."""
    seen.table.game.play(seen.table.state, PERSON, move)
    return move


def resource_item(seen: TerminalView, value: Any, id_: str) -> Item:
    """A line for a resource, with how many tokens of it the person has."""
    names = (id_, *(resource_name(id_, language, seen.content) for language in LANGUAGES))
    held = seen.say("held", n=seen.mine.tokens[id_])
    return Item(value, names, Text(seen.resource(id_)), (Text(held, "dim"),))
