"""Finished games are kept for their players; the deal of the day is one for all."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select

from realms.fantasy import Options as Fantasy
from realms.kernel.chance import commitment
from realms.tables import entries
from realms.tables.results.daily import (
    claim_try,
    day_of,
    day_results,
    own_try,
    read_day,
    seed_of_day,
)
from realms.tables.results.history import (
    forget_player,
    keep_line,
    keep_review,
    player_results,
)
from realms.tables.results.result import DecisiveMove, GameResult, JudgedSeat
from realms.tables.schema import RESULTS
from realms.tables.service import TableService
from tests.tables.conftest import NewService
from tests.tables.table_play import SECRETS, VARIANTS, opened, play, refused, terms_of

pytestmark = pytest.mark.anyio


async def rows(service: TableService) -> int:
    async with service.log.engine.connect() as connection:
        return len((await connection.execute(select(RESULTS.c.seat))).all())


@pytest.mark.parametrize("variant", ["standard", "medieval"])
async def test_a_game_is_kept_with_its_last_move_for_each_who_played(
    service: TableService, variant: str
) -> None:
    id_ = await opened(service, VARIANTS[variant], bots=(2,))
    await play(service, id_, moves=5)
    assert await rows(service) == 0
    table = (await play(service, id_)).table
    assert table.outcome is not None
    assert await rows(service) == 2  # the bot keeps nothing
    for seat in (0, 1):
        (kept,) = await player_results(service, SECRETS[id_][seat])
        assert (kept.table, kept.seat, kept.game) == (id_, seat, table.game.name)
        assert tuple(one.score for one in kept.seats) == table.outcome.scores
        assert kept.winners == table.outcome.winners
        assert [bool(one.bot) for one in kept.seats] == [False, False, True]
        assert kept.cards
        assert kept.share == table.outcome.share(seat)
    assert await player_results(service, "x" * 32) == []
    assert await player_results(service, None) == []


async def test_places_and_margins_follow_the_winners(service: TableService) -> None:
    id_ = await opened(service)
    await play(service, id_)
    kept = [(await player_results(service, secret))[0] for secret in SECRETS[id_]]
    assert sorted(one.place for one in kept) == [1, 2, 3]
    first = next(one for one in kept if one.place == 1)
    assert first.margin >= 0
    assert all(one.margin <= 0 for one in kept if one is not first)


async def test_games_of_before_are_taken_in_once(
    service: TableService, new_service: NewService
) -> None:
    id_ = await opened(service)
    await play(service, id_)
    await service.log.execute(delete(RESULTS))
    later = await new_service()
    for _ in range(2):
        (kept,) = await player_results(later, SECRETS[id_][0])
        assert kept.table == id_
    assert await rows(service) == 3


async def test_who_shares_a_device_is_kept_once_and_marked(service: TableService) -> None:
    both = await service.open_table(terms_of(Fantasy(players=3)))
    secret = (await service.sit(both, "Ada"))[1]
    await service.sit(both, "Bob", secret=secret)
    other = (await service.sit(both, "Cleo"))[1]
    await service.write(both, entries.GameStarted())
    await play(service, both)
    (kept,) = await player_results(service, secret)
    assert kept.is_shared
    (kept,) = await player_results(service, other)
    assert not kept.is_shared


async def test_who_wants_to_be_forgotten_is_and_nobody_else(service: TableService) -> None:
    id_ = await opened(service)
    await play(service, id_)
    mine, other = SECRETS[id_][:2]
    await forget_player(service, mine)
    assert await player_results(service, mine) == []  # nor is it taken in again
    assert await service.tables_of(mine) == []
    assert len(await player_results(service, other)) == 1


async def test_a_game_that_goes_on_is_not_forgotten(service: TableService) -> None:
    id_ = await opened(service)
    await forget_player(service, SECRETS[id_][0])
    assert [one.id for one in await service.tables_of(SECRETS[id_][0])] == [id_]


async def test_the_deal_of_a_day_is_one_for_all_processes(
    service: TableService, new_service: NewService
) -> None:
    other = await new_service()
    seed = await seed_of_day(service, "fantasy", "2026-11-16")
    assert await seed_of_day(other, "fantasy", "2026-11-16") == seed
    assert await seed_of_day(service, "fantasy", "2026-11-17") != seed
    assert await seed_of_day(service, "medieval", "2026-11-16") != seed
    assert len(commitment(seed)) == 64


async def test_one_try_counts(service: TableService) -> None:
    ada, bob = "a" * 32, "b" * 32
    assert await own_try(service, "fantasy", "2026-11-16", ada) == ""
    assert await claim_try(service, "fantasy", "2026-11-16", ada, "one") == "one"
    assert await claim_try(service, "fantasy", "2026-11-16", ada, "two") == "one"
    assert await claim_try(service, "fantasy", "2026-11-16", bob, "three") == "three"
    assert await claim_try(service, "fantasy", "2026-11-17", ada, "four") == "four"
    assert await own_try(service, "fantasy", "2026-11-16", None) == ""


async def test_results_of_a_day_are_ranked(service: TableService) -> None:
    for seed in ("one", "two"):
        id_ = await opened(service, bots=(1, 2), seed=seed, day="2026-11-16")
        await play(service, id_, seed=seed)
    await play(service, await opened(service, bots=(1, 2)))  # of no day
    found = await day_results(service, "fantasy", "2026-11-16", SECRETS[id_][0])
    assert found.played == len(found.ranked) == 2
    assert [one.place for one in found.ranked] in ([1, 2], [1, 1])
    assert found.ranked[0].score >= found.ranked[1].score
    assert found.own is not None
    assert [one.is_own for one in found.ranked].count(True) == 1
    assert found.own in found.ranked
    assert (await day_results(service, "fantasy", "2026-11-15", None)).played == 0


def test_days_are_read_and_none_of_tomorrow() -> None:
    assert day_of(1_794_787_200_000) == "2026-11-16"
    assert read_day("2026-11-15", "2026-11-16") == "2026-11-15"
    for text in ("2026-11-17", "2026-1-1", "yesterday", "", "2026-11-15x"):
        with refused("table/no_such_day"):
            read_day(text, "2026-11-16")


async def test_what_a_review_says_joins_the_results_of_a_table(service: TableService) -> None:
    id_ = await opened(service)
    await play(service, id_)
    line = ((33, 33, 33), (0, 100, 0))
    moment = DecisiveMove(7, "blunder", 0.2, {"en": "Drew", "es": "Robó"})

    async def kept(seat: int) -> GameResult:
        (one,) = await player_results(service, SECRETS[id_][seat])
        return one

    async def accuracy(seat: int) -> tuple[float | None, str]:
        one = await kept(seat)
        return one.accuracy, one.judged

    def seats(*parts: float) -> dict[int, JudgedSeat]:
        return {seat: JudgedSeat(part, moment) for seat, part in enumerate(parts)}

    assert await accuracy(0) == (None, "")
    assert ((await kept(0)).moment, (await kept(0)).line) == (None, None)
    await keep_line(service, id_, line[:1])
    assert {(await kept(seat)).line for seat in range(3)} == {line[:1]}
    await keep_line(service, id_, line)  # there is one
    assert (await kept(0)).line == line[:1]
    await keep_review(service, id_, seats(0.5, 0.75), "quick", line)
    assert [await accuracy(seat) for seat in range(3)] == [
        (0.5, "quick"),
        (0.75, "quick"),
        (None, ""),
    ]
    assert ((await kept(0)).moment, (await kept(0)).line) == (moment, line)
    await keep_review(service, id_, {0: JudgedSeat(0.9)}, "standard", ())
    await keep_review(service, id_, seats(0.1, 0.1), "quick", line)
    assert [await accuracy(seat) for seat in (0, 1)] == [(0.9, "standard"), (0.75, "quick")]
    assert ((await kept(0)).moment, (await kept(0)).line) == (None, ())
