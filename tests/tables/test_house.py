"""The life of a table, on both databases: who comes and goes, whole games, restarts."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from realms.kernel.record import verify
from realms.tables import entries as act
from realms.tables.house import House
from realms.tables.seen import TableSeen
from tests.tables.conftest import NewHouse
from tests.tables.playing import (
    SECRETS,
    VARIANTS,
    a_move,
    frames,
    opened,
    play,
    refused,
    table_at,
    terms_of,
)

pytestmark = pytest.mark.anyio


async def kinds(house: House, id_: str) -> list[str]:
    seen = msgspec.json.decode((await frames(house, id_))[None])
    return [seat["kind"] for seat in seen["seats"]]


async def test_people_sit_down_take_names_and_leave(house: House) -> None:
    id_ = await house.open_table(terms_of(VARIANTS["standard"]))
    seat, secret = await house.sit(id_, "  Bob   the  Brave ")
    assert (seat, (await table_at(house, id_)).names[seat]) == (0, "Bob the Brave")
    assert await house.seat_of(id_, secret) == 0
    assert await house.seat_of(id_, secret + "x") is None
    assert await house.seat_of(id_, "") is None
    with refused("table/name_taken"):
        await house.sit(id_, "bob THE brave")
    with refused("table/seat_taken"):
        await house.sit(id_, "Cleo", 0)
    with refused("table/no_such_seat"):
        await house.sit(id_, "Cleo", 3)
    with refused("table/name"):
        await house.sit(id_, "<b>")
    await house.write(id_, act.Named(0, "Bob"))
    await house.sit(id_, "Cleo")
    await house.sit(id_, "Dora")
    with refused("table/full"):
        await house.sit(id_, "Emil")
    assert (await table_at(house, id_)).names == ("Bob", "Cleo", "Dora")
    await house.write(id_, act.Rose(1))
    assert await kinds(house, id_) == ["person", "free", "person"]
    with refused("table/nobody_there"):
        await house.write(id_, act.Rose(1))
    with refused("table/seats_free"):
        await house.write(id_, act.Started())
    await house.write(id_, act.Seated(1, "greedy"))
    assert await kinds(house, id_) == ["person", "bot", "person"]
    await house.write(id_, act.Started())
    with refused("table/started"):
        await house.write(id_, act.Started())
    with refused("table/started"):
        await house.sit(id_, "Emil")


async def test_a_bot_stands_in_for_who_leaves_until_they_return(house: House) -> None:
    id_ = await opened(house, bots=(2,))
    secret = SECRETS[id_][0]
    with refused("table/nothing_to_return_to"):
        await house.write(id_, act.Returned(0))
    await house.write(id_, act.Rose(0))
    assert await kinds(house, id_) == ["away", "person", "bot"]
    await house.write(id_, act.Seated(0, "random"))
    assert (await table_at(house, id_)).chairs[0].bot == "random"
    assert await house.seat_of(id_, secret) == 0, "the seat is kept for them"
    await house.write(id_, act.Returned(0))
    assert await kinds(house, id_) == ["person", "person", "bot"]
    with refused("table/nothing_to_return_to"):
        await house.write(id_, act.Returned(2))
    with refused("table/seat_taken"):
        await house.write(id_, act.Seated(1, "random"))


async def test_two_who_sit_down_at_once_get_two_seats(house: House) -> None:
    id_ = await house.open_table(terms_of(VARIANTS["standard"]))
    seats = await asyncio.gather(*(house.sit(id_, name) for name in ("Ada", "Bob", "Cleo")))
    assert sorted(seat for seat, _ in seats) == [0, 1, 2]
    assert len({secret for _, secret in seats}) == 3


async def test_secrets_are_kept_as_hashes_and_leave_in_no_frame(house: House) -> None:
    id_ = await opened(house)
    log = "".join(row["body"] for row in await house.log.entries(id_))
    seen = b"".join((await frames(house, id_)).values()).decode()
    for secret, chair in zip(SECRETS[id_], (await table_at(house, id_)).chairs, strict=True):
        assert secret not in log + seen
        assert chair.secret in log
        assert chair.secret not in seen


async def test_the_seed_is_published_at_the_end_only(house: House) -> None:
    id_ = await opened(house, VARIANTS["duel"], seed="nobody knows")
    assert all(b"nobody knows" not in frame for frame in (await frames(house, id_)).values())
    await play(house, id_)
    assert all(b"nobody knows" in frame for frame in (await frames(house, id_)).values())


async def test_the_lobby_lists_public_tables_until_they_are_over(house: House) -> None:
    private = await opened(house, VARIANTS["duel"])
    public = await opened(house, VARIANTS["duel"], public=True)
    waiting = await house.open_table(terms_of(VARIANTS["standard"], public=True))
    listed = [table.id for table in await house.lobby()]
    assert listed == [waiting, public]
    assert private not in listed
    await play(house, public)
    assert [table.id for table in await house.lobby()] == [waiting]


@pytest.mark.parametrize("variant", VARIANTS)
async def test_whole_games_are_played_and_survive_a_restart(
    house: House, new_house: NewHouse, variant: str
) -> None:
    """A new process on the same database sees what the old one saw, through all eyes."""
    id_ = await opened(house, VARIANTS[variant], seed=variant)
    await house.say(id_, 0, "good luck")
    await play(house, id_, moves=25, seed=variant)
    between = await new_house()
    assert await frames(between, id_) == await frames(house, id_)
    await play(between, id_, seed=variant)
    table = await table_at(between, id_)
    assert table.status == "finished"
    assert verify(table.game, table.record()) == table.outcome
    after = await new_house()
    assert await frames(after, id_) == await frames(between, id_)
    assert await house.log.table(id_) is not None
    assert (await house.log.table(id_))["status"] == "finished"


async def test_every_frame_is_of_the_documented_shape(house: House) -> None:
    id_ = await opened(house, VARIANTS["medieval"])
    await play(house, id_, moves=5)
    for seat, frame in (await frames(house, id_)).items():
        seen = msgspec.json.decode(frame)
        assert set(seen) == {field.name for field in msgspec.structs.fields(TableSeen)}
        assert seen["seat"] == seat


async def test_a_stale_move_is_refused_and_changes_nothing(house: House) -> None:
    id_ = await opened(house)
    table = await table_at(house, id_)
    move, seq = a_move(table, random.Random(1)), table.seq
    await house.write(id_, move, seq)
    before = await frames(house, id_)
    for wrong in (seq, seq - 1, seq + 2, 0):
        with refused("table/stale"):
            await house.write(id_, move, wrong)
    assert await frames(house, id_) == before


async def test_an_illegal_move_is_refused_and_not_written(house: House) -> None:
    id_ = await opened(house)
    table = await table_at(house, id_)
    before, seq = await frames(house, id_), table.seq
    other = (table.awaiting[0] + 1) % 3
    with refused("move/not_your_turn"):
        await house.write(id_, act.Moved(other, {"type": "draw"}))
    with refused("move/unreadable"):
        await house.write(id_, act.Moved(0, {"type": "cheat"}))
    with refused("move/no_such_seat"):
        await house.write(id_, act.Moved(9, {"type": "draw"}))
    assert await frames(house, id_) == before
    assert len(await house.log.entries(id_)) == seq


async def test_a_retry_with_the_same_key_does_not_play_twice(
    house: House, new_house: NewHouse
) -> None:
    """Also after a restart, and in another process that has the table at hand already."""
    id_ = await opened(house)
    other = await new_house()
    await other.at_hand(id_)
    table = await table_at(house, id_)
    move, seq = a_move(table, random.Random(2)), table.seq
    await house.write(id_, move, seq, "attempt")
    expected = await frames(house, id_)
    for retried in (house, other, await new_house()):
        await retried.write(id_, move, seq, "attempt")
        await retried.write(id_, move, seq + 1, "attempt")
        assert await frames(retried, id_) == expected
    assert len(await house.log.entries(id_)) == seq + 1


async def test_an_unknown_table_is_unknown(house: House) -> None:
    with refused("table/unknown"):
        await house.at_hand("nothing")
    with refused("table/unknown"):
        await house.write("nothing", act.Started())


async def test_tables_are_let_go_but_not_while_somebody_listens(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("realms.tables.at_hand.KEPT_TABLES", 2)
    watched = await opened(house)
    stream = house.frames(watched, None, 60)
    first = await anext(stream)
    ids = [await opened(house) for _ in range(4)]
    table = await table_at(house, watched)
    for id_ in ids:
        await play(house, id_, moves=2)
    assert await table_at(house, watched) is table
    await play(house, watched, moves=1)
    assert await anext(stream) != first
    await stream.aclose()  # type: ignore[attr-defined]


async def test_lines_are_seen_by_all_and_bounded(house: House) -> None:
    id_ = await opened(house)
    await house.say(id_, 1, "  well \n played ")
    for frame in (await frames(house, id_)).values():
        assert msgspec.json.decode(frame)["lines"] == [
            {"number": 1, "seat": 1, "text": "well played"}
        ]
    for text in ("", "   ", "x" * 501, "ring\x07"):
        with refused("table/line"):
            await house.say(id_, 1, text)


async def test_a_rematch_seats_the_same_people(house: House) -> None:
    id_ = await opened(house, VARIANTS["duel"], bots=(1,))
    with refused("table/not_over"):
        await house.rematch(id_)
    await play(house, id_)
    again = await house.rematch(id_)
    assert again == await house.rematch(id_) != id_
    assert (await table_at(house, again)).names == (await table_at(house, id_)).names
    assert await house.seat_of(again, SECRETS[id_][0]) == 0
    assert await kinds(house, again) == ["person", "bot"]
