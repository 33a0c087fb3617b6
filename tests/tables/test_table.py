"""A table follows from its log alone."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from realms.bots import bot_named
from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.record import verify
from realms.tables import entries
from realms.tables.table import Table
from realms.tables.table_view import table_frame
from tests.tables.table_play import VARIANTS, a_move, refused, terms_of

HASH = "0" * 64


def write(table: Table, *entries: entries.AnyEntry, at: int = 0) -> Table:
    for entry in entries:
        table.accept(table.consider(entry, at))
    return table


def started(variant: str = "standard") -> Table:
    options = VARIANTS[variant]
    table = Table("id", terms_of(options), "a seed")
    for seat in range(options.players):
        write(table, entries.SeatTaken(seat, f"Player {'ABCDEFG'[seat]}", f"{seat}{HASH[1:]}"))
    return write(table, entries.GameStarted())


def eyes(table: Table) -> list[bytes]:
    return [table_frame(table, seat) for seat in (None, *range(len(table.chairs)))]


def test_considering_changes_nothing() -> None:
    table = started()
    before, seq = eyes(table), table.seq
    for entry in (
        entries.SeatRenamed(0, "Zoe"),
        entries.SeatLeft(1),
        a_move(table, random.Random(0)),
    ):
        table.consider(entry, 5)
    assert (eyes(table), table.seq) == (before, seq)


def test_a_log_may_hold_what_older_rules_allowed() -> None:
    """A Fountain of Life was once declared to add nothing. [FR-17c]"""
    path = Path(__file__).parents[1] / "goldens" / "an-old-fountain-adds-nothing.realms"
    game, record = read(path.read_text(encoding="utf-8"), all_games())
    table = Table("id", terms_of(record.options), record.seed)
    for seat, name in enumerate(record.seats):
        write(table, entries.SeatTaken(seat, name, f"{seat}{HASH[1:]}"))
    write(table, entries.GameStarted())
    for played in record.moves:
        move = entries.MoveMade(played.seat, msgspec.to_builtins(played.move))
        if move.move == {"type": "declare", "choice": "fountain_of_life", "value": None}:
            with refused("move/must_add"):
                table.consider(move, 0)
        table.accept(table.consider(move, 0, logged=True))
    assert table.outcome == verify(game, record)


@pytest.mark.parametrize("variant", VARIANTS)
def test_entries_are_read_back_as_they_were_written(variant: str) -> None:
    """What the log keeps gives the same table, at every step."""
    table, dice = started(variant), random.Random(variant)
    twin = started(variant)
    for at in range(60):
        if table.outcome is not None:
            break
        entry = a_move(table, dice)
        write(table, entry, at=at)
        write(twin, entries.decode_entry(entries.encode_entry(entry)), at=at)
        assert eyes(table) == eyes(twin)


@pytest.mark.parametrize("variant", ["medieval", "chaos", "duel"])
def test_what_bots_choose_is_what_seats_may_write(variant: str) -> None:
    table = started(variant)
    for number in range(30):
        if table.state is None or table.outcome is not None:
            break
        seat = table.awaiting[0]
        move = bot_named("greedy").choose(table.game, table.state, seat, str(number))
        write(table, entries.MoveMade(seat, move, "bot"))
    assert table.turns


def test_a_changed_placement_is_noticed_by_its_seat_alone() -> None:
    """Others see that a seat has placed, never what, nor that it thought again. [MR-18]"""
    table, dice = started("medieval"), random.Random(3)
    while not table.game.may_change(table.state):  # type: ignore[arg-type]
        write(table, a_move(table, dice))
    seat = table.game.may_change(table.state)[0]  # type: ignore[arg-type]
    others = [viewer for viewer in (None, 0, 1, 2) if viewer != seat]
    before = [table_frame(table, viewer) for viewer in others]
    own = table_frame(table, seat)
    legal = table.game.legal(table.state, seat)  # type: ignore[arg-type]
    write(table, entries.MoveMade(seat, legal[len(legal) // 2]), at=5_000)
    assert [table_frame(table, viewer) for viewer in others] == before
    assert table_frame(table, seat) != own


def test_a_table_that_is_not_started_takes_no_moves() -> None:
    table = Table("id", terms_of(VARIANTS["duel"]), "a seed")
    for entry in (
        entries.MoveMade(0, {"type": "draw"}),
        entries.MovesUndone(0, 1),
        entries.UndoRequested(0, 1),
    ):
        with refused("table/not_started"):
            table.consider(entry, 0)
    with refused("table/no_auction"):
        table.consider(entries.ProxyBidSet(0, 5), 0)
    with refused("table/nothing_asked"):
        table.consider(entries.UndoVoted(0, True), 0)


def test_bots_have_names_of_their_own() -> None:
    table = Table("id", terms_of(VARIANTS["standard"]), "a seed")
    write(
        table,
        entries.SeatTaken(0, "Greedy A", HASH),
        entries.BotSeated(1, "greedy"),
        entries.BotSeated(2, "gre"),
    )
    assert table.names == ("Greedy A", "Greedy B", "Greedy C")
    write(table, entries.BotSeated(1, "nobody"))
    assert table.chairs[1].bot == "nobody", "installed when it was seated, if not any more"


def test_the_commitment_stands_from_the_beginning() -> None:
    table = Table("id", terms_of(VARIANTS["duel"]), "a seed")
    before = table.commitment
    assert before == started("duel").commitment
    assert before.encode() in table_frame(table, None)
