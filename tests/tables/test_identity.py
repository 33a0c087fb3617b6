"""One secret for all of a player's seats: their tables are found by it, a device is shared."""

from __future__ import annotations

import msgspec
import pytest

from realms.tables import entries
from realms.tables.secrets import new_secret
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.writer import Stale
from tests.tables.conftest import NewService
from tests.tables.table_play import (
    SECRETS,
    VARIANTS,
    opened,
    play,
    play_until,
    refused,
    table_at,
    terms_of,
)

pytestmark = pytest.mark.anyio


async def test_a_secret_is_kept_from_table_to_table(service: TableService) -> None:
    mine = new_secret()
    first = await service.open_table(terms_of(VARIANTS["standard"]))
    second = await service.open_table(terms_of(VARIANTS["medieval"]))
    elsewhere = await opened(service)
    assert await service.sit(first, "Ada", 2, mine) == (2, mine)
    assert await service.sit(second, "Ada", None, mine) == (0, mine)
    listed = await service.tables_of(mine)
    assert {table.id for table in listed} == {first, second}
    assert elsewhere not in {table.id for table in listed}
    assert {table.id: table.mine for table in listed} == {first: (2,), second: (0,)}


async def test_what_somebody_made_up_is_no_secret(service: TableService) -> None:
    id_ = await service.open_table(terms_of(VARIANTS["standard"]))
    _seat, secret = await service.sit(id_, "Ada", None, "swordfish")
    assert secret != "swordfish"
    assert len(secret) == 32


async def test_a_device_may_hold_several_seats(service: TableService) -> None:
    mine = new_secret()
    id_ = await service.open_table(terms_of(VARIANTS["duel"]))
    for name in ("Ada", "Bob"):
        await service.sit(id_, name, None, mine)
    assert await service.seats_of(id_, mine) == (0, 1)
    assert await service.seat_of(id_, mine) == 0
    assert await service.seat_of(id_, mine, 1) == 1
    assert await service.seat_of(id_, mine, 2) is None
    assert await service.seats_of(id_, new_secret()) == ()


async def test_who_left_before_the_deal_has_no_table(service: TableService) -> None:
    mine = new_secret()
    id_ = await service.open_table(terms_of(VARIANTS["standard"]))
    await service.sit(id_, "Ada", None, mine)
    await service.write(id_, entries.SeatLeft(0))
    assert await service.tables_of(mine) == []
    other = new_secret()
    await service.sit(id_, "Bob", 0, other)
    assert [table.id for table in await service.tables_of(other)] == [id_]
    assert await service.tables_of(mine) == []


async def test_another_process_finds_the_same_tables(
    service: TableService, new_service: NewService
) -> None:
    mine = new_secret()
    id_ = await service.open_table(terms_of(VARIANTS["standard"]))
    await service.sit(id_, "Ada", None, mine)
    other = await new_service()
    assert [table.id for table in await other.tables_of(mine)] == [id_]


async def test_a_list_tells_what_is_asked_of_me_and_of_nobody_else(service: TableService) -> None:
    id_ = await opened(service, public=True)
    table = await table_at(service, id_)
    for seat, secret in enumerate(SECRETS[id_]):
        (mine,) = await service.tables_of(secret)
        assert mine.asked == ((seat,) if seat in table.awaiting else ())
    (anybody,) = await service.lobby()
    assert (anybody.mine, anybody.asked) == ((), ())


async def test_records_are_kept(service: TableService) -> None:
    id_ = await service.store_record("a record")
    assert await service.load_record(id_) == "a record"
    with refused("table/unknown"):
        await service.load_record("nothing")


async def test_who_is_away_comes_back_before_they_play(service: TableService) -> None:
    id_ = await opened(service)
    table = await table_at(service, id_)
    seat = table.awaiting[0]
    await service.write(id_, entries.SeatLeft(seat))
    with refused("table/away"):
        await service.write(id_, entries.MoveMade(seat, {"type": "draw"}))
    await service.write(id_, entries.PlayerReturned(seat))
    await service.write(id_, entries.MoveMade(seat, {"type": "draw"}))


async def test_an_undo_that_comes_late_is_stale(service: TableService) -> None:
    id_ = await opened(service)
    table = await table_at(service, id_)
    seat = table.awaiting[0]
    seq = table.seq_for(seat)
    await service.write(id_, entries.MoveMade(seat, {"type": "draw"}))
    with pytest.raises(Stale):
        await service.undo(id_, seat, 1, seq)


def is_placing(table: Table) -> bool:
    assert table.state is not None
    return bool(table.game.view(table.state, 0).phase == "placing")


async def test_moments_are_the_moves_that_eyes_could_notice(service: TableService) -> None:
    """A placement that is changed in secret is not even counted until the game is over."""
    id_ = await opened(service, VARIANTS["medieval for two"])
    table = await play_until(service, id_, is_placing)
    known = {eye: len(table.progress.moments(eye)) for eye in (0, 1, None)}
    for number in (3, 1, 4, 1):  # the same seat places, and changes its mind
        move = table.game.legal(table.state, 0)[number]  # type: ignore[arg-type]
        await service.write(id_, entries.MoveMade(0, msgspec.to_builtins(move)))
    more = {eye: len(table.progress.moments(eye)) - known[eye] for eye in known}
    assert more == {0: 4, 1: 1, None: 1}, "that a seat is ready is noticed, once"
    view = table.game.view
    assert view(table.progress.moments(1)[-1], 1) == view(table.state, 1)  # type: ignore[arg-type]
    await play(service, id_)
    assert len({len(table.progress.moments(eye)) for eye in (None, 0, 1)}) == 1
    assert len(table.progress.moments(None)) == len(table.turns) + 1
