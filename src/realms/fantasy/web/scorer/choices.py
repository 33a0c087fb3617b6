"""What the choice cards of a hand may choose, as lists to pick from. [FR-14] to [FR-20]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD, CARDS, NUMBER, SUITS
from realms.fantasy.content.tables import BOOK_SUITS, CHOOSES
from realms.fantasy.scoring.choices import PARAGRAPHS
from realms.fantasy.web.scorer.query import BOOK
from realms.fantasy.web.scorer.sheet import SIZE, ScorerSheet
from realms.kernel.bits.sets import members
from realms.kernel.text import say


class ChoiceOption(Struct, frozen=True):
    """One thing to choose."""

    value: str
    text: str
    chosen: bool


class GroupShown(Struct, frozen=True):
    """Options under a heading; those that need none have an empty one."""

    title: str
    options: tuple[ChoiceOption, ...]


class ListShown(Struct, frozen=True):
    """A list to pick one of."""

    field: str
    label: str
    groups: tuple[GroupShown, ...]


class ChoiceShown(Struct, frozen=True):
    """A choice card, and its lists: one, or two for the Book of Changes."""

    card: str
    name: str
    paragraph: str
    lists: tuple[ListShown, ...]


def choices_shown(
    cards: Sequence[str], area: Iterable[str], sheet: ScorerSheet, language: str
) -> tuple[ChoiceShown, ...]:
    """The choices of a hand as it was scored, to be changed one by one."""
    offered = {card: _Choosing(cards, tuple(area), sheet, language) for card in PARAGRAPHS}
    return tuple(
        ChoiceShown(card, name_of(card, language), PARAGRAPHS[card], tuple(lists))
        for card, choosing in offered.items()
        if card in cards and (lists := [*choosing.lists(card)])
    )


class _Choosing(Struct, frozen=True):
    """The hand that is chosen for."""

    cards: Sequence[str]
    area: tuple[str, ...]
    sheet: ScorerSheet
    language: str

    def lists(self, chooser: str) -> Iterator[ListShown]:
        """The lists of a choice card."""
        chosen: Any = self.sheet.choices.get(chooser, "")
        if chooser == BOOK:
            page = chosen or {"card": "", "suit": ""}
            yield self._list(chooser, "card", self._others(BOOK), page["card"])
            yield self._suits(page["suit"])
        elif chooser == "necromancer":
            if len(self.cards) <= SIZE:
                yield self._list(chooser, "raise", self._of_suits(chooser, self.area), chosen)
        elif chooser == "doppelganger":
            yield self._list(chooser, "copy", self._others(chooser), chosen)
        elif chooser in ("mirage", "shapeshifter"):
            yield self._grouped(chooser, chosen)
        else:
            fitting = [row.card for row in self.sheet.rows if self._fits(chooser, row.suit)]
            yield self._list(chooser, chooser, fitting, chosen)

    def _fits(self, chooser: str, suit: str) -> bool:
        return suit in [SUITS[n].id for n in members(int(CHOOSES[NUMBER[chooser]]))]

    def _of_suits(self, chooser: str, cards: Iterable[str]) -> list[str]:
        return [card for card in cards if self._fits(chooser, CARD[card].suit)]

    def _others(self, chooser: str) -> list[str]:
        return [row.card for row in self.sheet.rows if row.card != chooser]

    def _option(self, thing: str, chosen: str) -> ChoiceOption:
        return ChoiceOption(thing, name_of(thing, self.language), thing == chosen)

    def _nothing(self, chosen: str) -> GroupShown:
        text = say("web.score.nothing", self.language)
        return GroupShown("", (ChoiceOption("", text, not chosen),))

    def _list(self, chooser: str, label: str, things: Iterable[str], chosen: str) -> ListShown:
        listed = GroupShown("", tuple(self._option(thing, chosen) for thing in things))
        needs_one = chooser == "fountain_of_life" and chosen  # it always adds a strength [FR-17c]
        groups = (listed,) if needs_one else (self._nothing(chosen), listed)
        return ListShown(f"choose.{chooser}", self._label(label), groups)

    def _suits(self, chosen: str) -> ListShown:
        suits = [SUITS[n].id for n in members(int(BOOK_SUITS))]
        options = tuple(self._option(suit, chosen) for suit in suits)
        groups = (self._nothing(chosen), GroupShown("", options))
        return ListShown(f"choose.{BOOK}.suit", self._label("suit"), groups)

    def _grouped(self, chooser: str, chosen: str) -> ListShown:
        groups = [self._nothing(chosen)]
        for number in members(int(CHOOSES[NUMBER[chooser]])):
            suit = SUITS[number].id
            cards = [card.id for card in CARDS if card.suit == suit]
            options = tuple(self._option(card, chosen) for card in cards)
            groups.append(GroupShown(name_of(suit, self.language), options))
        return ListShown(f"choose.{chooser}", self._label("copy"), tuple(groups))

    def _label(self, key: str) -> str:
        return say(f"web.score.choose.{key}", self.language)
