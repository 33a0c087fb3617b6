"""Who decides about a seat: who holds it; about bots and free seats, those at the table."""

from __future__ import annotations

import asyncio

import pytest

from realms.tables import entries
from realms.tables.entries import BotSeated
from realms.tables.names import checked_name, look_alike
from realms.tables.permissions import HOUR, PATIENCE, absent_seats
from realms.tables.secrets import new_secret
from realms.tables.service import TableService
from realms.tables.terms import Clock
from tests.tables.conftest import NewService
from tests.tables.table_play import SECRETS, VARIANTS, opened, refused, table_at, terms_of
from tests.tables.test_clocks import Wall

pytestmark = pytest.mark.anyio


# --- Bots ---


async def test_a_stand_in_is_chosen_by_whom_it_stands_in_for(service: TableService) -> None:
    id_ = await opened(service, bots=(2,))
    table = await table_at(service, id_)
    for seat in (0, 1):
        await service.write(id_, entries.SeatLeft(seat))
    for held in ((), (1,)):
        with refused("table/held_by_another"):
            await service.seat_bot(id_, BotSeated(0, "random"), held)
    await service.seat_bot(id_, BotSeated(0, "random"), (0,))
    assert table.chairs[0].bot == "random"
    await service.write(id_, entries.PlayerReturned(0))
    with refused("table/seat_taken"):
        await service.seat_bot(id_, BotSeated(0, "random"), (0,))


async def test_other_bots_are_chosen_by_all_who_hold_a_seat(service: TableService) -> None:
    id_ = await opened(service, bots=(2,))
    table = await table_at(service, id_)
    for seat in (0, 1):
        await service.write(id_, entries.SeatLeft(seat))
    with refused("table/not_yours"):  # a stranger with the link, when all people are away
        await service.seat_bot(id_, BotSeated(2, "greedy"), ())
    await service.seat_bot(id_, BotSeated(2, "greedy"), (1,))
    assert table.chairs[2].bot == "greedy"


async def test_where_nobody_holds_a_seat_anybody_with_the_link_decides(
    service: TableService,
) -> None:
    id_ = await service.open_table(terms_of(VARIANTS["duel"]))
    await service.seat_bot(id_, BotSeated(0, "random"), ())
    await service.sit(id_, "Ada", 1)
    with refused("table/not_yours"):
        await service.seat_bot(id_, BotSeated(0, "greedy"), ())


# --- People who do not come ---


async def test_a_bot_may_play_for_who_does_not_come(
    new_service: NewService,
) -> None:
    wall = Wall()
    service = await new_service(wall)
    id_ = await opened(service)
    table = await table_at(service, id_)
    seat = table.awaiting[0]
    other = (seat + 1) % 3
    wall.now += PATIENCE - HOUR
    with refused("table/not_absent"):
        await service.cover(id_, seat, other)
    wall.now += HOUR - 1
    assert absent_seats(table, wall.now, PATIENCE) == ()
    wall.now += 1
    assert absent_seats(table, wall.now, PATIENCE) == (seat,)
    with refused("table/not_awaited"):
        await service.cover(id_, other, seat)
    await service.cover(id_, seat, other)
    assert table.seating.is_away(seat)
    with refused("table/nobody_there"):
        await service.cover(id_, seat, other)
    again = await table_at(await new_service(wall), id_)
    assert again.chairs == table.chairs
    await service.write(id_, entries.PlayerReturned(seat))
    assert table.chairs[seat].is_person
    await service.write(id_, entries.MoveMade(seat, {"type": "draw"}))


async def test_where_a_clock_runs_it_decides(new_service: NewService) -> None:
    wall = Wall()
    service = await new_service(wall)
    id_ = await opened(service, clock=Clock("move", 30 * 24 * 3600))
    seat = (await table_at(service, id_)).awaiting[0]
    wall.now += 2 * PATIENCE
    with refused("table/clock_decides"):
        await service.cover(id_, seat, (seat + 1) % 3)


# --- Answers that were lost ---

KEY = "5f0c2b7e9d4a4c1e8a6b3d2f1e0c9b8a"


async def test_a_seat_is_claimed_again_by_the_same_key(
    service: TableService, new_service: NewService
) -> None:
    id_ = await service.open_table(terms_of(VARIANTS["standard"]))
    first = await service.sit(id_, "Ada", key=KEY)
    assert await service.sit(id_, "Ada", key=KEY) == first
    assert await (await new_service()).sit(id_, "Ada", key=KEY) == first
    table = await table_at(service, id_)
    assert [chair.name for chair in table.chairs] == ["Ada", "", ""]
    other = await service.sit(id_, "Bob", key=KEY[::-1])
    assert other[0] == 1
    assert other[1] != first[1]
    elsewhere = await service.open_table(terms_of(VARIANTS["standard"]))
    assert (await service.sit(elsewhere, "Ada", key=KEY))[1] != first[1]


async def test_who_has_a_secret_keeps_it_and_each_key_has_its_seat(service: TableService) -> None:
    id_, mine = await service.open_table(terms_of(VARIANTS["standard"])), new_secret()
    assert await service.sit(id_, "Ada", None, mine, KEY) == (0, mine)
    assert await service.sit(id_, "Ada", None, mine, KEY) == (0, mine)
    assert await service.sit(id_, "Bob", None, mine, KEY[::-1]) == (1, mine)
    await service.sit(id_, "Cleo")
    await service.write(id_, entries.GameStarted())
    assert await service.sit(id_, "Bob", None, mine, KEY[::-1]) == (1, mine), "even after the deal"
    with refused("table/started"):
        await service.sit(id_, "Eve", None, new_secret(), KEY)


async def test_one_attempt_sent_twice_at_once_takes_one_seat(service: TableService) -> None:
    id_ = await service.open_table(terms_of(VARIANTS["standard"]))
    both = await asyncio.gather(*(service.sit(id_, "Ada", key=KEY) for _ in range(4)))
    assert len({*both}) == 1
    assert sum(bool(chair.secret) for chair in (await table_at(service, id_)).chairs) == 1


# --- Names ---


@pytest.mark.parametrize(
    "name",
    [
        "Ada\u200b",  # no width
        "A\u2060da",
        "Ada\u3164",  # a filler
        "Ada \u2800 x",
        "A\u034fda",
        "Ada\ufe0f",
        "\u202eadA",  # written from the right
        "A\u0301\u0301\u0301da",
        "Z" + "\u0335\u0321\u0489",
        "A\u20ddda",  # enclosed
        "Ada\U000e0061",  # a tag
    ],
)
def test_names_show_all_they_are_made_of(name: str) -> None:
    with refused("table/name_unseen"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    ["José", "Jose\u0301", "Nguyễn", "Ада", "नमस्ते", "ที่รัก", "Łukasz", "O'Neil", "李雷", "שָׁלוֹם"],
)
def test_names_of_all_languages_are_names(name: str) -> None:
    assert checked_name(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Аda", "Ada"),
        ("B0b", "Bob"),
        ("lan", "Ian"),
        ("Mamie", "Marnie"),
        ("𝐀da", "Ada"),
        ("Aｄa", "Ada"),
    ],
)
async def test_a_name_that_looks_like_anothers_is_refused(
    service: TableService, name: str, other: str
) -> None:
    assert look_alike(name, other)
    id_ = await opened(service, start=False)
    for seat, free in enumerate(("Xenia", "Yara", "Zoe")):
        await service.rename(id_, seat, free)
    await service.rename(id_, 0, other)
    for act in (service.rename(id_, 1, name), service.rename(id_, 2, name)):
        with pytest.raises(Exception, match=r"looks too much|already called"):
            await act
    await service.rename(id_, 0, other)  # one's own name is not taken for one's own


async def test_a_log_with_such_names_still_replays(
    service: TableService, new_service: NewService
) -> None:
    id_ = await opened(service, start=False)
    await service.write(id_, entries.SeatRenamed(0, "Ada"))
    await service.write(id_, entries.SeatRenamed(1, "Аda"))  # as the log has it
    assert [chair.name for chair in (await table_at(await new_service(), id_)).chairs][:2] == [
        "Ada",
        "Аda",
    ]
    assert SECRETS[id_]
