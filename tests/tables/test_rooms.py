"""Rooms: one deal at several tables, with the same dice; and who may see what of it."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from sqlalchemy import delete

from realms.fantasy import Options as Fantasy
from realms.medieval import Options as Medieval
from realms.tables import entries
from realms.tables.results.history import player_results
from realms.tables.results.room_store import Room, RoomTerms, rooms_of
from realms.tables.results.rooms import (
    close_room,
    is_over,
    join_room,
    load_room,
    may_compare,
    open_room,
    own_table,
    tables_in,
)
from realms.tables.scheduler import bot_seed
from realms.tables.schema import TABLES
from realms.tables.secrets import hash_secret, new_secret
from realms.tables.service import TableService
from tests.tables.conftest import NewService
from tests.tables.table_play import play, refused, table_at

pytestmark = pytest.mark.anyio
HOST, ADA, BOB, CLEO, DAN = (new_secret() for _ in range(5))
SOLO = RoomTerms(
    "fantasy", msgspec.to_builtins(Fantasy(players=3)), people=1, bot="greedy", tables=3, name="Hal"
)
PAIRS = RoomTerms(
    "medieval", msgspec.to_builtins(Medieval(players=3)), people=2, bot="greedy", tables=2, name="H"
)


async def opened(service: TableService, terms: RoomTerms = SOLO) -> Room:
    id_, secret = await open_room(service, terms, HOST)
    assert secret == HOST
    return await load_room(service, id_)


async def joined(
    service: TableService, room: Room, name: str, secret: str, wanted: int | None = None
) -> str:
    found = await load_room(service, room.id)
    table, proof = await join_room(service, found, name, secret, wanted, "en")
    assert proof == secret
    return table


async def test_every_table_has_the_same_deal_and_the_same_dice(service: TableService) -> None:
    room = await opened(service)
    ids = [await joined(service, room, "Ada", ADA), await joined(service, room, "Bob", BOB)]
    one, other = [await table_at(service, id_) for id_ in ids]
    assert one.id != other.id
    assert (one.status, one.seed, one.commitment) == ("playing", other.seed, other.commitment)
    assert one.state is not None
    assert other.state is not None
    assert one.game.snapshot(one.state) == other.game.snapshot(other.state)
    await service.rename(other.id, 0, "Robert")  # what is no move changes no dice
    for _ in range(4):
        assert [bot_seed(one, seat) for seat in range(3)] == [
            bot_seed(other, seat) for seat in range(3)
        ]
        for id_ in ids:
            await play(service, id_, moves=1)


async def test_one_secret_plays_at_one_table(service: TableService) -> None:
    room = await opened(service)
    table = await joined(service, room, "Ada", ADA)
    assert await joined(service, room, "Ada", ADA) == table
    other = await joined(service, room, "Bob", BOB)
    assert other != table
    pairs = await opened(service, PAIRS)
    first = await joined(service, pairs, "Ada", ADA)
    second = await joined(service, pairs, "Bob", BOB)
    with refused("table/room_elsewhere"):  # not by the table's own link either
        await service.sit(second, "Ada too", None, ADA)
    assert await joined(service, pairs, "Cleo", CLEO, wanted=1) == first
    assert (await table_at(service, first)).status == "playing"  # nobody was missing
    assert (await table_at(service, second)).status == "open"


async def test_who_leaves_before_the_deal_may_sit_elsewhere(service: TableService) -> None:
    room = await opened(service, PAIRS)
    first = await joined(service, room, "Ada", ADA)
    await service.write(first, entries.SeatLeft(0))
    assert await own_table(service, room.id, ADA) is None
    second = await joined(service, room, "Ada", ADA)
    assert second != first
    with refused("table/room_elsewhere"):
        await service.sit(first, "Ada", None, ADA)


async def test_who_finds_no_seat_is_noted_nowhere(service: TableService) -> None:
    room = await opened(service, PAIRS)
    first = await joined(service, room, "Ada", ADA)
    with refused("table/name_taken"):
        await service.sit(first, "Ada", None, BOB)
    second = await joined(service, room, "Ada", BOB)
    assert second != first


async def test_tables_come_to_an_end(service: TableService) -> None:
    room = await opened(service)
    for name, secret in (("Ada", ADA), ("Bob", BOB), ("Cleo", CLEO)):
        await joined(service, room, name, secret)
    with refused("table/room_full"):
        await joined(service, room, "Dan", DAN)
    with refused("table/room_table"):
        await joined(service, room, "Dan", DAN, wanted=9)
    with refused("table/started"):
        await joined(service, room, "Dan", DAN, wanted=1)


async def test_many_who_come_at_once_get_tables_of_their_own(service: TableService) -> None:
    room = await opened(service)
    secrets = [new_secret() for _ in range(5)]
    found = await asyncio.gather(
        *(join_room(service, room, f"P{n}", one, None, "en") for n, one in enumerate(secrets)),
        return_exceptions=True,
    )
    tables = [one[0] for one in found if isinstance(one, tuple)]
    assert len(tables) == len({*tables}) == 3
    assert sorted((await load_room(service, room.id)).tables) == sorted(tables)


async def test_only_who_has_finished_may_compare(service: TableService) -> None:
    """The secret of a room: neither table nor record of others before one's own is over."""
    room = await opened(service)
    ids = [
        await joined(service, room, name, secret)
        for name, secret in (("Ada", ADA), ("Bob", BOB), ("Cleo", CLEO))
    ]
    ada, bob, cleo = [await table_at(service, id_) for id_ in ids]
    await play(service, ada.id)
    for secret in (BOB, CLEO, HOST, DAN, None, new_secret()):
        assert not await may_compare(service, ada, secret)
    assert not await may_compare(service, bob, ADA)  # that is played still
    await play(service, bob.id)
    assert await may_compare(service, ada, BOB)
    assert await may_compare(service, bob, ADA)
    assert not await may_compare(service, ada, CLEO)
    assert not await may_compare(service, ada, HOST)
    await play(service, cleo.id)
    for secret in (ADA, BOB, CLEO, HOST, DAN, None):
        assert await may_compare(service, ada, secret)
    now = await load_room(service, room.id)
    assert is_over(now, await tables_in(service, now))


async def test_a_seat_given_up_does_not_open_the_others(service: TableService) -> None:
    room = await opened(service)
    ada, bob = await joined(service, room, "Ada", ADA), await joined(service, room, "Bob", BOB)
    await play(service, ada)
    await service.write(bob, entries.SeatLeft(0))
    assert not await may_compare(service, await table_at(service, ada), BOB)
    assert await joined(service, room, "Bob", BOB) == bob  # it stays theirs


async def test_the_host_closes_a_room(service: TableService) -> None:
    room = await opened(service, PAIRS)
    first = await joined(service, room, "Ada", ADA)
    with refused("table/room_host"):
        await close_room(service, room, ADA)
    await close_room(service, room, HOST)
    assert (await table_at(service, first)).is_closed
    with refused("table/room_closed"):
        await joined(service, room, "Bob", BOB)
    now = await load_room(service, room.id)
    assert is_over(now, await tables_in(service, now))


async def test_a_room_outlives_its_server(service: TableService, new_service: NewService) -> None:
    room = await opened(service)
    table = await joined(service, room, "Ada", ADA)
    later = await new_service()
    again = await load_room(later, room.id)
    assert (again.terms, again.seed, again.tables) == (room.terms, room.seed, (table,))
    found = await own_table(later, room.id, ADA)
    assert found is not None
    assert found.id == table
    assert await rooms_of(later.log, hash_secret(HOST), 5) == [room.id]
    assert await rooms_of(later.log, hash_secret(ADA), 5) == [room.id]
    assert await rooms_of(later.log, hash_secret(BOB), 5) == []
    await later.log.execute(delete(TABLES).where(TABLES.c.id == table))
    assert (await load_room(later, room.id)).tables == ()


async def test_a_game_of_a_room_counts_and_says_so(service: TableService) -> None:
    room = await opened(service)
    table = await joined(service, room, "Ada", ADA)
    await play(service, table)
    (kept,) = await player_results(service, ADA)
    assert (kept.room, kept.practice, kept.day) == (room.id, False, "")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"people": 4}, "table/room_people"),
        ({"bot": "nobody"}, "bot/unknown"),
        ({"name": "@"}, "table/name"),
        ({"options": {"players": 99}}, None),
    ],
)
async def test_a_room_that_cannot_be_says_why(
    service: TableService, changes: dict[str, object], code: str | None
) -> None:
    terms = msgspec.structs.replace(SOLO, **changes)
    if code:
        with refused(code):
            await open_room(service, terms, HOST)
    else:
        with pytest.raises(Exception, match="players"):
            await open_room(service, terms, HOST)
