"""Undo: free until something became known or another seat acted; else the others decide."""

from __future__ import annotations

import random

import msgspec
import pytest

from realms.tables import entries as act
from realms.tables.house import House
from realms.tables.table import Table
from tests.tables.conftest import NewHouse
from tests.tables.playing import (
    VARIANTS,
    a_move,
    frames,
    opened,
    play_until,
    refused,
    table_at,
)

pytestmark = pytest.mark.anyio


def can_undo(table: Table) -> bool:
    return any(table.free_undo(seat) for seat in range(len(table.chairs)))


def somebody(table: Table) -> int:
    return next(seat for seat in range(len(table.chairs)) if table.free_undo(seat))


def view(frame: bytes) -> object:
    seen = msgspec.json.decode(frame)
    return seen["view"], seen["awaiting"], seen["seats"]


async def test_an_undo_is_free_until_something_becomes_known(house: House) -> None:
    """A card taken from the discard area can be put back; one drawn from the deck cannot."""
    id_ = await opened(house)
    table = await table_at(house, id_)
    seat = table.awaiting[0]
    await house.write(id_, act.Moved(seat, {"type": "draw"}))
    assert table.free_undo(seat) == 0, "the card from the deck was seen"
    with refused("table/undo_needs_consent"):
        await house.write(id_, act.Undone(seat, 1))
    before = await frames(house, id_)
    hand = table.game.legal(table.state, seat)  # type: ignore[arg-type]
    await house.write(id_, act.Moved(seat, msgspec.to_builtins(hand[0])))
    assert table.free_undo(seat) == 1
    await house.undo(id_, seat, 1)
    after = await frames(house, id_)
    assert [view(after[eye]) for eye in after] == [view(before[eye]) for eye in before]
    assert table.seq == msgspec.json.decode(after[None])["seq"] > 6, "it is in the log"


async def test_an_undo_is_not_free_once_another_has_moved(house: House) -> None:
    id_ = await opened(house)
    table = await play_until(house, id_, can_undo)
    seat = somebody(table)
    await house.write(id_, a_move(table, random.Random(1)))
    assert table.free_undo(seat) == 0
    with refused("table/undo_needs_consent"):
        await house.write(id_, act.Undone(seat, 2))


async def test_the_others_may_agree(house: House, new_house: NewHouse) -> None:
    id_ = await opened(house)
    table = await play_until(house, id_, can_undo)
    seat, before = somebody(table), await frames(house, id_)
    turns = len(table.turns)
    await house.write(id_, a_move(table, random.Random(1)))
    await house.undo(id_, seat, 1)
    assert table.request is not None
    one, two = (other for other in range(3) if other != seat)
    await house.answer_undo(id_, one, True)
    assert len(table.turns) == turns + 1, "one has not yet answered"
    asked = msgspec.json.decode((await frames(house, id_))[None])["undo"]
    assert asked == {"seat": seat, "moves": 1, "agreed": sorted((seat, one))}
    await house.answer_undo(id_, two, True)
    assert len(table.turns) == turns
    assert (await table_at(house, id_)).request is None
    after = await frames(house, id_)
    assert [view(after[eye]) for eye in after] == [view(before[eye]) for eye in before]
    assert await frames(await new_house(), id_) == after


async def test_one_may_refuse(house: House) -> None:
    id_ = await opened(house)
    table = await play_until(house, id_, lambda table: len(table.turns) > 3)
    turns = len(table.turns)
    await house.undo(id_, 0, 3)
    await house.answer_undo(id_, 1, True)
    await house.answer_undo(id_, 2, False)
    assert (len(table.turns), table.request) == (turns, None)
    with refused("table/nothing_asked"):
        await house.answer_undo(id_, 1, True)


async def test_a_move_meanwhile_answers_the_request(house: House) -> None:
    id_ = await opened(house)
    table = await play_until(house, id_, lambda table: len(table.turns) > 3)
    await house.undo(id_, 0, 3)
    await house.write(id_, a_move(table, random.Random(1)))
    assert table.request is None


async def test_bots_agree_with_everything(house: House) -> None:
    id_ = await opened(house, bots=(1, 2))
    table = await play_until(house, id_, lambda table: len(table.turns) > 3)
    turns = len(table.turns)
    await house.undo(id_, 0, 3)
    assert len(table.turns) == turns - 3


async def test_no_more_can_be_undone_than_was_done(house: House) -> None:
    id_ = await opened(house, VARIANTS["duel"])
    with refused("table/nothing_to_undo"):
        await house.undo(id_, 0, 1)
    table = await play_until(house, id_, lambda table: len(table.turns) > 3)
    with refused("table/nothing_to_undo"):
        await house.undo(id_, 0, len(table.turns) + 1)
    await play_until(house, id_, lambda table: table.outcome is not None)
    with refused("table/over"):
        await house.undo(id_, 0, 1)
