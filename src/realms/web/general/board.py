"""The table of any game: its legal moves as buttons, its view as lists, its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from realms.kernel import plain_text
from realms.kernel.errors import Unreadable
from realms.kernel.games import game_named
from realms.kernel.presentation import Reader, move_text, reason_text
from realms.kernel.text import listed, say

if TYPE_CHECKING:
    from realms.web.game_parts import FormTable
    from realms.web.pages.table.table_page import Look

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
    """A player, and what these eyes know of their seat."""

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
    """All that there is to see and to do."""

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


def board(look: Look) -> GeneralBoard | None:
    """The table; None before the game begins."""
    view, outcome = look.seen.view, look.seen.outcome
    if view is None:
        return None
    return GeneralBoard(
        moves=tuple(_buttons(look)),
        is_written=look.is_asked and not look.moves,
        typed=look.typed.get("written", ""),
        decision=look.since if look.is_asked and len(look.seen.awaiting) > 1 else None,
        fields=tuple(_fields(look, view, KNOWN)),
        seats=tuple(_seat(look, seat) for seat in range(len(look.names))),
        reason=reason_text(look.seen.game, outcome.reason, look.language) if outcome else "",
        paragraph=outcome.paragraph if outcome else "",
    )


def headline(look: Look) -> str:
    """Who is to move, or who has won."""
    seen, language = look.seen, look.language
    if seen.outcome is not None:
        winners = [look.names[seat] for seat in seen.outcome.winners]
        return say("web.table.won", language, n=len(winners), names=listed(winners, language))
    if look.is_asked:
        return say("web.general.headline.mine", language)
    names = listed([look.names[seat] for seat in seen.awaiting], language)
    key = "changeable" if look.moves else "theirs"
    return say(f"web.general.headline.{key}", language, names=names)


def form_move(fields: dict[str, str], table: FormTable) -> dict[str, Any]:
    """The move of the button that was pressed, or that was written as records write it."""
    text = fields.get("move") or ""
    if not text and "written" in fields:
        game = game_named(table.game)
        told: dict[str, Any] = msgspec.to_builtins(game.read_move(fields["written"], table.names))
        return told
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable("move/unreadable", text=text[:80]) from error


def _buttons(look: Look) -> Iterator[MoveButton]:
    """A button for each legal move."""
    seen = look.seen
    reader = Reader(seen.game, seen.options, seen.view, look.names, look.language)
    for number, move in enumerate(look.moves):
        key = KEYS[number] if number < len(KEYS) else ""
        yield MoveButton(msgspec.json.encode(move).decode(), move_text(move, reader), key)


def _seat(look: Look, seat: int) -> GeneralSeat:
    """A player, with the fields of the view that tell of each seat."""
    seen, outcome = look.seen, look.seen.outcome
    return GeneralSeat(
        seat=seat,
        name=look.names[seat],
        kind=seen.seats[seat].kind,
        is_me=seat == seen.seat,
        is_asked=outcome is None and seat in seen.awaiting,
        is_winner=outcome is not None and seat in outcome.winners,
        score=outcome.scores[seat] if outcome else None,
        fields=tuple(_seat_fields(look, seat)),
    )


def _seat_fields(look: Look, seat: int) -> Iterator[ViewField]:
    """What the view tells of a seat; of a game that is over, what only that seat knew besides."""
    view = look.seen.view if look.views is None else look.views[seat]
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if _is_by_seat(value, look.names):
            yield from _fields(look, value[seat])
        elif look.views is not None and _differs(look.views, name):
            yield _field(look, name, value)


def _differs(views: Sequence[Any], name: str) -> bool:
    """Whether a field is not the same for all seats, so that it tells of each."""
    return name not in KNOWN and any(getattr(v, name) != getattr(views[0], name) for v in views)


def _fields(look: Look, value: Any, without: tuple[str, ...] = ()) -> Iterator[ViewField]:
    """The fields of a struct, but for those that tell of each seat."""
    for name in value.__struct_fields__:
        one = getattr(value, name)
        if name not in without and not _is_by_seat(one, look.names):
            yield _field(look, name, one)


def _field(look: Look, name: str, value: Any) -> ViewField:
    game, language = look.seen.game, look.language
    label = plain_text.label(game, "view", name, language)
    return ViewField(label, plain_text.value_text(value, language))


def _is_by_seat(value: Any, names: Sequence[str]) -> bool:
    """Whether a value is a sequence with a struct for each seat."""
    return (
        isinstance(value, tuple | list)
        and len(value) == len(names)
        and all(isinstance(one, Struct) for one in value)
    )
