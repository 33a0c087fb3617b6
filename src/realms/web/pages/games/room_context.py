"""A room as its page shows it: who plays where, and, to who may know, how it went."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.bots import title_of
from realms.kernel.chance import commitment
from realms.kernel.games import game_named
from realms.kernel.text import say
from realms.tables.results.room_store import Room
from realms.tables.results.rooms import (
    RoomTable,
    is_host,
    is_over,
    own_table,
    tables_in,
    terms_of_table,
)
from realms.tables.seating import Chair
from realms.tables.service import TableService
from realms.tables.terms import rules_of
from realms.web.messages import say_or


class SeatResult(Struct, frozen=True):
    """What became of a seat."""

    name: str
    score: int
    margin: int
    """Points before the best of the others at its table; below nought for points behind."""
    is_winner: bool
    is_person: bool
    place: int
    """Among those who sat there at the other tables, from 1; 0 for a bot."""


class RoomTableShown(Struct, frozen=True, kw_only=True):
    """A table of a room."""

    number: int
    id: str
    status: str
    """`open`, `playing` or `finished`."""
    people: tuple[str, ...]
    free: int
    is_own: bool
    results: tuple[SeatResult, ...]
    """By seat; empty for who may not know yet."""


class RoomShown(Struct, frozen=True, kw_only=True):
    """A room as somebody may see it."""

    id: str
    game: str
    title: str
    host: str
    about: str
    """What is played, against whom, in words."""
    people: int
    """Seats of each table that are people's."""
    most: int
    tables: tuple[RoomTableShown, ...]
    own: str
    """The table of who looks; empty where they have none."""
    own_is_over: bool
    is_over: bool
    may_compare: bool
    may_join: bool
    may_open: bool
    """Whether a table more can be opened."""
    is_host: bool
    is_closed: bool
    commitment: str
    seed: str
    """Told when nobody plays the deal any more."""


async def room_shown(
    service: TableService, room: Room, secret: str | None, language: str
) -> RoomShown:
    """A room as who has a secret may see it: results only of a deal that they need no more."""
    tables = await tables_in(service, room)
    own, over = await own_table(service, room.id, secret), is_over(room, tables)
    may_compare = over if own is None else own.outcome is not None
    may_join = own is None and not room.is_closed and not over
    may_open = may_join and len(room.tables) < room.terms.tables
    return RoomShown(
        id=room.id,
        game=room.terms.game,
        title=game_named(room.terms.game).title,
        host=room.terms.name,
        about=about_text(room, language),
        people=room.terms.people,
        most=room.terms.tables,
        tables=tuple(
            _shown(one, tables, own.id if own else "", may_compare, language) for one in tables
        ),
        own="" if own is None else own.id,
        own_is_over=own is not None and own.status == "finished",
        is_over=over,
        may_compare=may_compare,
        may_join=may_join and (may_open or any(_is_joinable(one) for one in tables)),
        may_open=may_open,
        is_host=is_host(room, secret),
        is_closed=room.is_closed,
        commitment=commitment(room.seed),
        seed=room.seed if over else "",
    )


def about_text(room: Room, language: str) -> str:
    """What a room plays: the variant, and who sits at each table."""
    terms = room.terms
    options = rules_of(terms_of_table(terms, room.id)).options
    variant = getattr(options, "variant", "standard")
    bots = options.players - terms.people
    parts = [say("web.rooms.people", language, n=terms.people)]
    if bots:
        level = title_of(terms.game, terms.bot, language)
        parts.append(say("web.rooms.bots", language, n=bots, level=level))
    if variant != "standard":
        parts.insert(0, say_or(f"web.{terms.game}.variant.{variant}", language, variant))
    return ", ".join(parts)


def _is_joinable(one: RoomTable) -> bool:
    return one.table.status == "open" and one.free > 0


def _shown(
    one: RoomTable, tables: list[RoomTable], own: str, may_compare: bool, language: str
) -> RoomTableShown:
    table = one.table
    return RoomTableShown(
        number=one.number,
        id=table.id,
        status=table.status,
        people=tuple(chair.name for chair in table.chairs if chair.secret),
        free=one.free if table.status == "open" else 0,
        is_own=table.id == own,
        results=_results(one, tables, language) if may_compare else (),
    )


def _results(one: RoomTable, tables: list[RoomTable], language: str) -> tuple[SeatResult, ...]:
    """What became of the seats of a table; nothing while its game goes on."""
    outcome = one.table.outcome
    if outcome is None:
        return ()
    ended: list[Any] = [other.table.outcome for other in tables if other.table.outcome]
    results = []
    for seat, (chair, score) in enumerate(zip(one.table.chairs, outcome.scores, strict=True)):
        others = [points for place, points in enumerate(outcome.scores) if place != seat]
        better = sum(other.scores[seat] > score for other in ended)
        results.append(
            SeatResult(
                name=_name(one.table.game.name, chair, language),
                score=score,
                margin=score - max(others, default=0),
                is_winner=seat in outcome.winners,
                is_person=_is_persons(chair),
                place=better + 1 if _is_persons(chair) else 0,
            )
        )
    return tuple(results)


def _name(game: str, chair: Chair, language: str) -> str:
    """What a seat is called; a bot by its level in the reader's language, with its own letter."""
    title, _, letter = chair.name.rpartition(" ")
    if _is_persons(chair) or not title or len(letter) != 1:
        return chair.name
    return f"{title_of(game, chair.bot, language)} {letter}"


def _is_persons(chair: Chair) -> bool:
    return bool(chair.secret)
