"""The person at a table of Fantasy Realms: what is shown and asked, turn by turn."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from realms.cli.terminal.person import Person
from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD, find
from realms.fantasy.interface.what_if import hand_sheet, least_card
from realms.fantasy.terminal.screen import (
    card_label,
    card_text_label,
    choice_sentences,
    sheet_table,
    suit_label,
    total_line,
)
from realms.fantasy.terminal.table_screen import hand_panel, table_grid, title
from realms.fantasy.terminal.trades import trade
from realms.fantasy.terminal.turns import turn_menu
from realms.kernel.text import say


class FantasyPerson(Person):
    """A person who plays Fantasy Realms."""

    help_key = "terminal_fantasy.help"

    def move(self) -> Any:
        """The person's next move."""
        self._show_table()
        if self.table.view.phase == "trading":
            return trade(self.table, self.ask, self.language)
        return self.ask(turn_menu(self.table, self.language))

    def _show_table(self) -> None:
        """Draw the whole table, on a clean screen where there is one."""
        view = self.table.view
        self.clear_screen()
        self.out.print(title(view, self.language))
        self.out.print(table_grid(self.table, view, self.language))
        self.show_log()
        if view.phase != "discarding":
            self.out.print(hand_panel(view, self.language))

    def show_card(self, name: str) -> bool:
        """The text of a card."""
        if not name:
            return False
        card = find(name).id
        suit = suit_label(CARD[card].suit, self.language)
        shown = card_label(card, self.language)
        text = card_text_label(card, self.language)
        self.out.print(Text.assemble(shown, " · ", suit, f" · {CARD[card].strength} · ", text))
        return True

    def show_score(self) -> None:
        """The score sheet of the hand; of a hand of eight, without its least card."""
        view, language = self.table.view, self.language
        sheet = hand_sheet(view)
        if sheet is None:
            self.out.print(say("terminal.empty", language))
            return
        least = least_card(view)
        if least is not None:
            card = name_of(least, language)
            self.out.print(say("terminal.sheet_without", language, card=card))
        self.out.print(sheet_table(sheet, language))
        for sentence in choice_sentences(sheet.choices, language):
            self.out.print(sentence)
        self.out.print(total_line(sheet, language))
