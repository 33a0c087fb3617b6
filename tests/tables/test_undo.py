"""Undo: free until something became known or another seat acted; else the others decide."""

from __future__ import annotations

import random

import msgspec
import pytest

from realms.tables import entries
from realms.tables.service import TableService
from realms.tables.table import Table
from tests.tables.conftest import NewService
from tests.tables.table_play import (
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
    return any(table.undo.free_moves(seat) for seat in range(len(table.chairs)))


def somebody(table: Table) -> int:
    return next(seat for seat in range(len(table.chairs)) if table.undo.free_moves(seat))


def view(frame: bytes) -> object:
    seen = msgspec.json.decode(frame)
    return seen["view"], seen["awaiting"], seen["seats"]


async def test_an_undo_is_free_until_something_becomes_known(service: TableService) -> None:
    """A card taken from the discard area can be put back; one drawn from the deck cannot."""
    id_ = await opened(service)
    table = await table_at(service, id_)
    seat = table.awaiting[0]
    await service.write(id_, entries.MoveMade(seat, {"type": "draw"}))
    assert table.undo.free_moves(seat) == 0, "the card from the deck was seen"
    with refused("table/undo_needs_consent"):
        await service.write(id_, entries.MovesUndone(seat, 1))
    before = await frames(service, id_)
    hand = table.game.legal(table.state, seat)  # type: ignore[arg-type]
    await service.write(id_, entries.MoveMade(seat, msgspec.to_builtins(hand[0])))
    assert table.undo.free_moves(seat) == 1
    await service.undo(id_, seat, 1)
    after = await frames(service, id_)
    assert [view(after[eye]) for eye in after] == [view(before[eye]) for eye in before]
    assert table.seq == msgspec.json.decode(after[None])["seq"] > 6, "it is in the log"


async def test_an_undo_is_not_free_once_another_has_moved(service: TableService) -> None:
    id_ = await opened(service)
    table = await play_until(service, id_, can_undo)
    seat = somebody(table)
    await service.write(id_, a_move(table, random.Random(1)))
    assert table.undo.free_moves(seat) == 0
    with refused("table/undo_needs_consent"):
        await service.write(id_, entries.MovesUndone(seat, 2))


async def test_the_others_may_agree(service: TableService, new_service: NewService) -> None:
    id_ = await opened(service)
    table = await play_until(service, id_, can_undo)
    seat, before = somebody(table), await frames(service, id_)
    turns = len(table.turns)
    await service.write(id_, a_move(table, random.Random(1)))
    await service.undo(id_, seat, 1)
    assert table.undo.request is not None
    one, two = (other for other in range(3) if other != seat)
    await service.answer_undo(id_, one, True)
    assert len(table.turns) == turns + 1, "one has not yet answered"
    asked = msgspec.json.decode((await frames(service, id_))[None])["undo"]
    assert asked == {"seat": seat, "moves": 1, "agreed": sorted((seat, one))}
    await service.answer_undo(id_, two, True)
    assert len(table.turns) == turns
    assert (await table_at(service, id_)).undo.request is None
    after = await frames(service, id_)
    assert [view(after[eye]) for eye in after] == [view(before[eye]) for eye in before]
    assert await frames(await new_service(), id_) == after


async def test_one_may_refuse(service: TableService) -> None:
    id_ = await opened(service)
    table = await play_until(service, id_, lambda table: len(table.turns) > 3)
    turns = len(table.turns)
    await service.undo(id_, 0, 3)
    await service.answer_undo(id_, 1, True)
    await service.answer_undo(id_, 2, False)
    assert (len(table.turns), table.undo.request) == (turns, None)
    with refused("table/nothing_asked"):
        await service.answer_undo(id_, 1, True)


async def test_a_move_meanwhile_answers_the_request(service: TableService) -> None:
    id_ = await opened(service)
    table = await play_until(service, id_, lambda table: len(table.turns) > 3)
    await service.undo(id_, 0, 3)
    await service.write(id_, a_move(table, random.Random(1)))
    assert table.undo.request is None


async def play_bots(service: TableService, table: Table) -> None:
    """Let the bots of a table, all seats but the first, move until that one is asked."""
    dice = random.Random(2)
    while 0 not in table.awaiting:
        await service.write(table.id, a_move(table, dice))


async def test_bots_agree_where_one_learned_nothing(service: TableService) -> None:
    """What a bot drew, its person did not see: its turn may be taken back."""
    id_ = await opened(service, bots=(1, 2))
    table = await table_at(service, id_)
    await play_bots(service, table)
    await service.write(id_, entries.MoveMade(0, {"type": "draw"}))
    turns = len(table.turns)
    mine = msgspec.to_builtins(table.game.legal(table.state, 0)[0])  # type: ignore[arg-type]
    await service.write(id_, entries.MoveMade(0, mine))
    await service.write(id_, entries.MoveMade(table.awaiting[0], {"type": "draw"}))
    assert not table.undo.learned_since(0, 2)
    await service.undo(id_, 0, 2)
    assert len(table.turns) == turns, "the discard may be chosen anew"


async def test_among_bots_a_card_that_was_drawn_stays_drawn(service: TableService) -> None:
    id_ = await opened(service, bots=(1, 2))
    table = await table_at(service, id_)
    await play_bots(service, table)
    await service.write(id_, entries.MoveMade(0, {"type": "draw"}))
    with refused("table/undo_known"):
        await service.undo(id_, 0, 1)
    assert table.undo.request is None, "nothing is asked that cannot be"
    with refused("table/undo_needs_consent"):
        await service._undo(id_, entries.MovesUndone(0, 1), None)


async def test_among_bots_walls_that_fell_stay_down(service: TableService) -> None:
    """[MR-8] [MR-23]"""
    id_ = await opened(service, VARIANTS["medieval"], bots=(1, 2))
    table = await table_at(service, id_)
    while not (table.turns and table.turns[-1].uncovered):
        seats = [seat for seat in table.awaiting if seat] or [0]  # the person places last
        move = table.game.legal(table.state, seats[0])[0]  # type: ignore[arg-type]
        await service.write(id_, entries.MoveMade(seats[0], msgspec.to_builtins(move)))
    assert table.turns[-1].seat == 0
    for moves in (1, len([turn for turn in table.turns if turn.noticed is None])):
        with refused("table/undo_known"):
            await service.undo(id_, 0, moves)


async def test_who_is_away_keeps_their_veto(service: TableService) -> None:
    """A bot that stands in for a person agrees to nothing: the person does, or does not."""
    id_ = await opened(service)
    table = await play_until(service, id_, lambda table: len(table.turns) > 3)
    turns = len(table.turns)
    for seat in (1, 2):
        await service.write(id_, entries.SeatLeft(seat))
    await service.undo(id_, 0, 3)
    assert len(table.turns) == turns, "nobody has agreed yet"
    with refused("table/undo_needs_consent"):
        await service._undo(id_, entries.MovesUndone(0, 3), None)
    await service.answer_undo(id_, 1, True)
    assert len(table.turns) == turns
    await service.answer_undo(id_, 2, False)
    assert (len(table.turns), table.undo.request) == (turns, None)
    await service.undo(id_, 0, 3)
    for seat in (1, 2):
        await service.answer_undo(id_, seat, True)  # from away: they need not come back for it
    assert len(table.turns) == turns - 3


async def test_who_leaves_in_the_middle_of_a_request_has_not_agreed(service: TableService) -> None:
    id_ = await opened(service)
    table = await play_until(service, id_, lambda table: len(table.turns) > 3)
    turns = len(table.turns)
    await service.undo(id_, 0, 3)
    await service.write(id_, entries.SeatLeft(2))
    await service.answer_undo(id_, 1, True)
    assert len(table.turns) == turns
    assert table.undo.request is not None


async def test_an_undo_that_was_allowed_once_still_replays(service: TableService) -> None:
    """Logs from before the veto of who is away: they are read as they were written."""
    id_ = await opened(service)
    table = await play_until(service, id_, lambda table: len(table.turns) > 3)
    turns = len(table.turns)
    for seat in (1, 2):
        await service.write(id_, entries.SeatLeft(seat))
    await service.write(id_, entries.UndoRequested(0, 3))
    await service.write(id_, entries.MovesUndone(0, 3))  # as the log has it, without a guard
    assert len(table.turns) == turns - 3


async def test_no_more_can_be_undone_than_was_done(service: TableService) -> None:
    id_ = await opened(service, VARIANTS["duel"])
    with refused("table/nothing_to_undo"):
        await service.undo(id_, 0, 1)
    table = await play_until(service, id_, lambda table: len(table.turns) > 3)
    with refused("table/nothing_to_undo"):
        await service.undo(id_, 0, len(table.turns) + 1)
    await play_until(service, id_, lambda table: table.outcome is not None)
    with refused("table/over"):
        await service.undo(id_, 0, 1)
