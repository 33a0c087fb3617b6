"""The person at the keyboard: asked until a line of a menu is chosen."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from realms.cli.game_parts import EVERYTHING
from realms.cli.terminal.menu import NOTHING, Menu, words_of
from realms.cli.terminal.presenter import event_text, standing_parts
from realms.cli.terminal.terminal_game import TerminalGame
from realms.kernel.errors import RealmsError
from realms.kernel.presentation.paragraphs import paragraph
from realms.kernel.text import say

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  (gives the prompt editing and history where there is one)

QUESTIONS = ("help", "leave", "log", "rules", "score", "card", "hint")
"""What may be asked at any time; the catalogue has the words for each."""


class Left(Exception):
    """The person leaves; the game can be continued."""


class Person(ABC):
    """Asks the person at the first seat for moves, and answers questions meanwhile.

    A game brings its own by the method `person` of its pack.
    """

    most_events = 12
    fewest_events = 4
    help_key: str
    """The key of the catalogue that tells what can be typed."""

    def __init__(self, out: Console, table: TerminalGame, language: str) -> None:
        self.out, self.table, self.language = out, table, language

    # --- What each game does its own way ---

    @abstractmethod
    def move(self) -> Any:
        """The person's next move."""

    @abstractmethod
    def show_card(self, name: str) -> bool:
        """Show a card; False where that is not what was meant."""

    @abstractmethod
    def show_score(self) -> None:
        """Show what the person would score now."""

    # --- Asking ---

    def ask(self, menu: Menu) -> Any:
        """Show a menu and read lines until one of them chooses from it."""
        title = Text(menu.title, "bold")
        if any(item.after is not None for item in menu.items):
            title.append(f"  {menu.meaning}", "dim not bold")
        self.out.print(title)
        if menu.items:
            self.out.print(menu.table())
        while True:
            text = self._read_line()
            try:
                if text and not self._answer(text):
                    return menu.choose(text)
                if not text and menu.enter is not NOTHING:
                    return menu.enter
            except RealmsError as error:
                self.out.print(Text(error.sentence(self.language), "yellow"))

    def _read_line(self) -> str:
        try:
            return input(say("terminal.prompt", self.language)).strip()
        except EOFError:
            self.out.print()
            raise Left from None

    def _answer(self, text: str) -> bool:
        """Answer a question that is no choice: help, a rule, a card, the score, the log."""
        word, _, rest = text.partition(" ")
        match question_of(word), rest.strip():
            case "leave", "":
                raise Left
            case "help", "":
                self.out.print(Text(say(self.help_key, self.language).strip("\n")))
            case "log", "":
                for event in self.table.log:
                    self.out.print(self.sentence(event))
            case "score", "":
                self.show_score()
            case "hint", "":
                self.show_hint()
            case "rules", number if number:
                text = paragraph(self.table.game.name, number, self.language)
                self.out.print(Markdown(text), width=min(self.out.width, 100))
            case "card", name:
                return self.show_card(name)
            case _:
                return False
        return True

    # --- Showing ---

    def clear_screen(self) -> None:
        """Begin on a clean screen, where there is one."""
        if self.out.is_terminal:
            self.out.clear()

    def show_hint(self) -> None:
        """What the strongest bot would do, knowing what the person knows, and why."""
        from realms.cli.terminal.hint import hints

        with self.out.status(say("terminal.hint_thinks", self.language)):
            hint_lines = hints(self.table, self.language)
        self.out.print(Text(say("terminal.hint_about", self.language), "dim"))
        for number, lines in enumerate(hint_lines, 1):
            self.out.print(Text.assemble((f"{number}. ", "bold"), lines[0]))
            for line in lines[1:]:
                self.out.print(Text(f"   {line}", "dim"))

    def sentence(self, event: Any) -> str:
        """An event as a sentence."""
        table = self.table
        return event_text(table.game, table.state, event, table.names, self.language)

    def result(self) -> Iterable[RenderableType]:
        """The end of the game: all scores, and who won."""
        table = self.table
        return standing_parts(table.game, table.state, table.names, EVERYTHING, self.language)

    def is_shown(self, event: Any) -> bool:
        """Whether an event is worth a line before each decision; the whole log has all."""
        return True

    def events_grid(self) -> Grid:
        """The last events, those since the person's last move in full light."""
        log, heard = self.table.log, self.table.heard
        shown = [(n, event) for n, event in enumerate(log) if self.is_shown(event)]
        new = sum(n >= heard for n, _event in shown)
        count = min(self.most_events, max(self.fewest_events, new))
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=1)
        if new > count:
            more = say("terminal.log_more", self.language, n=new - count)
            grid.add_row("", Text(more, "dim"))
        for number, event in shown[-count:]:
            grid.add_row("", Text(self.sentence(event), "" if number >= heard else "dim"))
        return grid

    def show_log(self) -> None:
        """What happened since the person's last move."""
        events = self.events_grid()
        if events.row_count:
            self.out.print(Text(say("terminal.log", self.language), "bold"))
            self.out.print(events)


def question_of(word: str) -> str:
    """The question that a word stands for; empty where it is none."""
    for question in QUESTIONS:
        if word.casefold() in words_of(f"terminal.{question}_asked"):
            return question
    return ""
