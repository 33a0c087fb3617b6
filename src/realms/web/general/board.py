"""The table of any game: its legal moves as buttons, its view as lists, its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from realms.kernel.errors import Unreadable
from realms.kernel.games import game_named
from realms.kernel.presentation import plain_text
from realms.kernel.presentation.texts import Reader, move_text, reason_text
from realms.kernel.text import listed, say
from realms.kernel.values import Move, read_json_move

if TYPE_CHECKING:
    from realms.web.game_parts import FormTable
    from realms.web.pages.table.table_page import TablePage

KEYS = "1234567890"
"""The keys of the first ten moves."""
KNOWN = ("seat", "players", "awaiting")
"""Fields of a view that the list of players tells already."""


class MoveButton(Struct, frozen=True):
    """A legal move: what its button sends, and says."""

    value: str
    text: str
    key: str = ""


class ViewField(Struct, frozen=True):
    """A field of a view in words."""

    label: str
    text: str


class GeneralSeat(Struct, frozen=True, kw_only=True):
    """A player, and what the viewer knows of their seat."""

    seat: int
    name: str
    kind: str
    is_me: bool
    is_asked: bool
    is_winner: bool
    score: int | None
    """The points at the end."""
    fields: tuple[ViewField, ...]


class GeneralBoard(Struct, frozen=True, kw_only=True):
    """What the general board shows: the view as fields, and the legal moves."""

    moves: tuple[MoveButton, ...]
    is_written: bool
    """Whether a move is asked for, and there are too many to list."""
    typed: str
    """The move that was written and refused."""
    decision: int | None
    """What is decided, where several decide at once: a move then holds whatever others do."""
    fields: tuple[ViewField, ...]
    seats: tuple[GeneralSeat, ...]
    reason: str
    """What ended the game; empty before that."""
    paragraph: str


def board(page: TablePage) -> GeneralBoard | None:
    """The table; None before the game begins."""
    view, outcome = page.table.view, page.table.outcome
    if view is None:
        return None
    return GeneralBoard(
        moves=tuple(_buttons(page)),
        is_written=page.is_asked and not page.moves,
        typed=page.typed.get("written", ""),
        decision=page.since if page.is_asked and len(page.table.awaiting) > 1 else None,
        fields=tuple(_fields(page, view, KNOWN)),
        seats=tuple(_seat(page, seat) for seat in range(len(page.names))),
        reason=reason_text(page.table.game, outcome.reason, page.language) if outcome else "",
        paragraph=outcome.paragraph if outcome else "",
    )


def headline(page: TablePage) -> str:
    """Who is to move, or who has won."""
    seen, language = page.table, page.language
    if seen.outcome is not None:
        winners = [page.names[seat] for seat in seen.outcome.winners]
        return say("web.table.won", language, n=len(winners), names=listed(winners, language))
    if page.is_asked:
        return say("web.general.headline.mine", language)
    names = listed([page.names[seat] for seat in seen.awaiting], language)
    key = "changeable" if page.moves else "theirs"
    return say(f"web.general.headline.{key}", language, names=names)


def form_move(fields: dict[str, str], table: FormTable) -> Move:
    """The move of the button that was pressed, or that was written as records write it."""
    text, game = fields.get("move") or "", game_named(table.game)
    if not text and "written" in fields:
        written: Move | None = game.read_move(fields["written"], table.names)
        if written is None:
            raise Unreadable("move/unreadable", text=fields["written"][:80])
        return written
    pressed: Move = read_json_move(text, game.move_type)
    return pressed


def _buttons(page: TablePage) -> Iterator[MoveButton]:
    """A button for each legal move."""
    seen = page.table
    reader = Reader(seen.game, seen.options, seen.view, page.names, page.language)
    for number, move in enumerate(page.moves):
        key = KEYS[number] if number < len(KEYS) else ""
        yield MoveButton(msgspec.json.encode(move).decode(), move_text(move, reader), key)


def _seat(page: TablePage, seat: int) -> GeneralSeat:
    """A player, with the fields of the view that tell of each seat."""
    seen, outcome = page.table, page.table.outcome
    return GeneralSeat(
        seat=seat,
        name=page.names[seat],
        kind=seen.seats[seat].kind,
        is_me=seat == seen.seat,
        is_asked=outcome is None and seat in seen.awaiting,
        is_winner=outcome is not None and seat in outcome.winners,
        score=outcome.scores[seat] if outcome else None,
        fields=tuple(_seat_fields(page, seat)),
    )


def _seat_fields(page: TablePage, seat: int) -> Iterator[ViewField]:
    """What the view tells of a seat; of a game that is over, what only that seat knew besides."""
    view = page.table.view if page.views is None else page.views[seat]
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if _is_by_seat(value, page.names):
            yield from _fields(page, value[seat])
        elif page.views is not None and _differs(page.views, name):
            yield _field(page, name, value)


def _differs(views: Sequence[Any], name: str) -> bool:
    """Whether a field is not the same for all seats, so that it tells of each."""
    return name not in KNOWN and any(getattr(v, name) != getattr(views[0], name) for v in views)


def _fields(page: TablePage, value: Any, without: tuple[str, ...] = ()) -> Iterator[ViewField]:
    """The fields of a struct, but for those that tell of each seat."""
    for name in value.__struct_fields__:
        one = getattr(value, name)
        if name not in without and not _is_by_seat(one, page.names):
            yield _field(page, name, one)


def _field(page: TablePage, name: str, value: Any) -> ViewField:
    game, language = page.table.game, page.language
    label = plain_text.label(game, "view", name, language)
    return ViewField(label, plain_text.value_text(value, language))


def _is_by_seat(value: Any, names: Sequence[str]) -> bool:
    """Whether a value is a sequence with a struct for each seat."""
    return (
        isinstance(value, tuple | list)
        and len(value) == len(names)
        and all(isinstance(one, Struct) for one in value)
    )
