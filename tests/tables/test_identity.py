"""One secret for all of a player's seats: their tables are found by it, a device is shared."""

from __future__ import annotations

import msgspec
import pytest

from realms.tables import entries as act
from realms.tables.house import House
from realms.tables.scribe import Stale
from realms.tables.secrets import new_secret
from realms.tables.table import Table
from tests.tables.conftest import NewHouse
from tests.tables.playing import (
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


async def test_a_secret_is_kept_from_table_to_table(house: House) -> None:
    mine = new_secret()
    first = await house.open_table(terms_of(VARIANTS["standard"]))
    second = await house.open_table(terms_of(VARIANTS["medieval"]))
    elsewhere = await opened(house)
    assert await house.sit(first, "Ada", 2, mine) == (2, mine)
    assert await house.sit(second, "Ada", None, mine) == (0, mine)
    listed = await house.tables_of(mine)
    assert {table.id for table in listed} == {first, second}
    assert elsewhere not in {table.id for table in listed}
    assert {table.id: table.mine for table in listed} == {first: (2,), second: (0,)}


async def test_what_somebody_made_up_is_no_secret(house: House) -> None:
    id_ = await house.open_table(terms_of(VARIANTS["standard"]))
    _seat, secret = await house.sit(id_, "Ada", None, "swordfish")
    assert secret != "swordfish"
    assert len(secret) == 32


async def test_a_device_may_hold_several_seats(house: House) -> None:
    mine = new_secret()
    id_ = await house.open_table(terms_of(VARIANTS["duel"]))
    for name in ("Ada", "Bob"):
        await house.sit(id_, name, None, mine)
    assert await house.seats_of(id_, mine) == (0, 1)
    assert await house.seat_of(id_, mine) == 0
    assert await house.seat_of(id_, mine, 1) == 1
    assert await house.seat_of(id_, mine, 2) is None
    assert await house.seats_of(id_, new_secret()) == ()


async def test_who_left_before_the_deal_has_no_table(house: House) -> None:
    mine = new_secret()
    id_ = await house.open_table(terms_of(VARIANTS["standard"]))
    await house.sit(id_, "Ada", None, mine)
    await house.write(id_, act.Rose(0))
    assert await house.tables_of(mine) == []
    other = new_secret()
    await house.sit(id_, "Bob", 0, other)
    assert [table.id for table in await house.tables_of(other)] == [id_]
    assert await house.tables_of(mine) == []


async def test_another_process_finds_the_same_tables(house: House, new_house: NewHouse) -> None:
    mine = new_secret()
    id_ = await house.open_table(terms_of(VARIANTS["standard"]))
    await house.sit(id_, "Ada", None, mine)
    other = await new_house()
    assert [table.id for table in await other.tables_of(mine)] == [id_]


async def test_a_list_tells_what_is_asked_of_me_and_of_nobody_else(house: House) -> None:
    id_ = await opened(house, public=True)
    table = await table_at(house, id_)
    for seat, secret in enumerate(SECRETS[id_]):
        (mine,) = await house.tables_of(secret)
        assert mine.asked == ((seat,) if seat in table.awaiting else ())
    (anybody,) = await house.lobby()
    assert (anybody.mine, anybody.asked) == ((), ())


async def test_records_are_kept(house: House) -> None:
    id_ = await house.keep_record("a record")
    assert await house.kept_record(id_) == "a record"
    with refused("table/unknown"):
        await house.kept_record("nothing")


async def test_who_is_away_comes_back_before_they_play(house: House) -> None:
    id_ = await opened(house)
    table = await table_at(house, id_)
    seat = table.awaiting[0]
    await house.write(id_, act.Rose(seat))
    with refused("table/away"):
        await house.write(id_, act.Moved(seat, {"type": "draw"}))
    await house.write(id_, act.Returned(seat))
    await house.write(id_, act.Moved(seat, {"type": "draw"}))


async def test_an_undo_that_comes_late_is_stale(house: House) -> None:
    id_ = await opened(house)
    table = await table_at(house, id_)
    seat = table.awaiting[0]
    seq = table.seq_for(seat)
    await house.write(id_, act.Moved(seat, {"type": "draw"}))
    with pytest.raises(Stale):
        await house.undo(id_, seat, 1, seq)


def is_placing(table: Table) -> bool:
    assert table.state is not None
    return bool(table.game.view(table.state, 0).phase == "placing")


async def test_moments_are_the_moves_that_eyes_could_notice(house: House) -> None:
    """A placement that is changed in secret is not even counted until the game is over."""
    id_ = await opened(house, VARIANTS["medieval for two"])
    table = await play_until(house, id_, is_placing)
    known = {eye: len(table.moments(eye)) for eye in (0, 1, None)}
    for number in (3, 1, 4, 1):  # the same seat places, and changes its mind
        move = table.game.legal(table.state, 0)[number]  # type: ignore[arg-type]
        await house.write(id_, act.Moved(0, msgspec.to_builtins(move)))
    more = {eye: len(table.moments(eye)) - known[eye] for eye in known}
    assert more == {0: 4, 1: 1, None: 1}, "that a seat is ready is noticed, once"
    view = table.game.view
    assert view(table.moments(1)[-1], 1) == view(table.state, 1)  # type: ignore[arg-type]
    await play(house, id_)
    assert len({len(table.moments(eye)) for eye in (None, 0, 1)}) == 1
    assert len(table.moments(None)) == len(table.turns) + 1
