"""Sealed bids: the table bids up for a seat, and nobody else knows of it. [MR-45]"""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from realms.medieval.interface.moves import Bid, PassBid
from realms.tables import entries
from realms.tables.scheduler import Scheduler
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.worker_pool import WorkerPool
from tests.tables.conftest import NewService
from tests.tables.table_play import (
    VARIANTS,
    a_move,
    frames,
    opened,
    play_until,
    refused,
    table_at,
    until,
)

pytestmark = pytest.mark.anyio


def bidders(table: Table) -> list[int]:
    if table.state is None:
        return []
    return [s for s in range(len(table.chairs)) if table.progress.may_bid(s)]


async def in_an_auction(service: TableService) -> tuple[str, Table]:
    """A table where a seat is asked whether it bids higher."""
    for number in range(20):
        id_ = await opened(service, VARIANTS["medieval"], seed=str(number))
        table, dice = await table_at(service, id_), random.Random(number)
        while table.outcome is None and len(bidders(table)) < 2:
            await service.write(id_, a_move(table, dice))
        if table.outcome is None and Bid(int(table.state["bid"]) + 2) in table.game.legal(  # type: ignore[index]
            table.state,  # type: ignore[arg-type]
            table.awaiting[0],
        ):
            return id_, table
    raise AssertionError("no auction in twenty games")


async def test_nobody_else_can_tell_that_a_bid_was_left(
    service: TableService, new_service: NewService
) -> None:
    """Neither by a frame, nor by its number, nor by its length, nor by a frame more."""
    id_, table = await in_an_auction(service)
    seat = table.awaiting[0]
    streams = {eye: service.frames(id_, eye, 60) for eye in (None, 0, 1, 2)}
    before = {eye: await anext(stream) for eye, stream in streams.items()}
    coming = {eye: asyncio.ensure_future(anext(stream)) for eye, stream in streams.items()}
    for most in (5, 999, None, 1):
        await service.write(id_, entries.ProxyBidSet(seat, most))
        seen = await frames(service, id_)
        assert msgspec.json.decode(seen[seat])["most"] == most
        assert {eye for eye in seen if seen[eye] != before[eye]} == {seat}
    await until(coming[seat].done)
    await asyncio.sleep(0.02)
    assert {eye for eye, frame in coming.items() if frame.done()} == {seat}
    assert await frames(await new_service(), id_) == seen
    for eye, stream in streams.items():
        coming[eye].cancel()
        await asyncio.gather(coming[eye], return_exceptions=True)
        await stream.aclose()


async def test_others_are_not_behind_because_of_a_hidden_bid(service: TableService) -> None:
    """The number that others expect is theirs: a bid they cannot see does not make it stale."""
    id_, table = await in_an_auction(service)
    seat, other = table.awaiting[0], next(s for s in bidders(table) if s != table.awaiting[0])
    seq = table.seq_for(seat)
    await service.write(id_, entries.ProxyBidSet(other, 7))
    await service.write(id_, entries.MoveMade(seat, msgspec.to_builtins(PassBid())), seq)


async def test_a_bid_is_for_an_auction_one_is_in(service: TableService) -> None:
    id_ = await opened(service, VARIANTS["medieval"])
    with refused("table/no_auction"):
        await service.write(id_, entries.ProxyBidSet(0, 3))
    id_, table = await in_an_auction(service)
    with refused("table/no_such_bid"):
        await service.write(id_, entries.ProxyBidSet(table.awaiting[0], 1000))
    with refused("table/no_such_bid"):
        await service.write(id_, entries.ProxyBidSet(table.awaiting[0], -1))
    await play_until(service, id_, lambda table: not bidders(table))
    assert table.most == {}, "it is forgotten with the auction"


async def test_the_table_bids_up_to_the_highest_bid_left(service: TableService) -> None:
    """Two sealed bids: the lower leaves, the higher wins for one more than the lower."""
    id_, table = await in_an_auction(service)
    workers = WorkerPool(1)
    attendants = Scheduler(service, ThinkingQueue(workers))
    low, high = bidders(table)[:2]
    first = int(table.state["bid"])  # type: ignore[index]
    turns = len(table.turns)
    for seat in bidders(table):
        await service.write(
            id_, entries.ProxyBidSet(seat, {low: first + 1, high: first + 2}.get(seat, 0))
        )
    await until(lambda: not bidders(table))
    made = table.turns[turns:]
    assert all(isinstance(turn.move, Bid | PassBid) for turn in made)
    highest = max(turn.move.amount for turn in made if isinstance(turn.move, Bid))
    assert first < highest <= first + 2
    log = [entries.decode_entry(row["body"]) for row in await service.log.entries(id_)]
    assert {entry.by for entry in log[-len(made) :] if isinstance(entry, entries.MoveMade)} == {
        "proxy"
    }
    await attendants.close()
    await attendants.queue.close()
    await workers.close()
