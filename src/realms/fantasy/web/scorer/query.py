"""What the address of the score page says: hands, the discard area, choices, and acts on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from realms.fantasy.content.cards import CARD_NAMES, NUMBER, SUIT_NAMES
from realms.fantasy.scoring.choices import PARAGRAPHS, Choices
from realms.fantasy.web.scorer.card_finder import found
from realms.kernel.errors import RealmsError, Unreadable

MOST_HANDS = 8
MOST_NAMES, MOST_PROBLEMS = 100, 5
"""Names that are read of an address at most, and names that are no cards among them."""
LONGEST_NAME = 24
AREA = 0
"""The number of the discard area where hands are numbered from 1."""
AS_PRINTED = "none"
BOOK = "book_of_changes"


class HandAsked(Struct, frozen=True):
    """A hand to be scored: whose it is, its cards, and the choices made for it."""

    name: str = ""
    cards: tuple[str, ...] = ()
    choices: Choices | None = None
    """None leaves them to the rules. [FR-18]"""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known of it."""
        return not self.name and not self.cards


class ScoreAsked(Struct, frozen=True):
    """What the address of the score page asks for: hands, discards, and where cards go."""

    hands: tuple[HandAsked, ...] = (HandAsked(),)
    discard: tuple[str, ...] = ()
    at: int = 1
    """The hand that cards go to, or AREA."""
    suit: str = ""
    """The suit whose cards are shown; empty for all."""
    problems: tuple[RealmsError, ...] = ()
    moved: tuple[tuple[str, int], ...] = ()
    """Cards that were in another place until now, and where: a hand by its number, or AREA."""

    @property
    def held(self) -> tuple[str, ...]:
        """The cards of the hand, or of the discard area, that cards go to."""
        return self.discard if self.at == AREA else self.hands[self.at - 1].cards

    @property
    def hand(self) -> HandAsked:
        """The hand that cards go to; the first where they go to the discard area."""
        return self.hands[max(self.at, 1) - 1]

    def holding(self, cards: Iterable[str]) -> ScoreAsked:
        """The same with these cards in the hand, or the discard area, that cards go to."""
        kept = in_order(cards)
        if self.at == AREA:
            return _settle(replace(self, discard=kept))
        hands = list(self.hands)
        hands[self.at - 1] = replace(self.hand, cards=kept)
        return _settle(replace(self, hands=tuple(hands)))


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in the order of the catalogue, each once."""
    return tuple(sorted(set(cards), key=NUMBER.__getitem__))


def suffix(number: int) -> str:
    """What follows the names of the fields of a hand."""
    return "" if number == 1 else str(number)


# --- Reading ---


class QueryReader:
    """The fields of an address, and what could not be read of them."""

    def __init__(self, fields: Sequence[tuple[str, str]], language: str) -> None:
        self.fields, self.language = fields, language
        self.problems: list[RealmsError] = []
        self.names = 0
        """Names that were read."""

    def last(self, name: str) -> str:
        """The last value of a field."""
        return next((value for key, value in reversed(self.fields) if key == name), "").strip()

    def cards(self, name: str) -> tuple[str, ...]:
        """The cards of a field, in either language; it may be there several times."""
        values = [value for key, value in self.fields if key == name]
        names = [text for value in values for text in value.split(",") if text.strip()]
        cards = (self._card(text) for text in names)
        return in_order(card for card in cards if card)

    def _card(self, text: str) -> str | None:
        """A card by its name; None for what is none, and where there were too many before."""
        self.names += 1
        if self.names > MOST_NAMES or len(self.problems) >= MOST_PROBLEMS:
            return None
        card: str | None = self.tried(partial(CARD_NAMES.find, text))
        return card

    def tried(self, read: Any) -> Any:
        """What could be read, or None and a problem."""
        try:
            return read()
        except RealmsError as error:
            self.problems.append(error)
            return None

    def hand(self, number: int) -> HandAsked:
        """A hand by its number."""
        end = suffix(number)
        name = " ".join(self.last(f"name{end}").split())
        choices = self.last(f"choose{end}")
        return HandAsked(
            name=name[:LONGEST_NAME] if name.isprintable() else "",
            cards=self.cards(f"hand{end}"),
            choices=self.tried(lambda: choices_in(choices)) if choices else None,
        )


def read_query(fields: Sequence[tuple[str, str]], language: str = "en") -> ScoreAsked:
    """What the fields of an address ask for, acts on it included."""
    reading = QueryReader(fields, language)
    hands = [reading.hand(number) for number in range(1, MOST_HANDS + 1)]
    at = _number(reading.last("at"), hands)
    while len(hands) > max(at, 1) and hands[-1].is_empty:
        hands.pop()
    suits = reading.last("suit")
    query = ScoreAsked(
        hands=tuple(hands),
        discard=reading.cards("discard"),
        at=at,
        suit=suits if suits in SUIT_NAMES.names else "",
        moved=_moved(reading.last("moved")),
    )
    query = _apply_change(_settle(query), reading)
    fitted = tuple(replace(hand, choices=fitting(hand)) for hand in query.hands)
    return replace(query, hands=fitted, problems=tuple(reading.problems))


def _number(text: str, hands: Sequence[HandAsked]) -> int:
    """The hand that is meant; a new one is the first that is empty behind all others."""
    if text == "discard":
        return AREA
    if text == "new":
        filled = [n for n, hand in enumerate(hands, 1) if not hand.is_empty]
        return min(max(filled, default=0) + 1, MOST_HANDS)
    return int(text) if text.isdecimal() and 1 <= int(text) <= MOST_HANDS else 1


def _moved(text: str) -> tuple[tuple[str, int], ...]:
    """Cards that were moved on the way to an address, as it tells them: `dragon:2`."""
    pairs = (part.split(":") for part in text.split(",")[:MOST_HANDS] if part.count(":") == 1)
    return tuple(
        (card, int(place))
        for card, place in pairs
        if card in NUMBER and place.isdecimal() and int(place[:3]) <= MOST_HANDS
    )


def moved_field(query: ScoreAsked) -> str:
    """The same as an address tells them; empty where none was."""
    return ",".join(f"{card}:{place}" for card, place in query.moved)


def _settle(query: ScoreAsked) -> ScoreAsked:
    """Each card in one place: where cards go to now, else in the first hand that has it."""
    places = {number: hand.cards for number, hand in enumerate(query.hands, 1)}
    places[AREA] = query.discard
    here = set(places.get(query.at, ()))
    taken = [(c, n) for n, cards in places.items() if n != query.at for c in cards if c in here]
    seen: set[str] = set()
    for number in sorted(places, key=lambda n: (n != query.at, n == AREA, n)):
        places[number] = tuple(card for card in places[number] if card not in seen)
        seen.update(places[number])
    hands = tuple(replace(hand, cards=places[n]) for n, hand in enumerate(query.hands, 1))
    moved = (*query.moved, *(one for one in taken if one not in query.moved))
    return replace(query, hands=hands, discard=places[AREA], moved=moved)


def _apply_change(query: ScoreAsked, reading: QueryReader) -> ScoreAsked:
    """What was asked for, after the buttons that were pressed."""
    if dropped := reading.last("drop"):
        query = query.holding(card for card in query.held if card != dropped)
    if removed := reading.last("remove"):
        query = _without(query, removed)
    if typed := reading.last("add"):
        card = reading.tried(lambda: typed_card(typed, query.held, reading.language))
        query = query.holding([*query.held, card]) if card else query
    if reading.last("own") and query.at != AREA:
        hands = list(query.hands)
        hands[query.at - 1] = replace(
            query.hand, choices=reading.tried(lambda: _read_choices(reading))
        )
        query = replace(query, hands=tuple(hands))
    return query


def _without(query: ScoreAsked, number: str) -> ScoreAsked:
    """Without one of the hands."""
    hands = [hand for n, hand in enumerate(query.hands, 1) if str(n) != number] or [HandAsked()]
    return replace(query, hands=tuple(hands), at=min(max(query.at, 1), len(hands)))


def typed_card(typed: str, held: Sequence[str], language: str) -> str:
    """The card that was typed, among those that are not held; else a word on what is near."""
    return found(typed, held, language) or CARD_NAMES.find(typed)


# --- Choices ---


def choices_in(text: str) -> Choices:
    """Choices as an address has them: `mirage:forest,book_of_changes:queen:wizard`."""
    if text == AS_PRINTED:
        return {}
    choices: Choices = {}
    for part in text.split(","):
        chooser, _, value = part.partition(":")
        if not value:
            raise Unreadable("choice/not_typed", text=part)
        choices[CARD_NAMES.find(chooser)] = _value(CARD_NAMES.find(chooser), value)
    return choices


def _value(chooser: str, text: str) -> Any:
    if chooser != BOOK:
        return CARD_NAMES.find(text)
    card, _, suit = text.partition(":")
    return {"card": CARD_NAMES.find(card), "suit": SUIT_NAMES.find(suit)}


def _read_choices(reading: QueryReader) -> Choices:
    """The choices of the form, one field each; the Book has two."""
    choices: Choices = {}
    for chooser in PARAGRAPHS:
        value = reading.last(f"choose.{chooser}")
        suit = reading.last(f"choose.{chooser}.suit")
        if value and (suit or chooser != BOOK):
            choices[chooser] = _value(chooser, f"{value}:{suit}" if chooser == BOOK else value)
    return choices


def fitting(hand: HandAsked) -> Choices | None:
    """The choices of the cards that the hand still has; None where none are left."""
    if hand.choices is None:
        return None
    raised = hand.choices.get("necromancer", "")
    there = {*hand.cards, raised}
    kept = {
        chooser: value
        for chooser, value in hand.choices.items()
        if chooser in hand.cards and _is_there(chooser, value, there)
    }
    return kept if kept or not hand.choices else None


INSIDE = ("doppelganger", "island", "fountain_of_life")
"""Choice cards that choose among the cards of the hand."""


def _is_there(chooser: str, value: Any, cards: set[str]) -> bool:
    """Whether what was chosen among the cards of a hand is still among them."""
    if isinstance(value, dict):
        return value["card"] in cards
    return chooser not in INSIDE or value in cards


def choices_field(choices: Mapping[str, Any]) -> str:
    """Choices as an address has them."""
    pairs = [
        f"{chooser}:{value['card']}:{value['suit']}" if chooser == BOOK else f"{chooser}:{value}"
        for chooser, value in choices.items()
    ]
    return ",".join(pairs) or AS_PRINTED


# --- Writing ---


def fields_of(query: ScoreAsked) -> list[tuple[str, str]]:
    """The fields that say the same, as few as possible."""
    fields = []
    for number, hand in enumerate(query.hands, 1):
        end = suffix(number)
        fields += [(f"name{end}", hand.name), (f"hand{end}", ",".join(hand.cards))]
        if hand.choices is not None:
            fields.append((f"choose{end}", choices_field(hand.choices)))
    fields.append(("discard", ",".join(query.discard)))
    fields.append(("at", "discard" if query.at == AREA else suffix(query.at)))
    fields.append(("suit", query.suit))
    return [(name, value) for name, value in fields if value]


def address(query: ScoreAsked, **changes: Any) -> str:
    """The address that says it, with some of it changed."""
    encoded = urlencode(fields_of(replace(query, **changes)), safe=",:")
    return f"/score?{encoded}" if encoded else "/score"
