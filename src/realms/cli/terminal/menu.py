"""A menu: numbered lines, one of which is chosen by its number or by the start of a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from realms.cli.screen import minus, plain_table
from realms.kernel.errors import Ambiguous, Unreadable
from realms.kernel.names import folded
from realms.kernel.text import LANGUAGES, say

NOTHING = object()
"""What Enter stands for where it stands for nothing."""
BACK = object()
"""What the line stands for that leads back."""
NO_NUMBER = -1
"""The number of a line that is chosen by its name alone."""


@dataclass(frozen=True)
class Item:
    """One line of a menu: what it stands for, how it may be called, how it looks."""

    value: Any
    names: tuple[str, ...]
    label: Text
    facts: tuple[Text, ...] = ()
    """What more is told of it, in columns; the last has room."""
    after: int | None = None
    """The score after choosing it, where that is known."""
    number: int | None = None
    """Its own number; else that of its place in the menu."""


def unknown(text: str) -> Any:
    """A text that chooses nothing."""
    raise Unreadable("menu/unknown", text=text)


@dataclass(frozen=True)
class Menu:
    """What is asked, and the lines to choose from."""

    title: str
    items: Sequence[Item]
    now: int | None = None
    """The score as it is, to compare with."""
    meaning: str = ""
    """What the scores beside the lines mean, in words."""
    other: Callable[[str], Any] = unknown
    """What a text that fits no line may mean."""
    enter: Any = NOTHING
    """What Enter alone chooses."""
    own_numbers: bool = False
    """Whether a number that no line has is a text like any other."""

    def numbered_items(self) -> list[tuple[int, Item]]:
        """The lines with their numbers."""
        return [
            (place if item.number is None else item.number, item)
            for place, item in enumerate(self.items, 1)
        ]

    def choose(self, text: str) -> Any:
        """The value of the line that a text chooses; raises with the reason where none is."""
        if text.isdecimal():
            found = [item for number, item in self.numbered_items() if text == str(number)]
            if found:
                return found[0].value
            if not self.own_numbers:
                last = max(number for number, _item in self.numbered_items())
                raise Unreadable("menu/number", n=last)
            return self.other(text)
        wanted = folded(text)
        for fits in (wanted.__eq__, lambda name: name.startswith(wanted)):
            found = [item for item in self.items if any(fits(folded(n)) for n in item.names)]
            if wanted and len(found) == 1:
                return found[0].value
            if wanted and found:
                choices = ", ".join(item.label.plain for item in found)
                raise Ambiguous("menu/ambiguous", text=text, choices=choices)
        return self.other(text)

    def table(self) -> Table:
        """The menu on the screen."""
        table = plain_table()
        table.show_header = False
        table.add_column(justify="right", no_wrap=True, style="bold")
        facts = max((len(item.facts) for item in self.items), default=0)
        table.add_column(no_wrap=facts > 0)
        for fact in range(facts):
            last = fact == facts - 1
            table.add_column(no_wrap=not last, ratio=1 if last else None)
        table.add_column(justify="right", no_wrap=True)
        for number, item in self.numbered_items():
            room = [Text()] * (facts - len(item.facts))
            shown_number = "" if number == NO_NUMBER else str(number)
            table.add_row(shown_number, item.label, *room, *item.facts, self._after(item))
        return table

    def _after(self, item: Item) -> Text:
        if item.after is None:
            return Text()
        if self.now is None:
            return Text(f"→ {minus(item.after)}")
        change = item.after - self.now
        style = "green" if change > 0 else "red" if change < 0 else "dim"
        text = f"{change:+d}".replace("-", "−")
        return Text.assemble(f"→ {minus(item.after)} ", (f"({text})", style))


Ask = Callable[[Menu], Any]
"""Asks the person, who chooses from a menu."""


def words_of(key: str) -> tuple[str, ...]:
    """Words of the catalogue that are typed, in every language; commas stand between them."""
    return tuple(word for language in LANGUAGES for word in say(key, language).split(","))


def word_item(
    value: Any, key: str, language: str, /, number: int | None = None, **fields: Any
) -> Item:
    """A line that the catalogue words: its label, a note, and what it may be called."""
    label, note = Text(say(key, language)), Text(say(f"{key}_note", language, **fields))
    return Item(value, words_of(f"{key}_words"), label, (note,) if note else (), number=number)


def back_item(language: str, number: int | None = None) -> Item:
    """The line that leads back."""
    return word_item(BACK, "terminal.back", language, number=number)
