"""A game in plain words, for games that bring no words of their own.

Moves, events and views are told by their fields. The messages stand in the catalogue of the
game: `<game>.event.<tag>` and `<game>.move.<tag>`, filled with the fields, the field `seat`
with the name of that seat; `<tag>_hidden` where a field is None because the reader may not
know it; `<game>.view.<field>` and `<game>.option.<name>` for the labels. Where there is no
message, the move, the event or the field is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from realms.kernel import plain_notation
from realms.kernel.text import catalogue, say


class PlainTable(Struct, frozen=True):
    """A part of a view that has several rows, such as the seats."""

    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def event_sentence(game: str, event: Any, names: Sequence[str], language: str) -> str:
    """An event as a sentence of the log, without its paragraph."""
    return _sentence(f"{game}.event", event, names, language)


def move_text(game: str, move: Any, names: Sequence[str], language: str) -> str:
    """A move as a menu or a button offers it."""
    return _sentence(f"{game}.move", move, names, language)


def _sentence(chapter: str, value: Any, names: Sequence[str], language: str) -> str:
    fields = structs.asdict(value)
    key = f"{chapter}.{value.__struct_config__.tag}"
    if None in fields.values() and f"{key}_hidden" in catalogue(language):
        key += "_hidden"
    if key not in catalogue(language):
        return plain_notation.write_move(value)
    words = {name: value_text(held, language) for name, held in fields.items()}
    if fields.get("seat") is not None:
        words["seat"] = names[fields["seat"]]
    return say(key, language, **words)


def label(game: str, chapter: str, name: str, language: str) -> str:
    """What a field of a view, or an option, is called."""
    key = f"{game}.{chapter}.{name}"
    return say(key, language) if key in catalogue(language) else name.replace("_", " ").capitalize()


def view_facts(game: str, view: Any, language: str) -> list[tuple[str, str]]:
    """The fields of a view that are single values or lists of them: what each is, and says."""
    return [
        (label(game, "view", name, language), value_text(value, language))
        for name, value in structs.asdict(view).items()
        if not is_rows(value)
    ]


def view_tables(game: str, view: Any, names: Sequence[str], language: str) -> list[PlainTable]:
    """The fields of a view that are lists of structs; those of a row a seat begin with names."""
    return [
        _table(game, name, value, names, language)
        for name, value in structs.asdict(view).items()
        if is_rows(value)
    ]


def _table(
    game: str, name: str, rows: Sequence[Any], names: Sequence[str], language: str
) -> PlainTable:
    fields = rows[0].__struct_fields__
    columns = [label(game, "view", field, language) for field in fields]
    lines = [[value_text(getattr(row, field), language) for field in fields] for row in rows]
    if len(rows) == len(names):
        columns = [say("plain.seat", language), *columns]
        lines = [[seat, *line] for seat, line in zip(names, lines, strict=True)]
    return PlainTable(label(game, "view", name, language), tuple(columns), tuple(map(tuple, lines)))


def is_rows(value: Any) -> bool:
    """Whether a field is a list of structs."""
    return isinstance(value, tuple | list) and bool(value) and isinstance(value[0], Struct)


def value_text(value: Any, language: str) -> str:
    """A value of a field in words.

    >>> value_text((1, 5), "en"), value_text(True, "es"), value_text(None, "en")
    ('1, 5', 'sí', '—')
    """
    match value:
        case None | () | []:
            return say("plain.nothing", language)
        case bool():
            return say("plain.yes" if value else "plain.no", language)
        case tuple() | list():
            return ", ".join(value_text(one, language) for one in value)
        case dict():
            return ", ".join(f"{key} {value_text(one, language)}" for key, one in value.items())
    return str(value)
