"""The person at a table of any game: the view as lists, the legal moves as a menu."""

from __future__ import annotations

from itertools import islice
from typing import Any

from rich.rule import Rule
from rich.text import Text

from realms.cli.terminal.menu import Item, Menu, unknown
from realms.cli.terminal.person import Person
from realms.cli.terminal.plain_presenter import view_parts
from realms.cli.terminal.terminal_game import PERSON
from realms.kernel.errors import RealmsError
from realms.kernel.notation import options_written
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.text import LANGUAGES, say

MOST_LISTED = 60
"""Moves that a menu lists; others can be typed as records write them."""


class PlainPerson(Person):
    """A person who plays a game that brings no screens of its own."""

    help_key = "terminal.help"

    def move(self) -> Any:
        """The person's next move."""
        self.clear_screen()
        title = f"{self.table.game.title} · {options_written(self.table.record.options)}"
        self.out.print(Rule(Text(title, "bold"), style="dim"))
        self._show_view()
        self.show_log()
        return self.ask(self._menu())

    def _show_view(self) -> None:
        table = self.table
        for part in view_parts(table.game, table.view, table.names, self.language):
            self.out.print(part)

    def _menu(self) -> Menu:
        """The legal moves; where there are too many to list, the first of them."""
        legal = self.table.game.legal(self.table.state, PERSON)
        items = [self._item(move) for move in islice(legal, MOST_LISTED)]
        more = len(legal) - len(items)
        key = "terminal.ask_move_more" if more else "terminal.ask_move"
        return Menu(say(key, self.language, n=more), items, other=self._read)

    def _item(self, move: Any) -> Item:
        notation = self.table.game.write_move(move, self.table.names)
        words = [self._words(move, language) for language in LANGUAGES]
        return Item(move, (notation, *words), Text(self._words(move, self.language)))

    def _words(self, move: Any, language: str) -> str:
        table = self.table
        seen = (table.game.name, table.record.options, table.view, table.names)
        return move_text(move, Reader(*seen, language))

    def _read(self, text: str) -> Any:
        """A move typed as records write it; raises with the reason where it is not legal."""
        table = self.table
        try:
            move = table.game.read_move(text, table.names)
        except RealmsError:
            return unknown(text)
        table.game.play(table.state, PERSON, move)
        return move

    def show_card(self, name: str) -> bool:
        """There are no cards to look up."""
        return False

    def show_score(self) -> None:
        """Points stand in the view, as far as the person may know them."""
        self._show_view()
