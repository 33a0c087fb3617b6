"""A game in words, whatever game it is: moves, events, views and outcomes from its catalogue.

A game whose sentences need more than that brings methods of its own in its pack, such as
`move_text`. For any other, messages are looked up under the game's name and filled with the
fields of the move or event:

* `<game>.move.<tag>` and `<game>.event.<tag>`, where `<tag>` is that of the struct; with
  `_hidden` behind it where a field is None, because the reader may not know it;
* `<game>.begun` and `<game>.reason.<reason>`, how a game begins and what ended it;
* `<game>.view.<field>`, what a field of a view is called;
* `<game>.word.<text>`, what a text in a field stands for, such as the name of a card.

Fields called `seat`, `first`, `to`, `other`, `by` or `winner` are seats and become names, as do
the numbers in `seats`, `awaiting`, `order` and `winners`. What the catalogue has no message for
is shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from realms.kernel.games import pack_named
from realms.kernel.text import catalogue, listed, say

SEAT_FIELDS = frozenset({"seat", "first", "to", "other", "by", "winner"})
"""Fields of moves, events and views that hold the number of a seat."""
SEATS_FIELDS = frozenset({"seats", "awaiting", "order", "winners"})
"""Fields that hold numbers of several seats."""


class Reader(Struct, frozen=True):
    """Who reads of a move: the game as they see it, and their language."""

    game: str
    options: Any
    view: Any
    names: Sequence[str]
    language: str


@runtime_checkable
class BringsMoveText(Protocol):
    """A pack whose game words its moves itself."""

    def move_text(self, move: Any, reader: Reader) -> str:
        """A move that is proposed to a reader, as one would say it across the table."""


def move_text(move: Any, reader: Reader) -> str:
    """A move in words: the game's own, else of the catalogue, else its notation."""
    pack = pack_named(reader.game)
    if isinstance(pack, BringsMoveText):
        return pack.move_text(move, reader)
    found = message_of(reader.game, "move", move, reader.names, reader.language)
    return found or str(pack.game.write_move(move, reader.names))


def event_sentence(game: str, event: Any, names: Sequence[str], language: str) -> str:
    """An event as a sentence of the catalogue; without one, its tag and its fields."""
    found = message_of(game, "event", event, names, language)
    if found:
        return found
    told = (f"{field} {value}" for field, value in fields_of(game, event, names, language).items())
    return f"{tag_of(event)}: {', '.join(told)}".removesuffix(": ")


def begun_sentence(game: str, language: str) -> str:
    """How a game begins."""
    key = f"{game}.begun"
    return say(key if key in catalogue(language) else "log.begun", language)


def reason_text(game: str, reason: str, language: str) -> str:
    """What ended a game: a message of the catalogue, else the reason's own name."""
    for key in (f"{game}.reason.{reason}", f"reason.{reason}"):
        if key in catalogue(language):
            return say(key, language)
    return reason.replace("_", " ")


def message_of(game: str, kind: str, value: Any, names: Sequence[str], language: str) -> str:
    """The message for a move or an event, filled; empty where the catalogue has none."""
    fields = fields_of(game, value, names, language)
    key = f"{game}.{kind}.{tag_of(value)}"
    if "" in fields.values() and f"{key}_hidden" in catalogue(language):
        key = f"{key}_hidden"
    return say(key, language, **fields) if key in catalogue(language) else ""


def fields_of(game: str, value: Any, names: Sequence[str], language: str) -> dict[str, Any]:
    """The fields of a struct as a message shows them; empty text for what is not known."""
    return {
        field: field_text(game, field, getattr(value, field), names, language)
        for field in value.__struct_fields__
    }


def field_text(game: str, field: str, value: Any, names: Sequence[str], language: str) -> Any:
    """A field as a message shows it: seats by name, several things as a list."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return say("log.yes" if value else "log.no", language)
    if isinstance(value, int):
        return names[value] if field in SEAT_FIELDS else value
    if isinstance(value, str):
        return word_text(game, value, language)
    if isinstance(value, Struct):
        told = fields_of(game, value, names, language)
        parts = (f"{label_of(game, name, language)} {told[name]}" for name in told)
        return ", ".join(parts)
    if isinstance(value, dict):
        parts = (
            f"{word_text(game, str(key), language)} {field_text(game, field, one, names, language)}"
            for key, one in value.items()
        )
        return ", ".join(parts)
    inner = "seat" if field in SEATS_FIELDS else field
    return listed([str(field_text(game, inner, one, names, language)) for one in value], language)


def word_text(game: str, text: str, language: str) -> str:
    """What a text in a field stands for: a message of the catalogue, else itself."""
    key = f"{game}.word.{text}"
    return say(key, language) if key in catalogue(language) else text


def label_of(game: str, field: str, language: str) -> str:
    """What a field of a view is called."""
    key = f"{game}.view.{field}"
    return say(key, language) if key in catalogue(language) else field.replace("_", " ")


def tag_of(value: Any) -> str:
    """The tag of a move or an event."""
    return str(value.__struct_config__.tag)


class ViewLine(Struct, frozen=True):
    """A line of a view: what it tells, and of which seat, if of one."""

    label: str
    text: str
    seat: int | None = None


def view_lines(game: str, view: Any, names: Sequence[str], language: str) -> Iterator[ViewLine]:
    """A view as lines, a line a field; of a field with a struct for each seat, a line a seat."""
    for field in view.__struct_fields__:
        value = getattr(view, field)
        if _is_by_seat(value, names):
            for seat, one in enumerate(value):
                text = field_text(game, field, one, names, language)
                yield ViewLine(names[seat], str(text), seat)
        else:
            text = str(field_text(game, field, value, names, language))
            label = label_of(game, field, language)
            yield ViewLine(label, text or say("log.nothing", language))


def _is_by_seat(value: Any, names: Sequence[str]) -> bool:
    """Whether a value is a sequence with a struct for each seat."""
    return (
        isinstance(value, tuple | list)
        and len(value) == len(names)
        and all(isinstance(one, Struct) for one in value)
    )
