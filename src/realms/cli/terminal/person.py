"""The person at the keyboard: asked until a line of a menu is chosen."""

from __future__ import annotations

import contextlib
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from realms.cli.screen import (
    card_shown,
    choices_told,
    sheet_table,
    suit_shown,
    text_shown,
    total_shown,
)
from realms.cli.terminal.look import show_table
from realms.cli.terminal.menu import Menu
from realms.cli.terminal.table import PERSON, Table
from realms.cli.terminal.trading import trade
from realms.cli.terminal.turns import turn_menu
from realms.cli.terminal.worth import FULL, best_discard, best_sheet
from realms.fantasy.cards import CARD, CARDS, find
from realms.fantasy.telling import event_text
from realms.fantasy.wording import name_of
from realms.kernel.errors import RealmsError
from realms.kernel.paragraphs import paragraph
from realms.kernel.text import say

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  (gives the prompt editing and history where there is one)


class Left(Exception):
    """The person leaves; the game can be continued."""


class Person:
    """Asks the person at the first seat for moves, and answers questions meanwhile."""

    def __init__(self, out: Console, table: Table, language: str) -> None:
        self.out, self.table, self.language = out, table, language

    def move(self) -> Any:
        """The person's next move."""
        show_table(self.out, self.table, self.language)
        if self.table.view.phase == "trading":
            return trade(self.table, self.ask, self.language)
        return self.ask(turn_menu(self.table, self.language))

    def ask(self, menu: Menu) -> Any:
        """Show a menu and read lines until one of them chooses from it."""
        title = Text(menu.title, "bold")
        if any(item.after is not None for item in menu.items):
            title.append("  " + say(f"terminal.{menu.meaning}", self.language), "dim not bold")
        self.out.print(title)
        self.out.print(menu.table(self.language))
        while True:
            text = self._typed()
            try:
                if text and not self._answered(text):
                    return menu.chosen(text)
            except RealmsError as error:
                self.out.print(Text(error.sentence(self.language), "yellow"))

    def _typed(self) -> str:
        try:
            return input(say("terminal.prompt", self.language)).strip()
        except EOFError:
            self.out.print()
            raise Left from None

    def _answered(self, text: str) -> bool:
        """Answer a question that is no choice: help, a rule, a card, the score, the log."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word.casefold():
            case "q" if not rest:
                raise Left
            case "?" | "h" if not rest:
                self.out.print(Text(say("terminal.help", self.language).strip("\n")))
            case "s" if not rest:
                self._show_sheet()
            case "l" if not rest:
                for event in self.table.log:
                    self.out.print(event_text(event, self.table.names, self.language))
            case "r" if rest:
                text = paragraph(self.table.game.name, rest, self.language)
                self.out.print(Markdown(text), width=min(self.out.width, 100))
            case "c" if rest:
                self._show_card(find(rest).id)
            case _:
                return False
        return True

    def _show_card(self, card: str) -> None:
        suit = suit_shown(CARD[card].suit, self.language)
        name = card_shown(card, self.language)
        text = text_shown(card, self.language)
        self.out.print(Text.assemble(name, " · ", suit, f" · {CARD[card].strength} · ", text))

    def _show_sheet(self) -> None:
        """The score sheet of the hand; of a hand of eight, without its least card."""
        view, language = self.table.view, self.language
        sheet = best_sheet(view)
        if sheet is None:
            self.out.print(say("terminal.empty", language))
            return
        if len(view.hand) > FULL:
            card = name_of(CARDS[best_discard(view)].id, language)
            self.out.print(say("terminal.sheet_without", language, card=card))
        self.out.print(sheet_table(sheet, language))
        for sentence in choices_told(sheet.choices, language):
            self.out.print(sentence)
        self.out.print(total_shown(sheet, language))


def play_to_end(out: Console, table: Table, language: str) -> None:
    """Play until the game is over, or the person leaves."""
    person = Person(out, table, language)
    while table.outcome is None:
        seat = table.seat_to_move()
        move = person.move() if seat == PERSON else table.bot_move(seat)
        table.play(seat, move)
