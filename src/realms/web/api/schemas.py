"""The bodies of requests and answers of the API; the OpenAPI document is made of them."""

from __future__ import annotations

from dataclasses import make_dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

from msgspec import Meta, Raw, Struct

from realms.kernel.games import all_games
from realms.tables.table_view import TableView
from realms.tables.terms import Terms
from realms.web.errors import ErrorBody

Name = Annotated[str, Meta(min_length=1, max_length=64, examples=["Ada"])]
BotName = Annotated[str, Meta(min_length=1, max_length=32, examples=["greedy"])]
Key = Annotated[
    str, Meta(min_length=1, max_length=48, pattern="^[A-Za-z0-9._-]+$", examples=["8c1f-17"])
]
SeatKey = Annotated[
    str,
    Meta(
        min_length=22,
        max_length=64,
        pattern="^[A-Za-z0-9._-]+$",
        examples=["5f0c2b7e9d4a4c1e8a6b3d2f1e0c9b8a"],
    ),
]
"""At least 128 random bits: who has it can ask for the seat again."""
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Place = Annotated[int, Meta(ge=0, le=9)]


# --- Requests ---


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request; a field that is not known is refused."""


class NewTable(Terms, frozen=True):
    """A table to be opened, and who opens it: a name takes the first free seat."""

    name: Name | None = None
    bots: Annotated[tuple[BotName | None, ...], Meta(max_length=10)] = ()
    """A bot for each seat, in order, or null."""


class SeatRequest(RequestBody, frozen=True):
    """A person who takes a seat, the first that is free unless one is given.

    `key`, long and random, names the attempt: who asks again with the same one, because the
    answer was lost, gets the same seat and secret.
    """

    name: Name
    seat: Place | None = None
    key: SeatKey | None = None


class NameRequest(RequestBody, frozen=True):
    """Another name for one's seat."""

    name: Name


class BotSeatRequest(RequestBody, frozen=True):
    """A bot for a seat."""

    bot: BotName = "greedy"


class PracticeRequest(RequestBody, frozen=True):
    """A moment of a finished game to be tried again: `at` moves were made, `seat` is one's own.

    `hidden` cards lie as they were, or all that the seat cannot know is dealt `anew`; `others`
    is a bot for the other seats, `seated` those that sat there.
    """

    name: Name
    at: Annotated[int, Meta(ge=0, le=100_000)]
    seat: Place
    hidden: Literal["same", "anew"] = "same"
    others: BotName = "seated"


class MoveRequest(RequestBody, frozen=True):
    """A move; `seq` is where the table was when it was chosen, `key` names the attempt."""

    move: Annotated[dict[str, Any], Meta(examples=[{"type": "draw"}])]
    seq: Seq
    key: Key | None = None


class UndoRequestBody(RequestBody, frozen=True):
    """How many of the last moves to undo; with `seq`, only if the table is where it was then."""

    moves: Annotated[int, Meta(ge=1, le=1000)] = 1
    seq: Seq | None = None


class UndoVote(RequestBody, frozen=True):
    """Whether one agrees to an undo."""

    agrees: bool


class ProxyBidRequest(RequestBody, frozen=True):
    """The highest bid to be raised to; null takes it back."""

    most: Annotated[int, Meta(ge=0, le=999)] | None


class LineRequest(RequestBody, frozen=True):
    """A line of talk."""

    text: Annotated[str, Meta(min_length=1, max_length=500, examples=["Good luck!"])]


# --- Answers ---


class OpenedTable(Struct, frozen=True):
    """A table, and the seat that was taken, if any; the secret proves it from now on."""

    id: str
    seat: int | None = None
    secret: str | None = None


class DeviceLink(Struct, frozen=True):
    """What takes a player to another device; who has it has the seat."""

    id: str
    seat: int
    secret: str
    link: str
    """The table's address with the secret behind `#`, where no server and no log sees it."""


class LobbyTable(Struct, frozen=True):
    """A public table, as a list shows it."""

    id: str
    game: str
    options: dict[str, Any]
    status: str
    names: list[str]
    free: int
    """Seats that are free."""
    watched: bool


class LegalMoveList(Struct, frozen=True):
    """The legal moves of a seat; where there are very many, only the first."""

    seq: int
    count: int
    """How many there are."""
    moves: list[dict[str, Any]]


class StaleErrorBody(ErrorBody, frozen=True, kw_only=True):
    """An error of a caller who was behind, with the table as it is now."""

    table: Raw


class GameExport(Struct, frozen=True, kw_only=True):
    """A finished game as data; some games tell how each round ended besides."""

    game: str
    rules: str
    options: dict[str, Any]
    seats: list[str]
    seed: str
    order: list[int]
    """The seats in the order of play."""
    deck: list[str]
    """The cards in the order of the deck."""
    moves: list[dict[str, Any]]
    result: dict[str, list[int]] | None
    rounds: list[dict[str, Any]] = []


# --- Descriptions of answers that are sent as bytes ---


def describe_schema(name: str, struct: type[Struct], about: str, **fields: Any) -> Any:
    """A struct as the document shows it, some fields described more exactly.

    As a dataclass, since structs cannot have fields that are one of two structs.
    """
    hints = get_type_hints(struct, include_extras=True) | fields
    described = make_dataclass(name, [*hints.items()])
    described.__doc__ = about
    return described


def view_types() -> Any:
    """The views of all games, as one union: what their method `seen_from` returns."""
    types = [get_type_hints(type(game).seen_from)["return"] for game in all_games()]
    return reduce(or_, types)


if TYPE_CHECKING:
    TableSchema = TableView
    StaleSchema = StaleErrorBody
else:
    TableSchema = describe_schema(
        "TableSchema",
        TableView,
        "A table as one seat, or a spectator, sees it: what answers and streams send.",
        options=dict[str, Any],
        view=view_types() | None,
        events=tuple[dict[str, Any], ...],
    )
    StaleSchema = describe_schema(
        "StaleSchema", StaleErrorBody, StaleErrorBody.__doc__, table=TableSchema
    )
