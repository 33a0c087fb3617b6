"""The life of a table, on both databases: who comes and goes, whole games, restarts."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from realms.kernel.chance import stream_from
from realms.kernel.record import verify
from realms.tables import entries
from realms.tables.following.rematch import follow_rematch, open_rematch
from realms.tables.service import TableService
from realms.tables.table_view import TableView
from tests.tables.conftest import NewService
from tests.tables.table_play import (
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


async def kinds(service: TableService, id_: str) -> list[str]:
    seen = msgspec.json.decode((await frames(service, id_))[None])
    return [seat["kind"] for seat in seen["seats"]]


@pytest.mark.parametrize("variant", ["standard", "medieval"])
async def test_a_table_is_dealt_from_a_stream(
    new_service: NewService, service: TableService, variant: str
) -> None:
    """Its seed is used whole; undo, another process and the record deal the same cards."""
    id_ = await opened(service, VARIANTS[variant], seed="")
    table = await table_at(service, id_)
    assert stream_from(table.seed) is not None
    assert table.state is not None
    dealt = table.state.tobytes()
    assert table.game.start(table.options, table.seed).tobytes() == dealt
    dice = random.Random("undone")
    move = a_move(table, dice)
    await service.write(id_, move)
    for seat in range(len(table.chairs)):
        await (service.undo(id_, seat, 1) if seat == 0 else service.answer_undo(id_, seat, True))
        if table.state.tobytes() == dealt:
            break
    assert table.state.tobytes() == dealt
    finished = (await play(service, id_)).table
    again = await table_at(await new_service(), id_)
    assert again.state.tobytes() == finished.state.tobytes()  # type: ignore[union-attr]
    assert verify(table.game, finished.record()) == finished.outcome
    assert finished.record().seed == table.seed


async def test_people_sit_down_take_names_and_leave(service: TableService) -> None:
    id_ = await service.open_table(terms_of(VARIANTS["standard"]))
    seat, secret = await service.sit(id_, "  Bob   the  Brave ")
    assert (seat, (await table_at(service, id_)).names[seat]) == (0, "Bob the Brave")
    assert await service.seat_of(id_, secret) == 0
    assert await service.seat_of(id_, secret + "x") is None
    assert await service.seat_of(id_, "") is None
    with refused("table/name_taken"):
        await service.sit(id_, "bob THE brave")
    with refused("table/seat_taken"):
        await service.sit(id_, "Cleo", 0)
    with refused("table/no_such_seat"):
        await service.sit(id_, "Cleo", 3)
    with refused("table/name"):
        await service.sit(id_, "<b>")
    await service.write(id_, entries.SeatRenamed(0, "Bob"))
    await service.sit(id_, "Cleo")
    await service.sit(id_, "Dora")
    with refused("table/full"):
        await service.sit(id_, "Emil")
    assert (await table_at(service, id_)).names == ("Bob", "Cleo", "Dora")
    await service.write(id_, entries.SeatLeft(1))
    assert await kinds(service, id_) == ["person", "free", "person"]
    with refused("table/nobody_there"):
        await service.write(id_, entries.SeatLeft(1))
    with refused("table/seats_free"):
        await service.write(id_, entries.GameStarted())
    await service.write(id_, entries.BotSeated(1, "greedy"))
    assert await kinds(service, id_) == ["person", "bot", "person"]
    await service.write(id_, entries.GameStarted())
    with refused("table/started"):
        await service.write(id_, entries.GameStarted())
    with refused("table/started"):
        await service.sit(id_, "Emil")


async def test_a_bot_stands_in_for_who_leaves_until_they_return(service: TableService) -> None:
    id_ = await opened(service, bots=(2,))
    secret = SECRETS[id_][0]
    with refused("table/nothing_to_return_to"):
        await service.write(id_, entries.PlayerReturned(0))
    await service.write(id_, entries.SeatLeft(0))
    assert await kinds(service, id_) == ["away", "person", "bot"]
    await service.write(id_, entries.BotSeated(0, "random"))
    assert (await table_at(service, id_)).chairs[0].bot == "random"
    assert await service.seat_of(id_, secret) == 0, "the seat is kept for them"
    await service.write(id_, entries.PlayerReturned(0))
    assert await kinds(service, id_) == ["person", "person", "bot"]
    with refused("table/nothing_to_return_to"):
        await service.write(id_, entries.PlayerReturned(2))
    with refused("table/seat_taken"):
        await service.write(id_, entries.BotSeated(1, "random"))


async def test_two_who_sit_down_at_once_get_two_seats(service: TableService) -> None:
    id_ = await service.open_table(terms_of(VARIANTS["standard"]))
    seats = await asyncio.gather(*(service.sit(id_, name) for name in ("Ada", "Bob", "Cleo")))
    assert sorted(seat for seat, _ in seats) == [0, 1, 2]
    assert len({secret for _, secret in seats}) == 3


async def test_secrets_are_kept_as_hashes_and_leave_in_no_frame(service: TableService) -> None:
    id_ = await opened(service)
    log = "".join(row["body"] for row in await service.log.entries(id_))
    seen = b"".join((await frames(service, id_)).values()).decode()
    for secret, chair in zip(SECRETS[id_], (await table_at(service, id_)).chairs, strict=True):
        assert secret not in log + seen
        assert chair.secret in log
        assert chair.secret not in seen


async def test_the_seed_is_published_at_the_end_only(service: TableService) -> None:
    id_ = await opened(service, VARIANTS["duel"], seed="nobody knows")
    assert all(b"nobody knows" not in frame for frame in (await frames(service, id_)).values())
    await play(service, id_)
    assert all(b"nobody knows" in frame for frame in (await frames(service, id_)).values())


async def test_the_lobby_lists_public_tables_until_they_are_over(service: TableService) -> None:
    private = await opened(service, VARIANTS["duel"])
    public = await opened(service, VARIANTS["duel"], public=True)
    waiting = await service.open_table(terms_of(VARIANTS["standard"], public=True))
    listed = [table.id for table in await service.lobby()]
    assert listed == [waiting, public]
    assert private not in listed
    await play(service, public)
    assert [table.id for table in await service.lobby()] == [waiting]


@pytest.mark.parametrize("variant", VARIANTS)
async def test_whole_games_are_played_and_survive_a_restart(
    service: TableService, new_service: NewService, variant: str
) -> None:
    """A new process on the same database sees what the old one saw, through all eyes."""
    id_ = await opened(service, VARIANTS[variant], seed=variant)
    await service.say(id_, 0, "good luck")
    await play(service, id_, moves=25, seed=variant)
    between = await new_service()
    assert await frames(between, id_) == await frames(service, id_)
    await play(between, id_, seed=variant)
    table = await table_at(between, id_)
    assert table.status == "finished"
    assert verify(table.game, table.record()) == table.outcome
    after = await new_service()
    assert await frames(after, id_) == await frames(between, id_)
    assert await service.log.table(id_) is not None
    assert (await service.log.table(id_))["status"] == "finished"


async def test_every_frame_is_of_the_documented_shape(service: TableService) -> None:
    id_ = await opened(service, VARIANTS["medieval"])
    await play(service, id_, moves=5)
    for seat, frame in (await frames(service, id_)).items():
        seen = msgspec.json.decode(frame)
        assert set(seen) == {field.name for field in msgspec.structs.fields(TableView)}
        assert seen["seat"] == seat


async def test_a_stale_move_is_refused_and_changes_nothing(service: TableService) -> None:
    id_ = await opened(service)
    table = await table_at(service, id_)
    move, seq = a_move(table, random.Random(1)), table.seq
    await service.write(id_, move, seq)
    before = await frames(service, id_)
    for wrong in (seq, seq - 1, seq + 2, 0):
        with refused("table/stale"):
            await service.write(id_, move, wrong)
    assert await frames(service, id_) == before


async def test_an_illegal_move_is_refused_and_not_written(service: TableService) -> None:
    id_ = await opened(service)
    table = await table_at(service, id_)
    before, seq = await frames(service, id_), table.seq
    other = (table.awaiting[0] + 1) % 3
    with refused("move/not_your_turn"):
        await service.write(id_, entries.MoveMade(other, {"type": "draw"}))
    with refused("move/unreadable"):
        await service.write(id_, entries.MoveMade(0, {"type": "cheat"}))
    with refused("move/no_such_seat"):
        await service.write(id_, entries.MoveMade(9, {"type": "draw"}))
    assert await frames(service, id_) == before
    assert len(await service.log.entries(id_)) == seq


async def test_a_retry_with_the_same_key_does_not_play_twice(
    service: TableService, new_service: NewService
) -> None:
    """Also after a restart, and in another process that has the table at hand already."""
    id_ = await opened(service)
    other = await new_service()
    await other.load(id_)
    table = await table_at(service, id_)
    move, seq = a_move(table, random.Random(2)), table.seq
    await service.write(id_, move, seq, "attempt")
    expected = await frames(service, id_)
    for retried in (service, other, await new_service()):
        await retried.write(id_, move, seq, "attempt")
        await retried.write(id_, move, seq + 1, "attempt")
        assert await frames(retried, id_) == expected
    assert len(await service.log.entries(id_)) == seq + 1


async def test_an_unknown_table_is_unknown(service: TableService) -> None:
    with refused("table/unknown"):
        await service.load("nothing")
    with refused("table/unknown"):
        await service.write("nothing", entries.GameStarted())


async def test_tables_are_let_go_but_not_while_somebody_listens(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("realms.tables.caching.table_cache.KEPT_TABLES", 2)
    watched = await opened(service)
    stream = service.frames(watched, None, 60)
    first = await anext(stream)
    ids = [await opened(service) for _ in range(4)]
    table = await table_at(service, watched)
    for id_ in ids:
        await play(service, id_, moves=2)
    assert await table_at(service, watched) is table
    await play(service, watched, moves=1)
    assert await anext(stream) != first
    await stream.aclose()


async def test_lines_are_seen_by_all_and_bounded(service: TableService) -> None:
    id_ = await opened(service)
    await service.say(id_, 1, "  well \n played ")
    for frame in (await frames(service, id_)).values():
        assert msgspec.json.decode(frame)["lines"] == [
            {"number": 1, "seat": 1, "text": "well played"}
        ]
    for text in ("", "   ", "x" * 501, "ring\x07"):
        with refused("table/line"):
            await service.say(id_, 1, text)


async def test_a_rematch_seats_the_same_people(service: TableService) -> None:
    id_ = await opened(service, VARIANTS["duel"], bots=(1,))
    with refused("table/not_over"):
        await open_rematch(service, id_)
    await play(service, id_)
    again = await open_rematch(service, id_)
    assert again == await open_rematch(service, id_) != id_
    assert (await table_at(service, again)).names == (await table_at(service, id_)).names
    assert await service.seat_of(again, SECRETS[id_][0]) == 0
    assert await kinds(service, again) == ["person", "bot"]


async def test_a_rematch_of_a_public_table_keeps_the_seats_of_its_people(
    service: TableService,
) -> None:
    id_ = await opened(service, VARIANTS["duel"], public=True)
    await play(service, id_)
    first, second = SECRETS[id_]
    again = await follow_rematch(service, id_, first)
    assert await service.seat_of(again, first) == 0
    assert again not in [listed.id for listed in await service.lobby()]
    assert (await table_at(service, again)).state is None, "it waits for the other one"
    assert await follow_rematch(service, id_, second) == again
    assert (await table_at(service, again)).state is not None
