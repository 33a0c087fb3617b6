"""Rooms of friends: the same deal at several tables, with the same bots and the same dice.

Nobody sees another table of their deal before the game at their own is over: neither the table
nor its record, whatever they ask for. Who plays nowhere sees them when all games are over.
One secret plays at one table of a room.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from realms.bots import offered_name, title_of
from realms.kernel.chance import fresh_stream_seed
from realms.kernel.errors import RealmsError, Unreadable
from realms.tables import entries
from realms.tables.names import checked_name
from realms.tables.results import room_store as store
from realms.tables.results.room_store import Room, RoomTerms
from realms.tables.secrets import hash_secret, is_same, is_secret, new_id, new_secret
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.terms import Terms, refuse, rules_of


class RoomTable(Struct, frozen=True):
    """A table of a room: its number, from 1, and how it stands."""

    number: int
    table: Table

    @property
    def free(self) -> int:
        """Seats that are free for people."""
        return sum(chair.is_free for chair in self.table.chairs)


def check_terms(terms: RoomTerms) -> None:
    """Refuse what no room can play."""
    rules = rules_of(terms_of_table(terms, ""))
    if not 1 <= terms.people <= rules.options.players:
        raise refuse("room_people", n=rules.options.players)
    offered_name(terms.bot, terms.game)
    checked_name(terms.name)


def terms_of_table(terms: RoomTerms, room: str) -> Terms:
    """What the tables of a room are played by."""
    return Terms(terms.game, terms.options, watched=False, room=room)


async def open_room(service: TableService, terms: RoomTerms, secret: str | None) -> tuple[str, str]:
    """Open a room; returns its id and the secret of its host."""
    check_terms(terms)
    host = secret if secret and is_secret(secret) else new_secret()
    room = Room(
        id=new_id(),
        terms=msgspec.structs.replace(terms, name=checked_name(terms.name)),
        seed=fresh_stream_seed(),
        host=hash_secret(host),
        created=service.clock(),
        is_closed=False,
        tables=(),
    )
    await store.add_room(service.log, room)
    return room.id, host


async def load_room(service: TableService, id_: str) -> Room:
    """A room; raises `Unreadable` if there is none."""
    return await store.load_room(service.log, id_)


async def tables_in(service: TableService, room: Room) -> list[RoomTable]:
    """The tables of a room, those that were pruned left out."""
    found = []
    for number, id_ in enumerate(room.tables, 1):
        try:
            found.append(RoomTable(number, (await service.load(id_)).table))
        except Unreadable:
            continue
    return found


def is_over(room: Room, tables: list[RoomTable]) -> bool:
    """Whether nobody plays its deal any more, nor can begin to."""
    is_full = room.is_closed or len(room.tables) >= room.terms.tables
    return is_full and all(one.table.status == "finished" for one in tables)


def is_host(room: Room, secret: str | None) -> bool:
    """Whether a secret is that of who opened a room."""
    return bool(secret) and is_same(hash_secret(secret or ""), room.host)


# --- Who plays where ---


async def own_table(service: TableService, room: str, secret: str | None) -> Table | None:
    """The table of a room where a secret proves a seat; None where there is none."""
    if not secret:
        return None
    id_ = await store.claimed_table(service.log, room, hash_secret(secret))
    try:
        cached = await service.load(id_) if id_ else None
    except Unreadable:
        return None
    if cached is None or not await service.held_seats(cached, secret):
        return None
    return cached.table


async def join_room(
    service: TableService,
    room: Room,
    name: str,
    secret: str | None,
    wanted: int | None,
    language: str,
) -> tuple[str, str]:
    """Take a seat at a table of a room, a new one unless one is wanted by its number.

    Returns the table and the secret of the seat. Who plays in the room already is led back.
    The cards are dealt as soon as nobody is missing.
    """
    own = await own_table(service, room.id, secret)
    if own is not None:
        return own.id, secret or ""
    if room.is_closed:
        raise refuse("room_closed")
    checked_name(name)
    table = _wanted(room, wanted) if wanted else await _opened(service, room, language)
    _seat, proof = await service.sit(table, name, None, secret)
    now = (await service.load(table)).table
    if now.state is None and not any(chair.is_free for chair in now.chairs):
        try:
            await service.write(table, entries.GameStarted())
        except RealmsError as error:
            if error.code != "table/started":  # somebody else saw it at the same moment
                raise
    return table, proof


def _wanted(room: Room, number: int) -> str:
    """A table of a room that somebody wants to join."""
    if not 1 <= number <= len(room.tables):
        raise refuse("room_table", n=number)
    return room.tables[number - 1]


async def _opened(service: TableService, room: Room, language: str) -> str:
    """A table more of a room, with its bots, called as in the language of who opens it."""
    number = len(room.tables) + 1
    if number > room.terms.tables:
        raise refuse("room_full")
    table = await service.open_table(terms_of_table(room.terms, room.id), room.seed)
    while not await store.add_table(service.log, room.id, number, table):
        number += 1  # somebody else opened that one meanwhile
        if number > room.terms.tables:
            raise refuse("room_full")
    players = rules_of(terms_of_table(room.terms, room.id)).options.players
    title = title_of(room.terms.game, room.terms.bot, language)
    for seat in range(room.terms.people, players):
        called = "" if title == room.terms.bot else title
        await service.write(table, entries.BotSeated(seat, room.terms.bot, called))
    return table


async def close_room(service: TableService, room: Room, secret: str | None) -> None:
    """Let nobody join any more; tables that were not dealt are closed. For the host."""
    if not is_host(room, secret):
        raise refuse("room_host")
    await store.close_room(service.log, room.id)
    for one in await tables_in(service, await load_room(service, room.id)):
        if one.table.status == "open":
            await service.write(one.table.id, entries.TableClosed())


# --- Who may look ---


async def may_compare(service: TableService, table: Table, secret: str | None) -> bool:
    """Whether somebody who has no seat at a table of a room may look at it.

    Its game has to be over; and so does their own in the same room, or everybody's.
    """
    room = table.terms.room
    if not room or table.outcome is None:
        return False
    own = await own_table(service, room, secret)
    if own is not None:
        return own.outcome is not None
    try:
        found = await load_room(service, room)
    except Unreadable:  # pruned
        return False
    return is_over(found, await tables_in(service, found))
