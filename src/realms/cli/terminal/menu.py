"""A menu: numbered lines, one of which is chosen by its number or by the start of a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table
from rich.text import Text

from realms.cli.screen import card_shown, minus, plain_table, suit_shown, text_shown
from realms.fantasy.cards import CARD, CARD_NAMES
from realms.fantasy.wording import name_of, signed
from realms.kernel.errors import Ambiguous, RealmsError, Unreadable
from realms.kernel.names import folded
from realms.kernel.text import LANGUAGES, say


@dataclass(frozen=True)
class Item:
    """One line of a menu: what it stands for, how it may be called, how it looks."""

    value: Any
    names: tuple[str, ...]
    label: Text
    card: str = ""
    after: int | None = None
    """The score after choosing it, where that is known."""
    note: str = ""


@dataclass(frozen=True)
class Menu:
    """What is asked, and the lines to choose from."""

    title: str
    items: Sequence[Item]
    now: int | None = None
    """The score as it is, to compare with."""
    meaning: str = "after"
    """What the scores beside the lines mean, as a key of the catalogue."""
    other: Callable[[str], Any] | None = field(default=None)
    """What a text that fits no line may mean."""

    def chosen(self, text: str) -> Any:
        """The value of the line that a text chooses; raises with the reason where none is."""
        if text.isdecimal():
            if len(text) > 4 or not 1 <= int(text) <= len(self.items):
                raise Unreadable("menu/number", n=len(self.items))
            return self.items[int(text) - 1].value
        wanted = folded(text)
        for fits in (wanted.__eq__, lambda name: name.startswith(wanted)):
            found = [item for item in self.items if any(fits(folded(n)) for n in item.names)]
            if wanted and len(found) == 1:
                return found[0].value
            if wanted and found:
                choices = ", ".join(item.label.plain for item in found)
                raise Ambiguous("menu/ambiguous", text=text, choices=choices)
        if self.other is not None:
            return self.other(text)
        raise _not_here(text)

    def table(self, language: str) -> Table:
        """The menu on the screen; cards with suit, strength and text."""
        table = plain_table()
        table.show_header = False
        table.add_column(justify="right", no_wrap=True, style="bold")
        cards = any(item.card for item in self.items)
        table.add_column(no_wrap=cards)
        if cards:
            table.add_column(no_wrap=True)
            table.add_column(justify="right", no_wrap=True)
            table.add_column(ratio=1)
        table.add_column(justify="right", no_wrap=True)
        for number, item in enumerate(self.items, 1):
            facts = _facts(item, language) if cards else []
            table.add_row(str(number), item.label, *facts, self._after(item))
        return table

    def _after(self, item: Item) -> Text:
        if item.after is None:
            return Text()
        if self.now is None:
            return Text(f"→ {minus(item.after)}")
        change = item.after - self.now
        style = "green" if change > 0 else "red" if change < 0 else "dim"
        return Text.assemble(f"→ {minus(item.after)} ", (f"({signed(change)})", style))


def _facts(item: Item, language: str) -> list[Text]:
    if not item.card:
        return [Text(), Text(), Text(item.note)]
    card = CARD[item.card]
    strength = Text(str(card.strength))
    return [suit_shown(card.suit, language), strength, text_shown(card.id, language)]


def _not_here(text: str) -> RealmsError:
    """Why a text chooses nothing: another card, or nothing we know."""
    try:
        card = CARD_NAMES.find(text)
    except Ambiguous:
        return Unreadable("menu/unknown", text=text)
    except RealmsError as error:
        return error if "near" in error.fields else Unreadable("menu/unknown", text=text)
    return Unreadable("menu/not_listed", card=CARD[card].name)


def word_item(value: Any, key: str, language: str, **fields: str) -> Item:
    """A line that is not a card; it may be called by the words of the catalogue."""
    words = [say(f"terminal.{key}_words", spoken).split(",") for spoken in LANGUAGES]
    names = tuple(word for several in words for word in several)
    label = Text(say(f"terminal.{key}", language))
    return Item(value, names, label, note=say(f"terminal.{key}_note", language, **fields))


def card_item(value: Any, card: str, language: str, after: int | None = None) -> Item:
    """A line for a card."""
    return Item(value, names_of(card), card_shown(card, language), card, after)


def names_of(thing: str) -> tuple[str, ...]:
    """The names of a card or a suit in every language."""
    return (thing, *(name_of(thing, language) for language in LANGUAGES))
